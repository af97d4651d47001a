// SPDX-License-Identifier: Apache-2.0
#include <optional>
#include <utility>

#include "engine/column_reader_internal.h"
#include "engine/order_pushdown_internal.h"
#include "engine/plan_rewriter_internal.h"
#include "engine/table_scan_internal.h"
#include "fmt/format.h"
#include "plan/top_rows.h"

namespace recurve::engine {

using duckdb::Expression;
using duckdb::ExpressionClass;
using duckdb::LogicalOperator;
using duckdb::LogicalOperatorType;

namespace {

/// What an expression over `op` is over the scan below `op`'s projections; null if it is
/// more than one of their columns.
const Expression* Trace(const Expression* expression, LogicalOperator* op) {
  for (; op->type != LogicalOperatorType::LOGICAL_GET; op = op->children[0].get()) {
    if (op->type != LogicalOperatorType::LOGICAL_PROJECTION) continue;
    if (expression->GetExpressionClass() != ExpressionClass::BOUND_COLUMN_REF) {
      return nullptr;
    }
    const auto& binding = expression->Cast<duckdb::BoundColumnRefExpression>().binding;
    const auto& projection = op->Cast<duckdb::LogicalProjection>();
    if (binding.table_index != projection.table_index ||
        binding.column_index >= projection.expressions.size()) {
      return nullptr;
    }
    expression = projection.expressions[binding.column_index].get();
  }
  return expression;
}

std::optional<plan::SortKey> ReadKey(const duckdb::BoundOrderByNode& node,
                                     const Expression& expression,
                                     const duckdb::LogicalGet& get,
                                     const catalog::Table& table, std::string* reason) {
  plan::SortKey key;
  key.field = LeafOf(expression, get, table, reason);
  if (key.field == nullptr) return std::nullopt;
  const bool directed = node.type == duckdb::OrderType::ASCENDING ||
                        node.type == duckdb::OrderType::DESCENDING;
  const bool places_nulls = node.null_order == duckdb::OrderByNullType::NULLS_FIRST ||
                            node.null_order == duckdb::OrderByNullType::NULLS_LAST;
  if (!directed || !places_nulls) {
    *reason = "an order without a word for the cluster";
    return std::nullopt;
  }
  key.descending = node.type == duckdb::OrderType::DESCENDING;
  key.nulls_first = node.null_order == duckdb::OrderByNullType::NULLS_FIRST;
  return key;
}

}  // namespace

void PushOrder(const duckdb::vector<duckdb::BoundOrderByNode>& orders, int64_t num_rows,
               LogicalOperator& below) {
  bool filtered = false;
  LogicalOperator* op = &below;
  while (op->type == LogicalOperatorType::LOGICAL_PROJECTION ||
         op->type == LogicalOperatorType::LOGICAL_FILTER) {
    filtered = filtered || op->type == LogicalOperatorType::LOGICAL_FILTER;
    op = op->children[0].get();
  }
  ScanBindData* scan = FindScan(*op);
  if (scan == nullptr || scan->limit || num_rows == 0) return;
  const auto& get = op->Cast<duckdb::LogicalGet>();

  plan::Pushed verdict;
  std::string text;
  std::vector<plan::SortKey> keys;
  for (const auto& node : orders) {
    const Expression* expression = Trace(node.expression.get(), &below);
    std::optional<plan::SortKey> key;
    std::string reason = "not a plain column";
    if (expression) key = ReadKey(node, *expression, get, *scan->table, &reason);
    text += fmt::format("{}{} {}", text.empty() ? "ORDER BY " : ", ",
                        key          ? key->field->path
                        : expression ? expression->ToString()
                                     : node.expression->ToString(),
                        node.GetOrderModifier());
    if (key) keys.push_back(*key);
    if (!key && verdict.reason.empty()) verdict.reason = std::move(reason);
  }
  if (filtered) {
    verdict.reason = "a condition stays above the scan";
  } else if (!NothingLeft(get)) {
    verdict.reason = "a join sends conditions to the scan";
  } else if (verdict.reason.empty()) {
    verdict = plan::PushOrder(keys, num_rows, *scan->table);
  }
  verdict.text = fmt::format("{} LIMIT {}", text, num_rows);
  if (verdict.exactness == plan::Exactness::kExact) {
    scan->limit = num_rows;
    scan->order = std::move(keys);
  }
  scan->verdicts.push_back(std::move(verdict));
}

}  // namespace recurve::engine
