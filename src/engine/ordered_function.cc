// SPDX-License-Identifier: Apache-2.0
#include <bit>
#include <cmath>
#include <exception>
#include <functional>
#include <limits>
#include <set>
#include <string>
#include <utility>

#include "engine/ordered_function_internal.h"

namespace recurve::engine {

using duckdb::Expression;
using duckdb::ExpressionClass;
using duckdb::LogicalTypeId;
using duckdb::Value;
using plan::Comparison;

namespace {

__extension__ typedef __int128 Key;  // UBIGINT and BIGINT in one

bool IsNumber(const duckdb::LogicalType& type) { return type.IsNumeric(); }

bool IsInstant(const duckdb::LogicalType& type) {
  switch (type.id()) {
    case LogicalTypeId::DATE:
    case LogicalTypeId::TIMESTAMP:
    case LogicalTypeId::TIMESTAMP_SEC:
    case LogicalTypeId::TIMESTAMP_MS:
    case LogicalTypeId::TIMESTAMP_NS:
    case LogicalTypeId::TIMESTAMP_TZ:
      return true;
    default:
      return false;
  }
}

bool IsConstant(const Expression& expression) {
  return expression.GetExpressionClass() == ExpressionClass::BOUND_CONSTANT &&
         !expression.Cast<duckdb::BoundConstantExpression>().value.IsNull();
}

bool IsOneOf(const std::string& name, const std::set<std::string>& names) {
  return names.contains(name);
}

/// The position of the only argument that is not constant, if the function never falls
/// where that argument rises.
std::optional<size_t> OrderedArgument(const duckdb::BoundFunctionExpression& call) {
  static const std::set<std::string> kOfInstants = {
      "year",  "isoyear",  "decade",   "century",  "millennium",
      "epoch", "epoch_ms", "epoch_us", "epoch_ns", "last_day"};
  static const std::set<std::string> kOfNumbers = {"floor", "ceil", "ceiling", "trunc",
                                                   "round"};
  // Parts of a date that only grow with it; others (month, day) start again.
  static const std::set<std::string> kParts = {"year",    "isoyear",    "decade",
                                               "century", "millennium", "epoch"};
  const std::string& name = call.function.name;
  const auto& arguments = call.children;
  if (arguments.size() == 1) {
    const auto& type = arguments[0]->return_type;
    if ((IsInstant(type) && IsOneOf(name, kOfInstants)) ||
        (IsNumber(type) && IsOneOf(name, kOfNumbers))) {
      return 0;
    }
    return std::nullopt;
  }
  if (arguments.size() != 2) return std::nullopt;
  const bool first = IsConstant(*arguments[0]);
  if (first == IsConstant(*arguments[1])) return std::nullopt;
  const size_t position = first ? 1 : 0;
  const auto& type = arguments[position]->return_type;
  if (first && IsInstant(type)) {
    if (name == "date_trunc" || name == "datetrunc" || name == "time_bucket") return 1;
    if (name == "date_part" || name == "datepart") {
      const auto& part = arguments[0]->Cast<duckdb::BoundConstantExpression>().value;
      if (part.type().id() == LogicalTypeId::VARCHAR &&
          IsOneOf(duckdb::StringUtil::Lower(duckdb::StringValue::Get(part)), kParts)) {
        return 1;
      }
    }
    return std::nullopt;
  }
  const bool numbers =
      IsNumber(arguments[0]->return_type) && IsNumber(arguments[1]->return_type);
  if (numbers && (name == "+" || (name == "-" && position == 0))) return position;
  return std::nullopt;
}

/// The argument of an expression that its value rises with; null if it has none.
duckdb::unique_ptr<Expression>* OrderedChild(Expression& expression) {
  if (expression.GetExpressionClass() == ExpressionClass::BOUND_CAST) {
    auto& cast = expression.Cast<duckdb::BoundCastExpression>();
    const auto& from = cast.child->return_type;
    const auto& to = cast.return_type;
    const bool ordered =
        (IsNumber(from) && IsNumber(to)) || (IsInstant(from) && IsInstant(to));
    return ordered && !cast.try_cast ? &cast.child : nullptr;
  }
  if (expression.GetExpressionClass() == ExpressionClass::BOUND_FUNCTION) {
    auto& call = expression.Cast<duckdb::BoundFunctionExpression>();
    const auto position = OrderedArgument(call);
    return position ? &call.children[*position] : nullptr;
  }
  return nullptr;
}

/// Zeros are two keys, -0.0 below 0.0; NaN and the infinities are in no document.
template <typename Float, typename Bits>
Key KeyOf(Float value) {
  const auto bits = std::bit_cast<Bits>(std::abs(value));
  return std::signbit(value) ? -Key{bits} - 1 : Key{bits};
}

template <typename Float, typename Bits>
Float FloatOf(Key key) {
  return key < 0 ? -std::bit_cast<Float>(static_cast<Bits>(-key - 1))
                 : std::bit_cast<Float>(static_cast<Bits>(key));
}

/// The values of a column's type in order, numbered.
struct Domain {
  Key first;
  Key last;
  std::function<Value(Key)> value;
};

template <typename Integer>
Domain IntegersOf(const duckdb::LogicalType& type) {
  return {std::numeric_limits<Integer>::min(), std::numeric_limits<Integer>::max(),
          [type](Key key) {
            return std::is_signed_v<Integer>
                       ? Value::Numeric(type, static_cast<int64_t>(key))
                       : Value::UBIGINT(static_cast<uint64_t>(key));
          }};
}

// 0001-01-01, from where all functions of zoned timestamps rise.
constexpr int64_t kYearOneMicros = -62135596800000000;

/// Whether an expression over a zoned timestamp rises before the year 1 as well: casts to
/// DATE and the numbers since the epoch do (seen on DuckDB 1.5.6).
bool RisesEverywhere(const Expression& expression) {
  if (expression.GetExpressionClass() == ExpressionClass::BOUND_CAST) {
    const auto& cast = expression.Cast<duckdb::BoundCastExpression>();
    return cast.return_type.id() == LogicalTypeId::DATE || IsNumber(cast.return_type);
  }
  if (expression.GetExpressionClass() != ExpressionClass::BOUND_FUNCTION) return true;
  const std::string& name =
      expression.Cast<duckdb::BoundFunctionExpression>().function.name;
  return IsOneOf(name, {"epoch", "epoch_ms", "epoch_us", "+", "-"});
}

std::optional<Domain> DomainOf(const duckdb::LogicalType& type, bool from_year_one) {
  switch (type.id()) {
    case LogicalTypeId::TINYINT:
      return IntegersOf<int8_t>(type);
    case LogicalTypeId::SMALLINT:
      return IntegersOf<int16_t>(type);
    case LogicalTypeId::INTEGER:
      return IntegersOf<int32_t>(type);
    case LogicalTypeId::BIGINT:
      return IntegersOf<int64_t>(type);
    case LogicalTypeId::UBIGINT:
      return IntegersOf<uint64_t>(type);
    case LogicalTypeId::FLOAT: {
      const float most = std::numeric_limits<float>::max();
      return Domain{KeyOf<float, uint32_t>(-most), KeyOf<float, uint32_t>(most),
                    [](Key key) { return Value::FLOAT(FloatOf<float, uint32_t>(key)); }};
    }
    case LogicalTypeId::DOUBLE: {
      const double most = std::numeric_limits<double>::max();
      return Domain{
          KeyOf<double, uint64_t>(-most), KeyOf<double, uint64_t>(most),
          [](Key key) { return Value::DOUBLE(FloatOf<double, uint64_t>(key)); }};
    }
    case LogicalTypeId::TIMESTAMP_TZ: {
      // The times that a document can have (years 0 to 9999 where the format is a usual
      // one, but numbers go further) and that fit into microseconds.
      constexpr int64_t kMost = std::numeric_limits<int64_t>::max() / 1000 * 1000 - 1000;
      const Key first = from_year_one ? Key{kYearOneMicros} : -Key{kMost};
      return Domain{
          first, kMost, [](Key key) {
            return Value::TIMESTAMPTZ(duckdb::timestamp_tz_t(static_cast<int64_t>(key)));
          }};
    }
    case LogicalTypeId::TIMESTAMP_NS:
      // A date_nanos before 1970 is refused (Elasticsearch reference, "Date
      // nanoseconds").
      return Domain{
          0, std::numeric_limits<int64_t>::max() - 1, [](Key key) {
            return Value::TIMESTAMPNS(duckdb::timestamp_ns_t(static_cast<int64_t>(key)));
          }};
    default:
      return std::nullopt;
  }
}

/// An expression with a value in the place of its column.
class Function {
 public:
  Function(duckdb::ClientContext& context, const Expression& expression)
      : context_(context), expression_(expression.Copy()), column_(&expression_) {
    while (auto* child = OrderedChild(**column_)) column_ = child;
  }

