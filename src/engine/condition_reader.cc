// SPDX-License-Identifier: Apache-2.0
#include <exception>
#include <optional>
#include <string>
#include <utility>

#include "engine/column_reader_internal.h"
#include "engine/condition_reader_internal.h"
#include "engine/derived_condition_internal.h"
#include "engine/full_text_internal.h"
#include "engine/geo_functions_internal.h"
#include "engine/ip_functions_internal.h"
#include "engine/ip_type_internal.h"
#include "engine/list_function_internal.h"
#include "engine/text_match_internal.h"

namespace recurve::engine {

using duckdb::Expression;
using duckdb::ExpressionClass;
using duckdb::ExpressionType;
using duckdb::LogicalType;
using duckdb::LogicalTypeId;
using plan::Comparison;
using plan::Condition;
using plan::Literal;

namespace {

class Reader {
 public:
  Reader(duckdb::ClientContext& context, FieldFinder find_field, FieldFinder find_leaf)
      : context_(context),
        find_field_(std::move(find_field)),
        find_leaf_(std::move(find_leaf)) {}

  Condition Read(const Expression& expression) const {
    Condition condition = ReadKind(expression);
    condition.text = TextOf(expression);
    return condition;
  }

 private:
  static Condition Opaque(std::string reason) {
    Condition condition;
    condition.reason = std::move(reason);
    return condition;
  }

  Condition ReadKind(const Expression& expression) const {
    if (expression.GetExpressionClass() == ExpressionClass::BOUND_COMPARISON) {
      return ReadComparison(expression.Cast<duckdb::BoundComparisonExpression>());
    }
    if (expression.GetExpressionClass() == ExpressionClass::BOUND_FUNCTION) {
      const auto& call = expression.Cast<duckdb::BoundFunctionExpression>();
      if (IsFullText(call)) {
        return ReadFullText(call, find_field_);
      }
    }
    switch (expression.GetExpressionType()) {
      case ExpressionType::COMPARE_BETWEEN:
        return ReadBetween(expression.Cast<duckdb::BoundBetweenExpression>());
      case ExpressionType::COMPARE_IN:
      case ExpressionType::COMPARE_NOT_IN:
        return ReadIn(expression.Cast<duckdb::BoundOperatorExpression>());
      case ExpressionType::OPERATOR_IS_NULL:
      case ExpressionType::OPERATOR_IS_NOT_NULL:
        return ReadIsNull(expression.Cast<duckdb::BoundOperatorExpression>());
      case ExpressionType::OPERATOR_NOT: {
        Condition negation;
        negation.kind = Condition::Kind::kNot;
        negation.children.push_back(
            Read(*expression.Cast<duckdb::BoundOperatorExpression>().children[0]));
        return negation;
      }
      case ExpressionType::CONJUNCTION_AND:
      case ExpressionType::CONJUNCTION_OR: {
        Condition conjunction;
        conjunction.kind =
            expression.GetExpressionType() == ExpressionType::CONJUNCTION_AND
                ? Condition::Kind::kAnd
                : Condition::Kind::kOr;
        for (const auto& child :
             expression.Cast<duckdb::BoundConjunctionExpression>().children) {
          conjunction.children.push_back(Read(*child));
        }
        return conjunction;
      }
      default:
        return ReadBoolean(expression);
    }
  }

  Condition ReadNetwork(const NetworkTest& test) const {
    std::string reason;
    Condition within;
    within.kind = Condition::Kind::kAddressIn;
    within.field = LeafOf(*test.address, &reason);
    if (within.field == nullptr) return Opaque(std::move(reason));
    within.literals = {core::ToString(test.range.first), core::ToString(test.range.last)};
    return within;
  }

  /// `constant`: what a distance is compared with.
  Condition ReadPlace(Condition::Kind kind, const PlaceTest& test,
                      Comparison comparison = Comparison::kEqual,
                      const Expression* constant = nullptr) const {
    std::string reason;
    Condition place;
    place.kind = kind;
    place.comparison = comparison;
    place.field = FieldOf(*test.point, &reason);
    if (place.field == nullptr) return Opaque(std::move(reason));
    place.literals.assign(test.numbers.begin(), test.numbers.end());
    if (constant == nullptr) return place;
    auto limit = ConstantOf(*constant, LogicalType::DOUBLE, &reason);
    if (!limit) return Opaque(std::move(reason));
    place.literals.push_back(*std::move(limit));
    return place;
  }

