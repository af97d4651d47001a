// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <set>
#include <string>

#include "duckdb/planner/expression_iterator.hpp"
#include "engine/coarse_time_internal.h"

namespace recurve::engine {

using duckdb::Expression;
using duckdb::ExpressionClass;
using duckdb::LogicalTypeId;

namespace {

constexpr int64_t kDay = 86400;
constexpr int64_t kHour = 3600;
// Every zone has been a multiple of it from UTC since October 1979 (tz database 2025b;
// the last was Pacific/Kiritimati). The scan checks each stretch all the same.
constexpr int64_t kQuarterHour = 900;
constexpr int64_t kMicrosPerSecond = 1000000;

bool IsHour(const std::string& unit) { return unit == "hour" || unit == "hours"; }

/// Units of date_trunc and names of date parts that no instant within a day changes.
bool IsDayOrMore(const std::string& unit) {
  static const std::set<std::string> kUnits = {
      "day",        "days",    "dayofmonth", "dayofweek", "weekday",  "dow",
      "isodow",     "doy",     "dayofyear",  "week",      "weeks",    "weekofyear",
      "yearweek",   "month",   "months",     "quarter",   "quarters", "year",
      "years",      "isoyear", "decade",     "decades",   "century",  "centuries",
      "millennium", "era",     "monthname",  "dayname",   "last_day"};
  return kUnits.contains(unit);
}

std::optional<std::string> ConstantText(const Expression& expression) {
  if (expression.GetExpressionClass() != ExpressionClass::BOUND_CONSTANT) {
    return std::nullopt;
  }
  const auto& value = expression.Cast<duckdb::BoundConstantExpression>().value;
  if (value.IsNull() || value.type().id() != LogicalTypeId::VARCHAR) return std::nullopt;
  return duckdb::StringUtil::Lower(duckdb::StringValue::Get(value));
}

/// A width that begins at quarters of an hour: DuckDB counts from 2000-01-03 and, for
/// months, from 2000-01-01.
bool IsWidthOfQuarters(const Expression& expression) {
  if (expression.GetExpressionClass() != ExpressionClass::BOUND_CONSTANT) return false;
  const auto& value = expression.Cast<duckdb::BoundConstantExpression>().value;
  if (value.IsNull() || value.type().id() != LogicalTypeId::INTERVAL) return false;
  const auto width = value.GetValue<duckdb::interval_t>();
  return width.micros % (kQuarterHour * kMicrosPerSecond) == 0;
}

class Reader {
 public:
  /// False unless the expression is constant within a stretch.
  bool Read(const Expression& expression) {
    if (expression.GetExpressionClass() == ExpressionClass::BOUND_CONSTANT) return true;
    if (const auto grain = Cut(expression)) {
      result_.grain_seconds =
          result_.grain_seconds == 0 ? *grain : std::min(result_.grain_seconds, *grain);
      return true;
    }
    switch (expression.GetExpressionClass()) {
      case ExpressionClass::BOUND_CASE:
      case ExpressionClass::BOUND_CAST:
      case ExpressionClass::BOUND_COMPARISON:
      case ExpressionClass::BOUND_CONJUNCTION:
      case ExpressionClass::BOUND_FUNCTION:
      case ExpressionClass::BOUND_OPERATOR:
        break;
      default:
        return false;
    }
    bool coarse = true;
    size_t num_children = 0;
    duckdb::ExpressionIterator::EnumerateChildren(expression,
                                                  [&](const Expression& child) {
                                                    ++num_children;
                                                    coarse = coarse && Read(child);
                                                  });
    return coarse && num_children > 0;
  }

  std::optional<CoarseTime> Finish() {
    if (result_.instant == nullptr) return std::nullopt;
    if (!result_.clocks.empty()) result_.grain_seconds = kQuarterHour;
    return std::move(result_);
  }