  /// Throws what DuckDB throws; NULL counts as a failure.
  Value operator()(Value value) {
    *column_ = duckdb::make_uniq<duckdb::BoundConstantExpression>(std::move(value));
    Value result = duckdb::ExpressionExecutor::EvaluateScalar(context_, *expression_,
                                                              /*allow_unfoldable=*/true);
    if (result.IsNull()) throw duckdb::InvalidInputException("NULL of a value");
    return result;
  }

 private:
  duckdb::ClientContext& context_;
  duckdb::unique_ptr<Expression> expression_;
  duckdb::unique_ptr<Expression>* column_;
};

}  // namespace

const Expression* OrderedColumn(const Expression& expression) {
  const Expression* column = &expression;
  // Only read here; OrderedChild is one function for reading and replacing.
  while (auto* child = OrderedChild(const_cast<Expression&>(*column))) {
    column = child->get();
  }
  return column == &expression ? nullptr : column;
}

std::optional<ColumnRange> RangeOf(duckdb::ClientContext& context,
                                   const Expression& expression, Comparison comparison,
                                   const Value& constant) {
  const Expression* column = OrderedColumn(expression);
  if (column == nullptr || constant.IsNull() || comparison == Comparison::kNotEqual ||
      constant.type() != expression.return_type) {
    return std::nullopt;
  }
  bool from_year_one = false;
  if (column->return_type.id() == LogicalTypeId::TIMESTAMP_TZ) {
    const Expression* step = &expression;
    while (step != column) {
      from_year_one = from_year_one || !RisesEverywhere(*step);
      step = OrderedChild(const_cast<Expression&>(*step))->get();
    }
  }
  const auto domain = DomainOf(column->return_type, from_year_one);
  if (!domain) return std::nullopt;
  try {
    Function function(context, expression);
    // The first value whose image is at least (or above) the constant; one past the last
    // if there is none. Fails if the function fails at either end, and so anywhere.
    const auto first_where = [&](bool above) {
      const auto holds = [&](Key key) {
        const Value image = function(domain->value(key));
        return above ? duckdb::ValueOperations::GreaterThan(image, constant)
                     : duckdb::ValueOperations::GreaterThanEquals(image, constant);
      };
      Key low = domain->first;
      Key high = domain->last;
      if (holds(low)) return low;
      if (!holds(high)) return high + 1;
      while (high - low > 1) {
        const Key middle = low + (high - low) / 2;
        (holds(middle) ? high : low) = middle;
      }
      return high;
    };
    function(domain->value(domain->first));
    function(domain->value(domain->last));
    Key first = domain->first;
    Key last = domain->last;
    switch (comparison) {
      case Comparison::kEqual:
        first = first_where(false);
        last = first_where(true) - 1;
        break;
      case Comparison::kLess:
        last = first_where(false) - 1;
        break;
      case Comparison::kLessEqual:
        last = first_where(true) - 1;
        break;
      case Comparison::kGreater:
        first = first_where(true);
        break;
      case Comparison::kGreaterEqual:
        first = first_where(false);
        break;
      case Comparison::kNotEqual:
        return std::nullopt;
    }
    ColumnRange range;
    range.from_year_one = from_year_one;
    range.none = first > last;
    if (first > domain->first && !range.none) range.first = domain->value(first);
    if (last < domain->last && !range.none) range.last = domain->value(last);
    return range;
  } catch (const std::exception&) {
    return std::nullopt;
  }
}

}  // namespace recurve::engine
