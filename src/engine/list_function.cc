// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "engine/list_function_internal.h"

namespace recurve::engine {

using duckdb::LogicalTypeId;
using plan::Condition;

namespace {

struct Function {
  const char* name;
  Condition::Kind kind;
  bool takes_list;  ///< the second argument is a list of elements, not one element
};

// DuckDB 1.5.6 keeps the name that the statement uses.
constexpr Function kFunctions[] = {
    {"list_contains", Condition::Kind::kHasAny, false},
    {"array_contains", Condition::Kind::kHasAny, false},
    {"list_has", Condition::Kind::kHasAny, false},
    {"array_has", Condition::Kind::kHasAny, false},
    {"contains", Condition::Kind::kHasAny, false},  // x IN list
    {"list_has_any", Condition::Kind::kHasAny, true},
    {"array_has_any", Condition::Kind::kHasAny, true},
    {"&&", Condition::Kind::kHasAny, true},
    {"list_has_all", Condition::Kind::kHasAll, true},
    {"array_has_all", Condition::Kind::kHasAll, true},
    {"@>", Condition::Kind::kHasAll, true},
};

}  // namespace

std::optional<ListTest> ReadListTest(const duckdb::Expression& expression) {
  if (expression.GetExpressionClass() != duckdb::ExpressionClass::BOUND_FUNCTION) {
    return std::nullopt;
  }
  const auto& call = expression.Cast<duckdb::BoundFunctionExpression>();
  const auto* function = std::find_if(
      std::begin(kFunctions), std::end(kFunctions),
      [&](const Function& known) { return call.function.name == known.name; });
  if (function == std::end(kFunctions) || call.children.size() != 2 ||
      call.children[0]->return_type.id() != LogicalTypeId::LIST ||
      call.children[1]->GetExpressionClass() != duckdb::ExpressionClass::BOUND_CONSTANT) {
    return std::nullopt;
  }
  const auto& constant = call.children[1]->Cast<duckdb::BoundConstantExpression>().value;
  if (constant.IsNull()) return std::nullopt;
  ListTest test{function->kind, call.children[0].get(), {}};
  if (!function->takes_list) {
    test.elements.push_back(constant);
  } else if (constant.type().id() == LogicalTypeId::LIST) {
    test.elements = duckdb::ListValue::GetChildren(constant);
  }
  const auto& wanted = duckdb::ListType::GetChildType(call.children[0]->return_type);
  const bool usable = std::all_of(
      test.elements.begin(), test.elements.end(), [&](const duckdb::Value& element) {
        return !element.IsNull() && element.type().id() == wanted.id();
      });
  if (!usable || test.elements.empty()) return std::nullopt;
  return test;
}

}  // namespace recurve::engine