  Condition ReadMatch(const TextMatch& match) const {
    std::string reason;
    Condition matches;
    matches.kind = Condition::Kind::kMatches;
    matches.field = LeafOf(*match.column, &reason);
    if (matches.field == nullptr) return Opaque(std::move(reason));
    matches.pattern = match.pattern;
    if (!match.negated) return matches;
    Condition negation;
    negation.kind = Condition::Kind::kNot;
    negation.children.push_back(std::move(matches));
    return negation;
  }

  /// A boolean column alone is the condition "column = true".
  Condition ReadBoolean(const Expression& expression) const {
    std::string reason;
    if (const auto test = ReadNetworkTest(expression)) return ReadNetwork(*test);
    if (const auto box = ReadWithinBox(expression)) {
      return ReadPlace(Condition::Kind::kWithinBox, *box);
    }
    if (const auto list = ReadListTest(expression)) return ReadListTestOf(*list);
    if (const auto match = ReadTextMatch(expression, &reason)) return ReadMatch(*match);
    if (!reason.empty()) return Opaque(std::move(reason));
    const catalog::Field* field = LeafOf(expression, &reason);
    if (field == nullptr) return Opaque(std::move(reason));
    if (expression.return_type.id() != LogicalTypeId::BOOLEAN) {
      return Opaque("not a condition by itself");
    }
    return Compare(*field, Comparison::kEqual, true);
  }

  Condition ReadListTestOf(const ListTest& test) const {
    std::string reason;
    Condition has;
    has.kind = test.kind;
    has.field = FieldOf(*test.list, &reason);
    if (has.field == nullptr) return Opaque(std::move(reason));
    if (has.field->list_depth == 0) return Opaque("not a list of values");
    for (const duckdb::Value& element : test.elements) {
      auto literal = LiteralOf(element);
      if (!literal) return Opaque("the constant has no word for the cluster");
      has.literals.push_back(std::move(*literal));
    }
    return has;
  }

  Condition ReadComparison(const duckdb::BoundComparisonExpression& expression) const {
    const Expression* column = expression.left.get();
    const Expression* constant = expression.right.get();
    ExpressionType type = expression.GetExpressionType();
    if (column->GetExpressionClass() == ExpressionClass::BOUND_CONSTANT) {
      std::swap(column, constant);
      type = duckdb::FlipComparisonExpression(type);
    }
    if (type == ExpressionType::COMPARE_DISTINCT_FROM ||
        type == ExpressionType::COMPARE_NOT_DISTINCT_FROM) {
      return ReadDistinct(*column, *constant,
                          type == ExpressionType::COMPARE_DISTINCT_FROM);
    }
    const auto comparison = ComparisonOf(type);
    if (!comparison) return Opaque("a comparison without a word for the cluster");
    return ReadComparison(*column, *comparison, *constant);
  }

  Condition ReadComparison(const Expression& column, Comparison comparison,
                           const Expression& constant) const {
    std::string reason;
    if (const auto distance = ReadDistance(column)) {
      return ReadPlace(Condition::Kind::kDistance, *distance, comparison, &constant);
    }
    if (const auto match = ReadMappedEquality(column, comparison, constant)) {
      return ReadMatch(*match);
    }
    if (auto derived = ReadDerived(column, comparison, constant)) {
      return *std::move(derived);
    }
    const catalog::Field* field = LeafOf(column, &reason);
    if (field == nullptr) return Opaque(std::move(reason));
    auto literal = ConstantOf(constant, column.return_type, &reason);
    if (!literal) return Opaque(std::move(reason));
    return Compare(*field, comparison, std::move(*literal));
  }

  /// A comparison of something made of one column; nothing if it is the column itself or
  /// nothing that is known here.
  std::optional<Condition> ReadDerived(const Expression& expression,
                                       Comparison comparison,
                                       const Expression& constant) const {
    if (constant.GetExpressionClass() != ExpressionClass::BOUND_CONSTANT) {
      return std::nullopt;
    }
    const duckdb::Value& value = constant.Cast<duckdb::BoundConstantExpression>().value;
    if (value.IsNull()) return std::nullopt;
    if (expression.GetExpressionType() == ExpressionType::OPERATOR_COALESCE) {
      return ReadCoalesce(expression.Cast<duckdb::BoundOperatorExpression>(), comparison,
                          constant);
    }
    return engine::ReadDerived(context_, expression, comparison, value,
                               [this](const Expression& column) {
                                 std::string reason;
                                 return LeafOf(column, &reason);
                               });
  }

