// SPDX-License-Identifier: Apache-2.0
#include "service/type_names.h"

#include <vector>

#include "arrow/builder.h"
#include "arrow/flight/sql/column_metadata.h"
#include "arrow/flight/sql/server.h"
#include "arrow/type_traits.h"
#include "fmt/format.h"

namespace recurve::service {

namespace {

// Source  FlightSql.proto, enums XdbcDataType, XdbcDatetimeSubcode, Nullable, Searchable.
struct XdbcType {
  const char* name;
  int32_t data_type;
  int32_t column_size;
  const char* quote;  // around literals; nullptr: none
  const char* create_parameter;
  bool is_text;
  int32_t scale;  // -1: none
  int32_t radix;  // 0: none
  int32_t sql_data_type;
  int32_t datetime_subcode;  // 0: none
};

constexpr int32_t kDatetime = 9;

constexpr XdbcType kTypes[] = {
    {"BOOLEAN", -7, 1, nullptr, nullptr, false, -1, 0, -7, 0},
    {"TINYINT", -6, 3, nullptr, nullptr, false, 0, 10, -6, 0},
    {"BIGINT", -5, 19, nullptr, nullptr, false, 0, 10, -5, 0},
    {"BLOB", -3, 2147483647, "'", nullptr, false, -1, 0, -3, 0},
    {"DECIMAL", 3, 38, nullptr, "precision", false, 37, 10, 3, 0},
    {"INTEGER", 4, 10, nullptr, nullptr, false, 0, 10, 4, 0},
    {"SMALLINT", 5, 5, nullptr, nullptr, false, 0, 10, 5, 0},
    {"FLOAT", 7, 24, nullptr, nullptr, false, -1, 2, 7, 0},
    {"DOUBLE", 8, 53, nullptr, nullptr, false, -1, 2, 8, 0},
    {"VARCHAR", 12, 2147483647, "'", nullptr, true, -1, 0, 12, 0},
    {"DATE", 91, 10, "'", nullptr, false, -1, 0, kDatetime, 1},
    {"TIME", 92, 15, "'", nullptr, false, 6, 0, kDatetime, 2},
    {"TIMESTAMP", 93, 29, "'", nullptr, false, 9, 0, kDatetime, 3},
};

struct Precision {
  int32_t precision;
  int32_t scale;
};

Precision PrecisionOf(const arrow::DataType& type) {
  switch (type.id()) {
    case arrow::Type::DECIMAL128: {
      const auto& decimal = static_cast<const arrow::Decimal128Type&>(type);
      return {decimal.precision(), decimal.scale()};
    }
    case arrow::Type::INT8:
    case arrow::Type::UINT8:
      return {3, 0};
    case arrow::Type::INT16:
    case arrow::Type::UINT16:
      return {5, 0};
    case arrow::Type::INT32:
    case arrow::Type::UINT32:
      return {10, 0};
    case arrow::Type::INT64:
      return {19, 0};
    case arrow::Type::UINT64:
      return {20, 0};
    case arrow::Type::FLOAT:
      return {24, 0};
    case arrow::Type::DOUBLE:
      return {53, 0};
    case arrow::Type::BOOL:
      return {1, 0};
    case arrow::Type::DATE32:
      return {10, 0};
    case arrow::Type::TIME64:
      return {15, 6};
    case arrow::Type::TIMESTAMP: {
      const auto unit = static_cast<const arrow::TimestampType&>(type).unit();
      const int32_t digits = 3 * static_cast<int32_t>(unit);  // s, ms, us, ns
      return {digits == 0 ? 19 : 20 + digits, digits};
    }
    default:
      return {2147483647, 0};
  }
}

template <typename Builder, typename Value>
arrow::Status AppendIf(Builder& builder, bool is_set, const Value& value) {
  return is_set ? builder.Append(value) : builder.AppendNull();
}

}  // namespace

std::string SqlTypeName(const arrow::DataType& type) {
  switch (type.id()) {
    case arrow::Type::BOOL:
      return "BOOLEAN";
    case arrow::Type::INT8:
      return "TINYINT";
    case arrow::Type::INT16:
      return "SMALLINT";
    case arrow::Type::INT32:
      return "INTEGER";
    case arrow::Type::INT64:
      return "BIGINT";
    case arrow::Type::UINT8:
      return "UTINYINT";
    case arrow::Type::UINT16:
      return "USMALLINT";
    case arrow::Type::UINT32:
      return "UINTEGER";
    case arrow::Type::UINT64:
      return "UBIGINT";
    case arrow::Type::FLOAT:
      return "FLOAT";
    case arrow::Type::DOUBLE:
      return "DOUBLE";
    case arrow::Type::STRING:
    case arrow::Type::LARGE_STRING:
      return "VARCHAR";
    case arrow::Type::BINARY:
    case arrow::Type::LARGE_BINARY:
      return "BLOB";
    case arrow::Type::DATE32:
      return "DATE";
    case arrow::Type::TIME64:
      return "TIME";
    case arrow::Type::TIMESTAMP:
      return static_cast<const arrow::TimestampType&>(type).timezone().empty()
                 ? "TIMESTAMP"
                 : "TIMESTAMP WITH TIME ZONE";
    case arrow::Type::DECIMAL128: {
      const Precision precision = PrecisionOf(type);
      return fmt::format("DECIMAL({},{})", precision.precision, precision.scale);
    }
    case arrow::Type::LIST:
      return SqlTypeName(*type.field(0)->type()) + "[]";
    case arrow::Type::STRUCT:
      return "STRUCT";
    case arrow::Type::MAP:
      return "MAP";
    default:
      return type.ToString();
  }
}

std::shared_ptr<arrow::Schema> WithColumnMetadata(const arrow::Schema& schema,
                                                  const std::string& catalog,
                                                  const std::string& db_schema,
                                                  const std::string& table) {
  arrow::FieldVector fields;
  for (const auto& field : schema.fields()) {
    const Precision precision = PrecisionOf(*field->type());
    const auto metadata = arrow::flight::sql::ColumnMetadata::Builder()
                              .CatalogName(catalog)
                              .SchemaName(db_schema)
                              .TableName(table)
                              .TypeName(SqlTypeName(*field->type()))
                              .Precision(precision.precision)
                              .Scale(precision.scale)
                              .IsAutoIncrement(false)
                              .IsCaseSensitive(true)
                              .IsReadOnly(true)
                              .IsSearchable(true)
                              .Build();
    fields.push_back(field->WithMetadata(metadata.metadata_map()->Copy()));
  }
  return arrow::schema(std::move(fields));
}

arrow::Result<std::shared_ptr<arrow::RecordBatch>> MakeXdbcTypeInfo(
    std::optional<int> data_type) {
  arrow::StringBuilder names, prefixes, suffixes, local_names;
  arrow::Int32Builder data_types, sizes, nullables, searchables, min_scales, max_scales,
      sql_types, subcodes, radixes, intervals;
  arrow::BooleanBuilder cases, unsigneds, fixeds, autos;
  arrow::ListBuilder parameters(arrow::default_memory_pool(),
                                std::make_shared<arrow::StringBuilder>(),
                                arrow::list(arrow::field("item", arrow::utf8(), false)));
  auto& words = static_cast<arrow::StringBuilder&>(*parameters.value_builder());
  int64_t num_rows = 0;
  for (const XdbcType& type : kTypes) {
    if (data_type && *data_type != type.data_type) continue;
    ++num_rows;
    const bool quoted = type.quote != nullptr;
    const std::string quote = quoted ? type.quote : "";
    ARROW_RETURN_NOT_OK(names.Append(type.name));
    ARROW_RETURN_NOT_OK(data_types.Append(type.data_type));
    ARROW_RETURN_NOT_OK(sizes.Append(type.column_size));
    ARROW_RETURN_NOT_OK(AppendIf(prefixes, quoted, quote));
    ARROW_RETURN_NOT_OK(AppendIf(suffixes, quoted, quote));
    ARROW_RETURN_NOT_OK(parameters.Append());
    if (type.create_parameter != nullptr) {
      ARROW_RETURN_NOT_OK(words.Append(type.create_parameter));
      ARROW_RETURN_NOT_OK(words.Append("scale"));
    }
    ARROW_RETURN_NOT_OK(nullables.Append(1));  // NULLABILITY_NULLABLE
    ARROW_RETURN_NOT_OK(cases.Append(type.is_text));
    ARROW_RETURN_NOT_OK(searchables.Append(3));  // SEARCHABLE_FULL
    ARROW_RETURN_NOT_OK(AppendIf(unsigneds, type.radix != 0, false));
    ARROW_RETURN_NOT_OK(fixeds.Append(false));
    ARROW_RETURN_NOT_OK(AppendIf(autos, type.radix != 0, false));
    ARROW_RETURN_NOT_OK(local_names.Append(type.name));
    ARROW_RETURN_NOT_OK(AppendIf(min_scales, type.scale >= 0, 0));
    ARROW_RETURN_NOT_OK(AppendIf(max_scales, type.scale >= 0, type.scale));
    ARROW_RETURN_NOT_OK(sql_types.Append(type.sql_data_type));
    ARROW_RETURN_NOT_OK(
        AppendIf(subcodes, type.datetime_subcode != 0, type.datetime_subcode));
    ARROW_RETURN_NOT_OK(AppendIf(radixes, type.radix != 0, type.radix));
    ARROW_RETURN_NOT_OK(intervals.AppendNull());
  }
  arrow::ArrayVector columns;
  for (arrow::ArrayBuilder* builder : std::initializer_list<arrow::ArrayBuilder*>{
           &names, &data_types, &sizes, &prefixes, &suffixes, &parameters, &nullables,
           &cases, &searchables, &unsigneds, &fixeds, &autos, &local_names, &min_scales,
           &max_scales, &sql_types, &subcodes, &radixes, &intervals}) {
    ARROW_ASSIGN_OR_RAISE(columns.emplace_back(), builder->Finish());
  }
  return arrow::RecordBatch::Make(arrow::flight::sql::SqlSchema::GetXdbcTypeInfoSchema(),
                                  num_rows, std::move(columns));
}

}  // namespace recurve::service