 private:
  /// The stretches at which a function cuts an instant or a local time, in seconds.
  std::optional<int64_t> Cut(const Expression& expression) {
    if (expression.GetExpressionClass() == ExpressionClass::BOUND_CAST) {
      const auto& cast = expression.Cast<duckdb::BoundCastExpression>();
      if (cast.return_type.id() != LogicalTypeId::DATE || !IsTime(*cast.child)) {
        return std::nullopt;
      }
      return kDay;
    }
    if (expression.GetExpressionClass() != ExpressionClass::BOUND_FUNCTION) {
      return std::nullopt;
    }
    const auto& call = expression.Cast<duckdb::BoundFunctionExpression>();
    const auto& name = call.function.name;
    if (call.children.size() == 1) {
      const auto grain = GrainOf(name);
      return grain && IsTime(*call.children[0]) ? grain : std::nullopt;
    }
    if (call.children.size() != 2) return std::nullopt;
    std::optional<int64_t> grain;
    if (name == "time_bucket") {
      if (IsWidthOfQuarters(*call.children[0])) grain = kQuarterHour;
    } else if (name == "date_trunc" || name == "datetrunc" || name == "date_part" ||
               name == "datepart") {
      if (const auto unit = ConstantText(*call.children[0])) grain = GrainOf(*unit);
    }
    return grain && IsTime(*call.children[1]) ? grain : std::nullopt;
  }

  static std::optional<int64_t> GrainOf(const std::string& unit) {
    if (IsHour(unit)) return kHour;
    if (IsDayOrMore(unit)) return kDay;
    return std::nullopt;
  }

  /// The column itself, or its time in a zone.
  bool IsTime(const Expression& expression) {
    if (expression.return_type.id() == LogicalTypeId::TIMESTAMP_TZ) {
      return IsInstant(expression);
    }
    if (expression.return_type.id() != LogicalTypeId::TIMESTAMP) return false;
    if (expression.GetExpressionClass() == ExpressionClass::BOUND_CAST) {
      // The zone of every session is UTC.
      return IsTime(*expression.Cast<duckdb::BoundCastExpression>().child);
    }
    if (expression.GetExpressionClass() != ExpressionClass::BOUND_FUNCTION) return false;
    const auto& call = expression.Cast<duckdb::BoundFunctionExpression>();
    if (call.function.name != "timezone" || call.children.size() != 2 ||
        !ConstantText(*call.children[0]) || !IsInstant(*call.children[1])) {
      return false;
    }
    const auto same = [&](const Expression* clock) { return clock->Equals(expression); };
    if (std::ranges::none_of(result_.clocks, same)) result_.clocks.push_back(&expression);
    return true;
  }

  bool IsInstant(const Expression& expression) {
    if (!IsInstantColumn(expression)) return false;
    if (result_.instant == nullptr) result_.instant = &expression;
    return result_.instant->Equals(expression);
  }

  CoarseTime result_;
};

}  // namespace

bool IsInstantColumn(const Expression& expression) {
  if (expression.return_type.id() != LogicalTypeId::TIMESTAMP_TZ) return false;
  if (expression.GetExpressionClass() == ExpressionClass::BOUND_COLUMN_REF) return true;
  return expression.GetExpressionClass() == ExpressionClass::BOUND_FUNCTION &&
         expression.Cast<duckdb::BoundFunctionExpression>().function.name.rfind(
             "struct_extract", 0) == 0;
}

std::optional<CoarseTime> ReadCoarseTime(const Expression& expression) {
  if (expression.IsVolatile()) return std::nullopt;
  Reader reader;
  if (!reader.Read(expression)) return std::nullopt;
  return reader.Finish();
}

void ReplaceParts(duckdb::unique_ptr<Expression>& expression, const Expression& part,
                  const Expression& by) {
  if (expression->Equals(part)) {
    expression = by.Copy();
    return;
  }
  duckdb::ExpressionIterator::EnumerateChildren(
      *expression,
      [&](duckdb::unique_ptr<Expression>& child) { ReplaceParts(child, part, by); });
}

}  // namespace recurve::engine