  /// COALESCE(a, b) = c is "a is not NULL and a = c, or a is NULL and b = c".
  Condition ReadCoalesce(const duckdb::BoundOperatorExpression& coalesce,
                         Comparison comparison, const Expression& constant) const {
    size_t position = coalesce.children.size() - 1;
    const Expression& last = *coalesce.children[position];
    Condition result;
    if (last.GetExpressionClass() == ExpressionClass::BOUND_CONSTANT && position > 0) {
      const auto& fallback = last.Cast<duckdb::BoundConstantExpression>().value;
      const auto& value = constant.Cast<duckdb::BoundConstantExpression>().value;
      if (fallback.IsNull() || fallback.type() != value.type()) {
        return Opaque("COALESCE with a constant that is NULL");
      }
      const Expression& child = *coalesce.children[--position];
      result = Present(child, comparison, constant);
      if (Holds(fallback, comparison, value)) {
        result = Either(std::move(result), IsNull(child));
      }
    } else {
      result = ReadComparison(last, comparison, constant);
    }
    while (position-- > 0) {
      const Expression& child = *coalesce.children[position];
      result = Either(Present(child, comparison, constant),
                      Both(IsNull(child), std::move(result)));
    }
    return result;
  }

  /// A comparison that is false for NULL.
  Condition Present(const Expression& column, Comparison comparison,
                    const Expression& constant) const {
    return Both(Negation(IsNull(column)), ReadComparison(column, comparison, constant));
  }

  static bool Holds(const duckdb::Value& left, Comparison comparison,
                    const duckdb::Value& right) {
    using Operations = duckdb::ValueOperations;
    switch (comparison) {
      case Comparison::kEqual:
        return Operations::Equals(left, right);
      case Comparison::kNotEqual:
        return Operations::NotEquals(left, right);
      case Comparison::kLess:
        return Operations::LessThan(left, right);
      case Comparison::kLessEqual:
        return Operations::LessThanEquals(left, right);
      case Comparison::kGreater:
        return Operations::GreaterThan(left, right);
      case Comparison::kGreaterEqual:
        return Operations::GreaterThanEquals(left, right);
    }
    return false;
  }

  Condition IsNull(const Expression& column) const {
    std::string reason;
    Condition condition;
    condition.kind = Condition::Kind::kIsNull;
    condition.field = LeafOf(column, &reason);
    return condition.field == nullptr ? Opaque(std::move(reason)) : condition;
  }

  /// IS [NOT] DISTINCT FROM a constant, which is never unknown.
  Condition ReadDistinct(const Expression& column, const Expression& constant,
                         bool distinct) const {
    if (constant.GetExpressionClass() != ExpressionClass::BOUND_CONSTANT) {
      return Opaque("not compared with a constant");
    }
    const duckdb::Value& value = constant.Cast<duckdb::BoundConstantExpression>().value;
    Condition same;
    if (value.IsNull()) {
      same = IsNull(column);
    } else {
      Condition equal = ReadComparison(column, Comparison::kEqual, constant);
      if (equal.kind == Condition::Kind::kOpaque &&
          value.type().id() == LogicalTypeId::BOOLEAN) {
        equal = Read(column);  // a condition, and whether it is true (or false)
        if (!duckdb::BooleanValue::Get(value)) equal = Negation(std::move(equal));
      }
      same = Combined(Condition::Kind::kIsTrue, {std::move(equal)});
    }
    return distinct ? Negation(std::move(same)) : same;
  }

  Condition ReadBetween(const duckdb::BoundBetweenExpression& expression) const {
    Condition both;
    both.kind = Condition::Kind::kAnd;
    both.children.push_back(ReadComparison(
        *expression.input,
        expression.lower_inclusive ? Comparison::kGreaterEqual : Comparison::kGreater,
        *expression.lower));
    both.children.push_back(ReadComparison(
        *expression.input,
        expression.upper_inclusive ? Comparison::kLessEqual : Comparison::kLess,
        *expression.upper));
    for (Condition& half : both.children) half.text = TextOf(expression);
    return both;
  }

  Condition ReadIn(const duckdb::BoundOperatorExpression& expression) const {
    std::string reason;
    const Expression& column = *expression.children[0];
    Condition in;
    in.kind = Condition::Kind::kIn;
    in.field = LeafOf(column, &reason);
    if (in.field == nullptr) return ReadInOfDerived(expression, std::move(reason));
    for (size_t i = 1; i < expression.children.size(); ++i) {
      auto literal = ConstantOf(*expression.children[i], column.return_type, &reason);
      if (!literal) return Opaque(std::move(reason));
      in.literals.push_back(std::move(*literal));
    }
    if (expression.GetExpressionType() == ExpressionType::COMPARE_IN) return in;
    in.text = TextOf(expression);
    Condition negation;
    negation.kind = Condition::Kind::kNot;
    negation.children.push_back(std::move(in));
    return negation;
  }

