// SPDX-License-Identifier: Apache-2.0
#include <string_view>

#include "engine/coarse_time_internal.h"
#include "engine/date_bucket_internal.h"

namespace recurve::engine {

using duckdb::Expression;
using duckdb::ExpressionClass;
using duckdb::LogicalTypeId;
using Unit = plan::DateBucket::Unit;

namespace {

constexpr int64_t kSecondsPerDay = 86400;
constexpr int64_t kMicrosPerSecond = 1000000;

struct NamedUnit {
  std::string_view name;
  plan::DateBucket bucket;
};

// The names that DuckDB has for them (src/common/enums/date_part_specifier.cpp).
constexpr NamedUnit kUnits[] = {
    {"second", {Unit::kSeconds, 1}},  {"minute", {Unit::kSeconds, 60}},
    {"hour", {Unit::kSeconds, 3600}}, {"day", {Unit::kSeconds, kSecondsPerDay}},
    {"week", {Unit::kWeek, 0}},       {"month", {Unit::kMonth, 0}},
    {"quarter", {Unit::kQuarter, 0}}, {"year", {Unit::kYear, 0}},
};

std::optional<plan::DateBucket> UnitNamed(const duckdb::Value& value) {
  if (value.IsNull() || value.type().id() != LogicalTypeId::VARCHAR) return std::nullopt;
  const auto name = duckdb::StringUtil::Lower(duckdb::StringValue::Get(value));
  for (const NamedUnit& unit : kUnits) {
    if (unit.name == name) return unit.bucket;
  }
  return std::nullopt;
}

// Widths that both sides count from instants that are the same modulo the width.
std::optional<plan::DateBucket> BucketOf(const duckdb::Value& value) {
  if (value.IsNull() || value.type().id() != LogicalTypeId::INTERVAL) return std::nullopt;
  const auto width = value.GetValue<duckdb::interval_t>();
  if (width.months != 0) {
    if (width.days != 0 || width.micros != 0) return std::nullopt;
    if (width.months == 1) return plan::DateBucket{Unit::kMonth, 0};
    if (width.months == 3) return plan::DateBucket{Unit::kQuarter, 0};
    if (width.months == 12) return plan::DateBucket{Unit::kYear, 0};
    return std::nullopt;
  }
  if (width.days == 7 && width.micros == 0) return plan::DateBucket{Unit::kWeek, 0};
  if (width.days < 0 || width.days > 1 || width.micros % kMicrosPerSecond != 0) {
    return std::nullopt;
  }
  const int64_t seconds = width.days * kSecondsPerDay + width.micros / kMicrosPerSecond;
  if (seconds <= 0 || kSecondsPerDay % seconds != 0) return std::nullopt;
  return plan::DateBucket{Unit::kSeconds, seconds};
}

bool IsInstant(const Expression& expression) {
  return expression.return_type.id() == LogicalTypeId::TIMESTAMP_TZ;
}

}  // namespace

std::optional<ReadBucket> ReadDateBucket(const Expression& expression) {
  if (expression.GetExpressionClass() == ExpressionClass::BOUND_CAST) {
    const auto& cast = expression.Cast<duckdb::BoundCastExpression>();
    if (cast.return_type.id() != LogicalTypeId::DATE || cast.try_cast ||
        !IsInstantColumn(*cast.child)) {
      return std::nullopt;
    }
    return ReadBucket{{Unit::kSeconds, kSecondsPerDay}, cast.child.get()};
  }
  if (expression.GetExpressionClass() != ExpressionClass::BOUND_FUNCTION) {
    return std::nullopt;
  }
  const auto& call = expression.Cast<duckdb::BoundFunctionExpression>();
  if (call.children.size() != 2 || !IsInstant(call) ||
      !IsInstantColumn(*call.children[1]) ||
      call.children[0]->GetExpressionClass() != ExpressionClass::BOUND_CONSTANT) {
    return std::nullopt;
  }
  const auto& first = call.children[0]->Cast<duckdb::BoundConstantExpression>().value;
  std::optional<plan::DateBucket> bucket;
  if (call.function.name == "date_trunc" || call.function.name == "datetrunc") {
    bucket = UnitNamed(first);
  } else if (call.function.name == "time_bucket") {
    bucket = BucketOf(first);
  }
  if (!bucket) return std::nullopt;
  return ReadBucket{*bucket, call.children[1].get()};
}

}  // namespace recurve::engine
