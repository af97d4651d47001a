// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include "arrow/array/data.h"
#include "arrow/c/bridge.h"
#include "engine/arrow_types_internal.h"
#include "engine/ip_type_internal.h"

namespace recurve::engine {

using duckdb::LogicalType;
using duckdb::LogicalTypeId;

LogicalType WireType(const LogicalType& type) {
  switch (type.id()) {
    case LogicalTypeId::BOOLEAN:
    case LogicalTypeId::TINYINT:
    case LogicalTypeId::SMALLINT:
    case LogicalTypeId::INTEGER:
    case LogicalTypeId::BIGINT:
    case LogicalTypeId::UTINYINT:
    case LogicalTypeId::USMALLINT:
    case LogicalTypeId::UINTEGER:
    case LogicalTypeId::UBIGINT:
    case LogicalTypeId::HUGEINT:
    case LogicalTypeId::FLOAT:
    case LogicalTypeId::DOUBLE:
    case LogicalTypeId::DATE:
    case LogicalTypeId::TIME:
    case LogicalTypeId::TIMESTAMP:
    case LogicalTypeId::TIMESTAMP_SEC:
    case LogicalTypeId::TIMESTAMP_MS:
    case LogicalTypeId::TIMESTAMP_NS:
    case LogicalTypeId::TIMESTAMP_TZ:
      return LogicalType(type.id());
    case LogicalTypeId::VARCHAR:
      return LogicalType::VARCHAR;
    case LogicalTypeId::BLOB:
      return LogicalType::BLOB;
    case LogicalTypeId::DECIMAL:
      return LogicalType::DECIMAL(duckdb::DecimalType::GetWidth(type),
                                  duckdb::DecimalType::GetScale(type));
    case LogicalTypeId::LIST:
      return LogicalType::LIST(WireType(duckdb::ListType::GetChildType(type)));
    case LogicalTypeId::ARRAY:
      return LogicalType::LIST(WireType(duckdb::ArrayType::GetChildType(type)));
    case LogicalTypeId::MAP:
      return LogicalType::MAP(WireType(duckdb::MapType::KeyType(type)),
                              WireType(duckdb::MapType::ValueType(type)));
    case LogicalTypeId::STRUCT: {
      if (duckdb::StructType::IsUnnamed(type)) return LogicalType::VARCHAR;
      duckdb::child_list_t<LogicalType> children;
      for (const auto& [name, child] : duckdb::StructType::GetChildTypes(type)) {
        children.emplace_back(name, WireType(child));
      }
      return LogicalType::STRUCT(std::move(children));
    }
    default:
      return LogicalType::VARCHAR;
  }
}

duckdb::ClientProperties WireProperties(duckdb::ClientContext& context) {
  return {"UTC", duckdb::ArrowOffsetSize::REGULAR, false,   false,
          false, duckdb::ArrowFormatVersion::V1_0, &context};
}

namespace {

std::shared_ptr<arrow::Field> WireField(const std::string& name, bool nullable,
                                        const arrow::Field& field) {
  return arrow::field(name, WireArrowType(field.type()), nullable);
}

std::shared_ptr<arrow::ArrayData> Retype(const arrow::ArrayData& data,
                                         const std::shared_ptr<arrow::DataType>& type) {
  auto copy = data.Copy();
  copy->type = type;
  for (int i = 0; i < type->num_fields(); ++i) {
    auto& child = copy->child_data[static_cast<size_t>(i)];
    child = Retype(*child, type->field(i)->type());
  }
  return copy;
}

}  // namespace

std::shared_ptr<arrow::DataType> WireArrowType(
    const std::shared_ptr<arrow::DataType>& type) {
  switch (type->id()) {
    case arrow::Type::TIMESTAMP: {
      const auto& timestamp = static_cast<const arrow::TimestampType&>(*type);
      const bool zoned =
          !timestamp.timezone().empty() || timestamp.unit() == arrow::TimeUnit::NANO;
      return arrow::timestamp(timestamp.unit(), zoned ? "UTC" : "");
    }
    case arrow::Type::LIST:
      return arrow::list(WireField("item", true, *type->field(0)));
    case arrow::Type::MAP: {
      const auto& map = static_cast<const arrow::MapType&>(*type);
      return std::make_shared<arrow::MapType>(
          WireField("key", false, *map.key_field()),
          WireField("value", true, *map.item_field()));
    }
    case arrow::Type::STRUCT: {
      arrow::FieldVector fields;
      for (const auto& field : type->fields()) {
        fields.push_back(WireField(field->name(), true, *field));
      }
      return arrow::struct_(std::move(fields));
    }
    default:
      return type;
  }
}

std::shared_ptr<arrow::Schema> WireSchema(duckdb::ClientContext& context,
                                          const duckdb::vector<LogicalType>& types,
                                          const duckdb::vector<duckdb::string>& names) {
  duckdb::vector<LogicalType> wire_types;
  for (const auto& type : types) wire_types.push_back(WireType(type));
  duckdb::ClientProperties properties = WireProperties(context);
  ArrowSchema exported;
  duckdb::ArrowConverter::ToArrowSchema(&exported, wire_types, names, properties);
  auto imported = arrow::ImportSchema(&exported);
  if (!imported.ok()) throw duckdb::IOException(imported.status().ToString());
  arrow::FieldVector fields;
  for (const auto& field : (*imported)->fields()) {
    fields.push_back(arrow::field(field->name(), WireArrowType(field->type())));
  }
  return arrow::schema(std::move(fields));
}

std::shared_ptr<arrow::RecordBatch> Relabel(
    const arrow::RecordBatch& batch, const std::vector<int>& columns,
    const std::shared_ptr<arrow::Schema>& schema) {
  std::vector<std::shared_ptr<arrow::ArrayData>> arrays;
  arrays.reserve(columns.size());
  for (size_t i = 0; i < columns.size(); ++i) {
    arrays.push_back(Retype(*batch.column_data(columns[i]),
                            schema->field(static_cast<int>(i))->type()));
  }
  return arrow::RecordBatch::Make(schema, batch.num_rows(), std::move(arrays));
}

std::shared_ptr<arrow::DataType> DuckDBArrowType(
    const std::shared_ptr<arrow::DataType>& type) {
  switch (type->id()) {
    case arrow::Type::TIMESTAMP: {
      const auto& timestamp = static_cast<const arrow::TimestampType&>(*type);
      if (timestamp.unit() != arrow::TimeUnit::NANO) return type;
      return arrow::timestamp(arrow::TimeUnit::NANO);
    }
    case arrow::Type::LIST:
      return arrow::list(DuckDBArrowType(type->field(0)->type()));
    case arrow::Type::STRUCT: {
      arrow::FieldVector fields;
      for (const auto& field : type->fields()) {
        fields.push_back(arrow::field(field->name(), DuckDBArrowType(field->type())));
      }
      return arrow::struct_(std::move(fields));
    }
    default:
      return type;
  }
}

duckdb::ArrowTableSchema ReadArrowTypes(
    duckdb::ClientContext& context,
    const std::vector<std::shared_ptr<arrow::DataType>>& types) {
  arrow::FieldVector fields;
  for (size_t i = 0; i < types.size(); ++i) {
    // DuckDB wants distinct names; the caller knows the columns by position.
    fields.push_back(arrow::field("c" + std::to_string(i), DuckDBArrowType(types[i])));
  }
  duckdb::ArrowSchemaWrapper exported;
  const arrow::Status status =
      arrow::ExportSchema(arrow::Schema(std::move(fields)), &exported.arrow_schema);
  if (!status.ok()) throw duckdb::IOException(status.ToString());
  duckdb::ArrowTableSchema schema;
  duckdb::ArrowTableFunction::PopulateArrowTableSchema(context, schema,
                                                       exported.arrow_schema);
  return schema;
}

duckdb::vector<LogicalType> ColumnTypes(duckdb::ClientContext& context,
                                        const std::vector<catalog::Field>& fields) {
  std::vector<std::shared_ptr<arrow::DataType>> types;
  for (const catalog::Field& field : fields) types.push_back(field.type);
  duckdb::ArrowTableSchema read = ReadArrowTypes(context, types);
  duckdb::vector<LogicalType> columns;
  for (size_t i = 0; i < fields.size(); ++i) {
    columns.push_back(WithIps(fields[i], read.GetTypes()[i]));
  }
  return columns;
}

}  // namespace recurve::engine