  /// A short IN over something made of a column: any of the equalities.
  Condition ReadInOfDerived(const duckdb::BoundOperatorExpression& expression,
                            std::string reason) const {
    constexpr size_t kMost = 33;
    if (expression.children.size() > kMost) return Opaque(std::move(reason));
    Condition any;
    any.kind = Condition::Kind::kOr;
    for (size_t i = 1; i < expression.children.size(); ++i) {
      any.children.push_back(ReadComparison(*expression.children[0], Comparison::kEqual,
                                            *expression.children[i]));
    }
    return expression.GetExpressionType() == ExpressionType::COMPARE_IN
               ? any
               : Negation(std::move(any));
  }

  Condition ReadIsNull(const duckdb::BoundOperatorExpression& expression) const {
    std::string reason;
    Condition condition;
    condition.kind = expression.GetExpressionType() == ExpressionType::OPERATOR_IS_NULL
                         ? Condition::Kind::kIsNull
                         : Condition::Kind::kIsNotNull;
    condition.field = FieldOf(*expression.children[0], &reason);
    const bool is_list = condition.field != nullptr && condition.field->list_depth > 0;
    if (!is_list) condition.field = LeafOf(*expression.children[0], &reason);
    if (condition.field == nullptr) return Opaque(std::move(reason));
    return condition;
  }

  /// The value of an expression without columns. DuckDB leaves what depends on a setting
  /// unfolded in lists: `TIMESTAMPTZ '2024-01-01Z'`.
  std::optional<duckdb::Value> ValueOf(const Expression& expression) const {
    if (expression.GetExpressionClass() == ExpressionClass::BOUND_CONSTANT) {
      return expression.Cast<duckdb::BoundConstantExpression>().value;
    }
    if (expression.GetExpressionClass() != ExpressionClass::BOUND_CAST) {
      return std::nullopt;
    }
    const Expression& child = *expression.Cast<duckdb::BoundCastExpression>().child;
    if (child.GetExpressionClass() != ExpressionClass::BOUND_CONSTANT) {
      return std::nullopt;
    }
    try {
      return duckdb::ExpressionExecutor::EvaluateScalar(context_, expression,
                                                        /*allow_unfoldable=*/true);
    } catch (const std::exception&) {
      return std::nullopt;
    }
  }

  std::optional<Literal> ConstantOf(const Expression& expression,
                                    const duckdb::LogicalType& column_type,
                                    std::string* reason) const {
    const auto constant = ValueOf(expression);
    if (!constant) {
      *reason = "not compared with a constant";
      return std::nullopt;
    }
    const duckdb::Value& value = *constant;
    if (value.type().id() != column_type.id()) {
      *reason = "the constant has another type than the column";
      return std::nullopt;
    }
    auto literal = LiteralOf(value);
    if (!literal) *reason = "the constant has no word for the cluster";
    return literal;
  }

  const catalog::Field* LeafOf(const Expression& expression, std::string* reason) const {
    return find_leaf_(expression, reason);
  }

  const catalog::Field* FieldOf(const Expression& expression, std::string* reason) const {
    return find_field_(expression, reason);
  }

  duckdb::ClientContext& context_;
  const FieldFinder find_field_;
  const FieldFinder find_leaf_;
};

Condition ReadWith(const Expression& expression, const Reader& reader) {
  Condition condition;
  condition.text = TextOf(expression);
  if (expression.IsVolatile()) {
    condition.reason = "the value changes from row to row";
  } else if (expression.HasParameter()) {
    condition.reason = "a parameter without a value";
  } else if (expression.HasSubquery()) {
    condition.reason = "a subquery";
  } else {
    return reader.Read(expression);
  }
  return condition;
}

}  // namespace

Condition ReadCondition(duckdb::ClientContext& context, const Expression& expression,
                        const duckdb::LogicalGet& get, const catalog::Table& table) {
  return ReadWith(expression, Reader(
                                  context,
                                  [&](const Expression& column, std::string* reason) {
                                    return FieldOf(column, get, table, reason);
                                  },
                                  [&](const Expression& column, std::string* reason) {
                                    return LeafOf(column, get, table, reason);
                                  }));
}

Condition ReadCondition(duckdb::ClientContext& context, const Expression& expression,
                        const FieldFinder& find_leaf) {
  return ReadWith(expression, Reader(context, find_leaf, find_leaf));
}

}  // namespace recurve::engine
