// SPDX-License-Identifier: Apache-2.0
#include <utility>
#include <vector>

#include "duckdb/planner/expression_iterator.hpp"
#include "engine/equality_lists_internal.h"

namespace recurve::engine {

using duckdb::Expression;
using duckdb::ExpressionType;
using ExpressionPtr = duckdb::unique_ptr<Expression>;

namespace {

constexpr size_t kLong = 32;
constexpr size_t kMostColumns = 8;

struct List {
  ExpressionPtr column;
  duckdb::vector<ExpressionPtr> equalities;  // as they were
  duckdb::vector<ExpressionPtr> constants;   // copies of their constants
};

bool IsColumn(const Expression& expression) {
  return expression.GetExpressionClass() == duckdb::ExpressionClass::BOUND_COLUMN_REF;
}

/// Takes an equality of a column and a constant into the column's list.
bool Take(ExpressionPtr& expression, std::vector<List>& lists) {
  if (expression->GetExpressionType() != ExpressionType::COMPARE_EQUAL ||
      expression->GetExpressionClass() != duckdb::ExpressionClass::BOUND_COMPARISON) {
    return false;
  }
  auto& equality = expression->Cast<duckdb::BoundComparisonExpression>();
  const bool column_first = IsColumn(*equality.left);
  const Expression& column = column_first ? *equality.left : *equality.right;
  const Expression& constant = column_first ? *equality.right : *equality.left;
  if (!IsColumn(column) || !constant.IsFoldable() ||
      column.return_type != constant.return_type) {
    return false;
  }
  List* found = nullptr;
  for (List& list : lists) {
    if (list.column->Equals(column)) found = &list;
  }
  if (found == nullptr) {
    if (lists.size() == kMostColumns) return false;
    found = &lists.emplace_back();
    found->column = column.Copy();
  }
  found->constants.push_back(constant.Copy());
  found->equalities.push_back(std::move(expression));
  return true;
}

void Fold(ExpressionPtr& expression) {
  duckdb::ExpressionIterator::EnumerateChildren(
      *expression, [](ExpressionPtr& child) { Fold(child); });
  if (expression->GetExpressionType() != ExpressionType::CONJUNCTION_OR) return;
  auto& any = expression->Cast<duckdb::BoundConjunctionExpression>();
  if (any.children.size() < kLong) return;
  std::vector<List> lists;
  duckdb::vector<ExpressionPtr> parts;
  for (ExpressionPtr& child : any.children) {
    if (!Take(child, lists)) parts.push_back(std::move(child));
  }
  for (List& list : lists) {
    if (list.equalities.size() == 1) {
      parts.push_back(std::move(list.equalities[0]));
      continue;
    }
    auto in = duckdb::make_uniq<duckdb::BoundOperatorExpression>(
        ExpressionType::COMPARE_IN, duckdb::LogicalType::BOOLEAN);
    in->children.push_back(std::move(list.column));
    for (ExpressionPtr& constant : list.constants) {
      in->children.push_back(std::move(constant));
    }
    parts.push_back(std::move(in));
  }
  if (parts.size() == 1) {
    ExpressionPtr only = std::move(parts[0]);
    expression = std::move(only);
  } else {
    any.children = std::move(parts);
  }
}

}  // namespace

void FoldEqualities(duckdb::LogicalOperator& plan) {
  for (auto& child : plan.children) FoldEqualities(*child);
  if (plan.type != duckdb::LogicalOperatorType::LOGICAL_FILTER) return;
  for (ExpressionPtr& expression : plan.expressions) Fold(expression);
}

}  // namespace recurve::engine
