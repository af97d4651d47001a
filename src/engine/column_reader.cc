// SPDX-License-Identifier: Apache-2.0
#include <optional>
#include <string>

#include "arrow/type.h"
#include "engine/column_reader_internal.h"
#include "engine/ip_type_internal.h"

namespace recurve::engine {

using duckdb::Expression;
using duckdb::ExpressionClass;
using duckdb::ExpressionType;
using duckdb::LogicalTypeId;
using plan::Comparison;
using plan::Literal;

namespace {

constexpr const char* kCast = "a cast of the column";

/// Whether a value of a field is shown as it is in a column of some type.
bool IsShownAs(const catalog::Field& field, const duckdb::LogicalType& type) {
  switch (field.type->id()) {
    case arrow::Type::BOOL:
      return type.id() == LogicalTypeId::BOOLEAN;
    case arrow::Type::INT8:
      return type.id() == LogicalTypeId::TINYINT;
    case arrow::Type::INT16:
      return type.id() == LogicalTypeId::SMALLINT;
    case arrow::Type::INT32:
      return type.id() == LogicalTypeId::INTEGER;
    case arrow::Type::INT64:
      return type.id() == LogicalTypeId::BIGINT;
    case arrow::Type::UINT64:
      return type.id() == LogicalTypeId::UBIGINT;
    case arrow::Type::FLOAT:
      return type.id() == LogicalTypeId::FLOAT;
    case arrow::Type::DOUBLE:
      return type.id() == LogicalTypeId::DOUBLE;
    case arrow::Type::STRING:
      return field.kind == catalog::FieldKind::kIp ? IsIp(type)
                                                   : type.id() == LogicalTypeId::VARCHAR;
    case arrow::Type::BINARY:
      return type.id() == LogicalTypeId::BLOB;
    case arrow::Type::TIMESTAMP:
      return type.id() == (static_cast<const arrow::TimestampType&>(*field.type).unit() ==
                                   arrow::TimeUnit::NANO
                               ? LogicalTypeId::TIMESTAMP_NS
                               : LogicalTypeId::TIMESTAMP_TZ);
    case arrow::Type::LIST:
      return type.id() == LogicalTypeId::LIST;
    case arrow::Type::STRUCT:
      return type.id() == LogicalTypeId::STRUCT;
    default:
      return false;
  }
}

/// The member of an object at a position of its Arrow struct.
const catalog::Field* MemberAt(const catalog::Field& object, size_t position) {
  if (position >= object.children.size()) return nullptr;
  return &object.children[position];
}

const catalog::Field* MemberNamed(const catalog::Field& object, const std::string& name) {
  for (const catalog::Field& member : object.children) {
    if (duckdb::StringUtil::CIEquals(member.name, name)) return &member;
  }
  return nullptr;
}

const catalog::Field* ReferencedField(const duckdb::BoundColumnRefExpression& reference,
                                      const duckdb::LogicalGet& get,
                                      const catalog::Table& table, std::string* reason) {
  const auto& columns = get.GetColumnIds();
  if (reference.binding.table_index != get.table_index || reference.depth != 0 ||
      reference.binding.column_index >= columns.size()) {
    *reason = "a column of another scan";
    return nullptr;
  }
  const duckdb::ColumnIndex& column = columns[reference.binding.column_index];
  const catalog::Field* field = UncastFieldOf(column, table);
  if (field == nullptr) {
    *reason = FieldOf(column, table) == nullptr ? "a virtual column" : kCast;
  }
  return field;
}

/// A member of an object: struct_extract(object, 'name') or struct_extract_at(object,
/// 1).
const catalog::Field* ExtractedField(const duckdb::BoundFunctionExpression& call,
                                     const duckdb::LogicalGet& get,
                                     const catalog::Table& table, std::string* reason) {
  if (!IsMemberAccess(call)) {
    *reason = "function " + call.function.name;
    return nullptr;
  }
  const catalog::Field* object = FieldOf(*call.children[0], get, table, reason);
  if (object == nullptr) return nullptr;
  const catalog::Field* member = IsStruct(*object) ? MemberOf(call, *object) : nullptr;
  if (member == nullptr) *reason = "not a member of an object";
  return member;
}

}  // namespace

bool IsMemberAccess(const duckdb::BoundFunctionExpression& call) {
  const std::string& name = call.function.name;
  return (name == "struct_extract" || name == "array_extract" ||
          name == "struct_extract_at") &&
         call.children.size() == 2 &&
         call.children[0]->return_type.id() == LogicalTypeId::STRUCT &&
         call.children[1]->GetExpressionClass() == ExpressionClass::BOUND_CONSTANT;
}

const catalog::Field* MemberOf(const duckdb::BoundFunctionExpression& call,
                               const catalog::Field& object) {
  const duckdb::Value& key =
      call.children[1]->Cast<duckdb::BoundConstantExpression>().value;
  if (key.IsNull()) return nullptr;
  if (key.type().id() == LogicalTypeId::VARCHAR) {
    return MemberNamed(object, duckdb::StringValue::Get(key));
  }
  if (key.type().IsIntegral() && key.GetValue<int64_t>() > 0) {
    return MemberAt(object, static_cast<size_t>(key.GetValue<int64_t>() - 1));
  }
  return nullptr;
}

const catalog::Field* FieldOf(const duckdb::ColumnIndex& column,
                              const catalog::Table& table) {
  if (!column.HasPrimaryIndex()) return nullptr;
  if (const auto hidden = column.GetPrimaryIndex();
      hidden >= kHiddenColumns && hidden - kHiddenColumns < table.hidden.size()) {
    return &table.hidden[hidden - kHiddenColumns];
  }
  if (column.GetPrimaryIndex() >= table.fields.size()) return nullptr;
  const catalog::Field* field = &table.fields[column.GetPrimaryIndex()];
  const duckdb::ColumnIndex* index = &column;
  while (field != nullptr && index->IsPushdownExtract()) {
    index = &index->GetChildIndex(0);
    field = IsStruct(*field) ? MemberAt(*field, index->GetPrimaryIndex()) : nullptr;
  }
  return field;
}

const catalog::Field* UncastFieldOf(const duckdb::ColumnIndex& column,
                                    const catalog::Table& table) {
  const catalog::Field* field = FieldOf(column, table);
  if (field == nullptr || !column.IsPushdownExtract()) return field;
  return IsShownAs(*field, column.GetScanType()) ? field : nullptr;
}

const catalog::Field* FieldOf(const Expression& expression, const duckdb::LogicalGet& get,
                              const catalog::Table& table, std::string* reason) {
  switch (expression.GetExpressionClass()) {
    case ExpressionClass::BOUND_COLUMN_REF:
      return ReferencedField(expression.Cast<duckdb::BoundColumnRefExpression>(), get,
                             table, reason);
    case ExpressionClass::BOUND_FUNCTION:
      return ExtractedField(expression.Cast<duckdb::BoundFunctionExpression>(), get,
                            table, reason);
    case ExpressionClass::BOUND_CAST:
      *reason = kCast;
      return nullptr;
    default:
      *reason = "not a plain column";
      return nullptr;
  }
}

const catalog::Field* LeafOf(const Expression& expression, const duckdb::LogicalGet& get,
                             const catalog::Table& table, std::string* reason) {
  const catalog::Field* field = FieldOf(expression, get, table, reason);
  if (field == nullptr) return nullptr;
  if (field->inside_nested) {
    *reason = "the field is inside a nested object";
    return nullptr;
  }
  if (IsObject(field->kind) || field->type->num_fields() > 0) {
    *reason = "not a single-valued leaf field";
    return nullptr;
  }
  return field;
}

std::optional<Comparison> ComparisonOf(ExpressionType type) {
  switch (type) {
    case ExpressionType::COMPARE_EQUAL:
      return Comparison::kEqual;
    case ExpressionType::COMPARE_NOTEQUAL:
      return Comparison::kNotEqual;
    case ExpressionType::COMPARE_LESSTHAN:
      return Comparison::kLess;
    case ExpressionType::COMPARE_LESSTHANOREQUALTO:
      return Comparison::kLessEqual;
    case ExpressionType::COMPARE_GREATERTHAN:
      return Comparison::kGreater;
    case ExpressionType::COMPARE_GREATERTHANOREQUALTO:
      return Comparison::kGreaterEqual;
    default:
      return std::nullopt;
  }
}

std::optional<Literal> LiteralOf(const duckdb::Value& value) {
  if (value.IsNull()) return std::nullopt;
  if (IsIp(value.type())) {
    return core::ToString(AddressOf(duckdb::UhugeIntValue::Get(value)));
  }
  switch (value.type().id()) {
    case LogicalTypeId::BOOLEAN:
      return duckdb::BooleanValue::Get(value);
    case LogicalTypeId::TINYINT:
    case LogicalTypeId::SMALLINT:
    case LogicalTypeId::INTEGER:
    case LogicalTypeId::BIGINT:
    case LogicalTypeId::UTINYINT:
    case LogicalTypeId::USMALLINT:
    case LogicalTypeId::UINTEGER:
      return value.GetValue<int64_t>();
    case LogicalTypeId::UBIGINT:
      return value.GetValue<uint64_t>();
    case LogicalTypeId::FLOAT:
      return static_cast<double>(duckdb::FloatValue::Get(value));
    case LogicalTypeId::DOUBLE:
      return duckdb::DoubleValue::Get(value);
    case LogicalTypeId::VARCHAR:
      return duckdb::StringValue::Get(value);
    case LogicalTypeId::TIMESTAMP_TZ: {
      const duckdb::timestamp_t timestamp(duckdb::TimestampTZValue::Get(value));
      if (!duckdb::Timestamp::IsFinite(timestamp)) return std::nullopt;
      return plan::TimestampMicros{timestamp.value};
    }
    case LogicalTypeId::TIMESTAMP_NS: {
      const duckdb::timestamp_ns_t timestamp = duckdb::TimestampNSValue::Get(value);
      if (!duckdb::Timestamp::IsFinite(timestamp)) return std::nullopt;
      return timestamp.value;
    }
    default:
      return std::nullopt;
  }
}

}  // namespace recurve::engine
