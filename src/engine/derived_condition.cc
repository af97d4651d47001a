// SPDX-License-Identifier: Apache-2.0
#include <limits>
#include <string>
#include <utility>

#include "engine/column_reader_internal.h"
#include "engine/derived_condition_internal.h"
#include "engine/ordered_function_internal.h"

namespace recurve::engine {

using duckdb::Expression;
using duckdb::ExpressionClass;
using duckdb::LogicalTypeId;
using plan::Comparison;
using plan::Condition;
using plan::Literal;

Condition Combined(Condition::Kind kind, std::vector<Condition> children) {
  Condition condition;
  condition.kind = kind;
  condition.children = std::move(children);
  return condition;
}
Condition Both(Condition left, Condition right) {
  return Combined(Condition::Kind::kAnd, {std::move(left), std::move(right)});
}
Condition Either(Condition left, Condition right) {
  return Combined(Condition::Kind::kOr, {std::move(left), std::move(right)});
}
Condition Negation(Condition condition) {
  return Combined(Condition::Kind::kNot, {std::move(condition)});
}

Condition Compare(const catalog::Field& field, Comparison comparison, Literal literal) {
  Condition condition;
  condition.kind = Condition::Kind::kCompare;
  condition.field = &field;
  condition.comparison = comparison;
  condition.literals.push_back(std::move(literal));
  return condition;
}

namespace {

constexpr plan::TimestampMicros kYearOne{-62135596800000000};

Condition Opaque(std::string reason) {
  Condition condition;
  condition.reason = std::move(reason);
  return condition;
}

/// `ts AT TIME ZONE 'zone'` is at most 16 hours from the instant, and otherwise not in
/// order: an hour is said twice when summer time ends.
/// Source   IANA time zone database: -15:56:08 (Asia/Manila) to +15:13:42
///          (America/Metlakatla), both before 1868.
std::optional<Condition> ReadZoned(const Expression& expression, Comparison comparison,
                                   const duckdb::Value& value, const LeafReader& leaf) {
  if (expression.GetExpressionClass() != ExpressionClass::BOUND_FUNCTION) {
    return std::nullopt;
  }
  const auto& call = expression.Cast<duckdb::BoundFunctionExpression>();
  if (call.function.name != "timezone" || call.children.size() != 2 ||
      call.children[0]->GetExpressionClass() != ExpressionClass::BOUND_CONSTANT ||
      call.children[1]->return_type.id() != LogicalTypeId::TIMESTAMP_TZ ||
      value.type().id() != LogicalTypeId::TIMESTAMP) {
    return std::nullopt;
  }
  const catalog::Field* field = leaf(*call.children[1]);
  const duckdb::timestamp_t time = duckdb::TimestampValue::Get(value);
  constexpr int64_t kMostMicros = int64_t{16} * 3600 * 1000000;
  constexpr int64_t kFarthest = std::numeric_limits<int64_t>::max() / 2;
  if (field == nullptr || !duckdb::Timestamp::IsFinite(time) || time.value > kFarthest ||
      time.value < -kFarthest) {
    return std::nullopt;
  }
  const auto within = [&](Comparison wanted) {
    Condition from = Compare(*field, Comparison::kGreaterEqual,
                             plan::TimestampMicros{time.value - kMostMicros});
    Condition to = Compare(*field, Comparison::kLessEqual,
                           plan::TimestampMicros{time.value + kMostMicros});
    switch (wanted) {
      case Comparison::kEqual:
        return Both(std::move(from), std::move(to));
      case Comparison::kNotEqual:
        return Opaque("any time but one in a time zone");
      case Comparison::kLess:
      case Comparison::kLessEqual:
        return to;
      default:
        return from;
    }
  };
  Condition wider;
  wider.kind = Condition::Kind::kWider;
  wider.reason = "16 hours of room for the time zone, checked again above";
  wider.children = {within(comparison), within(plan::Opposite(comparison))};
  return wider;
}

/// `CAST(n AS VARCHAR) = '5'`: one number or none, because DuckDB writes each number in
/// one way.
std::optional<Condition> ReadNumberAsText(const Expression& expression,
                                          Comparison comparison,
                                          const duckdb::Value& text,
                                          const LeafReader& leaf) {
  if (expression.GetExpressionClass() != ExpressionClass::BOUND_CAST ||
      text.type().id() != LogicalTypeId::VARCHAR ||
      (comparison != Comparison::kEqual && comparison != Comparison::kNotEqual)) {
    return std::nullopt;
  }
  const auto& cast = expression.Cast<duckdb::BoundCastExpression>();
  const auto& type = cast.child->return_type;
  if (!type.IsIntegral() && type.id() != LogicalTypeId::BOOLEAN) return std::nullopt;
  const catalog::Field* field = leaf(*cast.child);
  if (field == nullptr) return std::nullopt;
  Condition in;
  in.kind = Condition::Kind::kIn;
  in.field = field;
  duckdb::Value number;
  duckdb::string error;
  if (text.DefaultTryCastAs(type, number, &error) && !number.IsNull() &&
      number.DefaultCastAs(LogicalTypeId::VARCHAR) == text) {
    auto literal = LiteralOf(number);
    if (!literal) return std::nullopt;
    in.literals.push_back(*std::move(literal));
  }
  return comparison == Comparison::kEqual ? std::move(in) : Negation(std::move(in));
}

/// A function that keeps the order of one column, as a range of the column.
std::optional<Condition> ReadOrdered(duckdb::ClientContext& context,
                                     const Expression& expression, Comparison comparison,
                                     const duckdb::Value& value, const LeafReader& leaf) {
  const Expression* column = OrderedColumn(expression);
  if (column == nullptr) return std::nullopt;
  const catalog::Field* field = leaf(*column);
  if (field == nullptr) return std::nullopt;
  const bool negated = comparison == Comparison::kNotEqual;
  const auto range =
      RangeOf(context, expression, negated ? Comparison::kEqual : comparison, value);
  if (!range) return std::nullopt;
  Condition within;
  if (range->none) {
    within.kind = Condition::Kind::kIn;
    within.field = field;
  } else {
    within.kind = Condition::Kind::kAnd;
    const auto add = [&](Comparison bound, const std::optional<duckdb::Value>& at) {
      if (!at) return true;
      auto literal = LiteralOf(*at);
      if (!literal) return false;
      within.children.push_back(Compare(*field, bound, *std::move(literal)));
      return true;
    };
    if (!add(Comparison::kGreaterEqual, range->first) ||
        !add(Comparison::kLessEqual, range->last) || within.children.empty()) {
      return std::nullopt;
    }
  }
  if (negated) within = Negation(std::move(within));
  if (!range->from_year_one) return within;
  const Condition before = Compare(*field, Comparison::kLess, kYearOne);
  Condition wider;
  wider.kind = Condition::Kind::kWider;
  wider.reason = "times before the year 1 are looked at above";
  wider.children = {Either(within, before), Either(Negation(within), before)};
  return wider;
}

}  // namespace

std::optional<Condition> ReadDerived(duckdb::ClientContext& context,
                                     const Expression& expression, Comparison comparison,
                                     const duckdb::Value& constant,
                                     const LeafReader& leaf) {
  if (auto zoned = ReadZoned(expression, comparison, constant, leaf)) return zoned;
  if (auto text = ReadNumberAsText(expression, comparison, constant, leaf)) return text;
  return ReadOrdered(context, expression, comparison, constant, leaf);
}

}  // namespace recurve::engine
