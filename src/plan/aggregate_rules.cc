// SPDX-License-Identifier: Apache-2.0
#include "plan/aggregate_rules.h"

#include "arrow/type.h"
#include "fmt/format.h"
#include "plan/field_rules.h"

namespace recurve::plan {

using catalog::Field;
using catalog::FieldKind;

namespace {

std::string NotYet(const Field& field, std::string_view what) {
  return fmt::format("{} of {} of type {} is not pushed", what, field.path,
                     field.es_type);
}

// What the column shows is then not what the doc values hold.
std::string WhyRoundingUnknown(const Field& field) {
  if (field.kind != FieldKind::kFloat ||
      field.float_rounding != catalog::FloatRounding::kUnknown) {
    return {};
  }
  return fmt::format(
      "{} may have been rounded in two ways: the index is older than the cluster, "
      "reindex it",
      field.path);
}

// A child is no row of the table.
std::string InsideNested(const Field& field) {
  return fmt::format("{} is inside a nested object", field.path);
}

}  // namespace

bool IsInteger(const Field& field) {
  switch (field.kind) {
    case FieldKind::kByte:
    case FieldKind::kShort:
    case FieldKind::kInteger:
    case FieldKind::kLong:
      return true;
    default:
      return false;
  }
}

bool IsFloating(const Field& field) {
  return field.kind == FieldKind::kFloat || field.kind == FieldKind::kDouble;
}

std::string WhyNotGroupable(const Field& field) {
  if (field.inside_nested) return InsideNested(field);
  switch (field.kind) {
    case FieldKind::kKeyword:
    case FieldKind::kByte:
    case FieldKind::kShort:
    case FieldKind::kInteger:
    case FieldKind::kLong:
    case FieldKind::kBoolean:
    case FieldKind::kDate:
    case FieldKind::kIp:
      break;
    case FieldKind::kText:
      return fmt::format("{} is analyzed text, which has no doc values", field.path);
    case FieldKind::kFloat:
    case FieldKind::kDouble:
      return fmt::format(
          "{} is floating: 0.0 and -0.0 are one group here and two in the cluster",
          field.path);
    default:
      return NotYet(field, "a group");
  }
  if (field.has_normalizer) {
    return fmt::format("{} has a normalizer: its doc values are not its value",
                       field.path);
  }
  return WhyNotTestableForNull(field);
}

std::string WhyNotAggregable(AggregateFunction function, const Field& field) {
  switch (function) {
    case AggregateFunction::kCountRows:
      return {};
    case AggregateFunction::kCount:
      break;
    case AggregateFunction::kCountDistinct:
      return WhyNotGroupable(field);
    case AggregateFunction::kSum:
    case AggregateFunction::kAvg:
      if (!IsInteger(field) && !IsFloating(field)) {
        return NotYet(field, ToString(function));
      }
      if (std::string why = WhyRoundingUnknown(field); !why.empty()) return why;
      break;
    case AggregateFunction::kMin:
    case AggregateFunction::kMax:
      if (!IsInteger(field) && !IsFloating(field) && field.kind != FieldKind::kDate &&
          field.kind != FieldKind::kBoolean) {
        return NotYet(field, ToString(function));
      }
      if (std::string why = WhyRoundingUnknown(field); !why.empty()) return why;
      break;
  }
  // It is a value of the mapping, which need not be in the index.
  if (!field.constants.empty()) return NotYet(field, ToString(function));
  if (field.inside_nested) return InsideNested(field);
  return WhyNotTestableForNull(field);
}

std::shared_ptr<arrow::DataType> AggregateType(AggregateFunction function,
                                               const Field* field) {
  switch (function) {
    case AggregateFunction::kCountRows:
    case AggregateFunction::kCount:
    case AggregateFunction::kCountDistinct:
      return arrow::int64();
    case AggregateFunction::kSum:
      return IsInteger(*field) ? arrow::int64() : arrow::float64();
    case AggregateFunction::kAvg:
      return arrow::float64();
    case AggregateFunction::kMin:
    case AggregateFunction::kMax:
      return field->type;
  }
  return arrow::int64();
}

}  // namespace recurve::plan
