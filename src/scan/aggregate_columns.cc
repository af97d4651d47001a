// SPDX-License-Identifier: Apache-2.0
#include "scan/aggregate_columns.h"

#include <algorithm>
#include <cmath>
#include <string_view>

#include "arrow/builder.h"
#include "arrow/type.h"
#include "core/error_detail.h"
#include "fmt/format.h"
#include "plan/aggregate_rules.h"

namespace recurve::scan {

using decode::MeasureValue;
using plan::AggregateFunction;

namespace {

constexpr double kExactBelow = 9007199254740992;  // 2^53
constexpr int64_t kMicrosPerMilli = 1000;

arrow::Status NotExact(const plan::Aggregate& aggregate, std::string_view why) {
  return core::MakeError(
      core::ErrorKind::kPushdownDisproved,
      fmt::format("{} of field {} cannot be left to the cluster: {}",
                  plan::ToString(aggregate.function), aggregate.field->path, why));
}

arrow::Status CheckSum(const plan::Aggregate& aggregate, const MeasureValue& value) {
  const double largest =
      std::max(std::abs(value.min.value_or(0)), std::abs(value.max.value_or(0)));
  if (plan::IsInteger(*aggregate.field)) {
    if (static_cast<double>(value.count) * largest < kExactBelow) {
      return arrow::Status::OK();
    }
    return NotExact(aggregate, "the sum may be beyond 2^53");
  }
  if (!std::isfinite(value.sum)) {
    return NotExact(aggregate, "the sum is beyond the range of a double");
  }
  if (value.min >= 0.0 || value.max <= 0.0) return arrow::Status::OK();
  return NotExact(aggregate, "its values have both signs, the order of additions counts");
}

double Average(const plan::Aggregate& aggregate, const MeasureValue& value) {
  if (plan::IsInteger(*aggregate.field)) {
    return WholeAverage(*aggregate.field, static_cast<int64_t>(value.sum), value.count);
  }
  return value.sum / static_cast<double>(value.count);
}

// Both extremes are looked at, whichever is wanted: what holds of all rows then holds of
// each group.
arrow::Status CheckExtremes(const plan::Aggregate& aggregate, const MeasureValue& value) {
  const bool floating = plan::IsFloating(*aggregate.field);
  for (const double extreme : {value.min.value_or(0), value.max.value_or(0)}) {
    if (std::isnan(extreme) || (!floating && std::abs(extreme) >= kExactBelow)) {
      return NotExact(aggregate, "a value may be beyond 2^53");
    }
  }
  return arrow::Status::OK();
}

arrow::Status AppendExtreme(const plan::Aggregate& aggregate, double value,
                            arrow::ArrayBuilder& builder) {
  const bool floating = plan::IsFloating(*aggregate.field);
  const auto whole = static_cast<int64_t>(floating ? 0 : value);
  switch (builder.type()->id()) {
    case arrow::Type::BOOL:
      return static_cast<arrow::BooleanBuilder&>(builder).Append(value != 0);
    case arrow::Type::INT8:
      return static_cast<arrow::Int8Builder&>(builder).Append(static_cast<int8_t>(whole));
    case arrow::Type::INT16:
      return static_cast<arrow::Int16Builder&>(builder).Append(
          static_cast<int16_t>(whole));
    case arrow::Type::INT32:
      return static_cast<arrow::Int32Builder&>(builder).Append(
          static_cast<int32_t>(whole));
    case arrow::Type::INT64:
      return static_cast<arrow::Int64Builder&>(builder).Append(whole);
    case arrow::Type::FLOAT:
      return static_cast<arrow::FloatBuilder&>(builder).Append(static_cast<float>(value));
    case arrow::Type::DOUBLE:
      return static_cast<arrow::DoubleBuilder&>(builder).Append(value);
    case arrow::Type::TIMESTAMP:
      // Below 2^53 * 1000, which is below 2^63.
      return static_cast<arrow::TimestampBuilder&>(builder).Append(whole *
                                                                   kMicrosPerMilli);
    default:
      return core::MakeError(core::ErrorKind::kInternal,
                             "an aggregate of a type that has no extremes");
  }
}

arrow::Status AppendValue(const plan::Aggregate& aggregate, const MeasureValue& value,
                          arrow::ArrayBuilder& builder) {
  switch (aggregate.function) {
    case AggregateFunction::kCountRows:
    case AggregateFunction::kCount:
    case AggregateFunction::kCountDistinct:
      return static_cast<arrow::Int64Builder&>(builder).Append(value.count);
    case AggregateFunction::kSum:
    case AggregateFunction::kAvg:
      if (value.count == 0) return builder.AppendNull();
      ARROW_RETURN_NOT_OK(CheckSum(aggregate, value));
      if (aggregate.function == AggregateFunction::kAvg) {
        return static_cast<arrow::DoubleBuilder&>(builder).Append(
            Average(aggregate, value));
      }
      if (builder.type()->id() == arrow::Type::INT64) {
        return static_cast<arrow::Int64Builder&>(builder).Append(
            static_cast<int64_t>(value.sum));
      }
      return static_cast<arrow::DoubleBuilder&>(builder).Append(value.sum);
    case AggregateFunction::kMin:
    case AggregateFunction::kMax: {
      const auto& extreme =
          aggregate.function == AggregateFunction::kMin ? value.min : value.max;
      if (value.count == 0 || !extreme) return builder.AppendNull();
      ARROW_RETURN_NOT_OK(CheckExtremes(aggregate, value));
      return AppendExtreme(aggregate, *extreme, builder);
    }
  }
  return arrow::Status::OK();
}

}  // namespace

double WholeAverage(const catalog::Field& field, int64_t sum, int64_t count) {
  const bool wide = field.kind == catalog::FieldKind::kInteger ||
                    field.kind == catalog::FieldKind::kLong;
  if (!wide) return static_cast<double>(sum) / static_cast<double>(count);
  return static_cast<double>(static_cast<long double>(sum) /
                             static_cast<long double>(count));
}

arrow::Result<std::shared_ptr<arrow::Array>> AggregateColumn(
    const plan::Aggregate& aggregate, const std::vector<MeasureValue>& values) {
  ARROW_ASSIGN_OR_RAISE(auto builder, arrow::MakeBuilder(aggregate.type));
  for (const MeasureValue& value : values) {
    ARROW_RETURN_NOT_OK(AppendValue(aggregate, value, *builder));
  }
  return builder->Finish();
}

}  // namespace recurve::scan
