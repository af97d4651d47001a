// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

#include "duckdb/planner/expression_iterator.hpp"
#include "engine/aggregate_rewriter_internal.h"
#include "engine/equality_lists_internal.h"
#include "engine/ip_type_internal.h"
#include "engine/nested_pushdown_internal.h"
#include "engine/order_pushdown_internal.h"
#include "engine/plan_rewriter_internal.h"
#include "engine/row_estimate_internal.h"
#include "engine/statement_context_internal.h"
#include "engine/table_scan_internal.h"

namespace recurve::engine {

using duckdb::LimitNodeType;
using duckdb::LogicalOperator;
using duckdb::LogicalOperatorType;

namespace {

/// The sum, nothing if it is too large for a number of rows.
std::optional<int64_t> Rows(duckdb::idx_t limit, duckdb::idx_t offset) {
  constexpr auto kMost = static_cast<duckdb::idx_t>(std::numeric_limits<int64_t>::max());
  if (offset > kMost || limit > kMost - offset) return std::nullopt;
  return static_cast<int64_t>(limit + offset);
}

}  // namespace

std::optional<int64_t> ConstantRows(const duckdb::LogicalLimit& limit) {
  if (limit.limit_val.Type() != LimitNodeType::CONSTANT_VALUE) return std::nullopt;
  switch (limit.offset_val.Type()) {
    case LimitNodeType::UNSET:
      return Rows(limit.limit_val.GetConstantValue(), 0);
    case LimitNodeType::CONSTANT_VALUE:
      return Rows(limit.limit_val.GetConstantValue(),
                  limit.offset_val.GetConstantValue());
    default:
      return std::nullopt;
  }
}

bool HasExactRows(const ScanBindData& scan) {
  return std::ranges::none_of(scan.verdicts, [](const plan::Pushed& verdict) {
    return verdict.exactness == plan::Exactness::kSuperset;
  });
}

bool NothingLeft(const duckdb::LogicalGet& get) {
  if (!HasExactRows(get.bind_data->Cast<ScanBindData>())) return false;
  for (const auto& [position, filter] : get.table_filters.filters) {
    // A hint that the scan may ignore, such as the bound of a top-N above it.
    if (filter->filter_type != duckdb::TableFilterType::OPTIONAL_FILTER) return false;
  }
  return !get.dynamic_filters && !get.extra_info.sample_options && get.children.empty();
}

namespace {

void PushLimit(duckdb::LogicalLimit& limit) {
  const auto num_rows = ConstantRows(limit);
  if (!num_rows) return;
  LogicalOperator* below = limit.children[0].get();
  while (below->type == LogicalOperatorType::LOGICAL_PROJECTION) {
    below = below->children[0].get();
  }
  // DuckDB leaves a large limit above the sort.
  if (below->type == LogicalOperatorType::LOGICAL_ORDER_BY) {
    PushOrder(below->Cast<duckdb::LogicalOrder>().orders, *num_rows, *below->children[0]);
    return;
  }
  ScanBindData* scan = FindScan(*below);
  if (scan == nullptr || !NothingLeft(below->Cast<duckdb::LogicalGet>())) return;
  scan->limit = num_rows;
}

void PushTopN(duckdb::LogicalTopN& top) {
  if (const auto num_rows = Rows(top.limit, top.offset)) {
    PushOrder(top.orders, *num_rows, *top.children[0]);
  }
}

bool CountsRowsOnly(const duckdb::LogicalAggregate& aggregate) {
  if (!aggregate.groups.empty() || aggregate.grouping_sets.size() > 1 ||
      !aggregate.grouping_functions.empty() || aggregate.expressions.empty()) {
    return false;
  }
  for (const auto& expression : aggregate.expressions) {
    if (expression->GetExpressionClass() != duckdb::ExpressionClass::BOUND_AGGREGATE) {
      return false;
    }
    const auto& call = expression->Cast<duckdb::BoundAggregateExpression>();
    if (call.function.name != "count_star" || call.IsDistinct() || call.filter ||
        call.order_bys) {
      return false;
    }
  }
  return true;
}

void ReplaceCount(duckdb::Binder& binder, LogicalOperator& root,
                  duckdb::unique_ptr<LogicalOperator>& op) {
  auto& aggregate = op->Cast<duckdb::LogicalAggregate>();
  LogicalOperator* below = aggregate.children[0].get();
  while (below->type == LogicalOperatorType::LOGICAL_PROJECTION) {
    below = below->children[0].get();
  }
  ScanBindData* scan = FindScan(*below);
  if (scan == nullptr || scan->limit || !NothingLeft(below->Cast<duckdb::LogicalGet>())) {
    return;
  }
  const auto table_index = binder.GenerateTableIndex();
  const auto num_columns = aggregate.expressions.size();
  duckdb::vector<duckdb::LogicalType> types(num_columns, duckdb::LogicalType::BIGINT);
  duckdb::vector<duckdb::string> names(num_columns, "count_star()");
  auto count = duckdb::make_uniq<duckdb::LogicalGet>(
      table_index, CountScanFunction(), duckdb::make_uniq<CountBindData>(*scan),
      std::move(types), std::move(names));
  duckdb::ColumnBindingReplacer replacer;
  for (duckdb::idx_t i = 0; i < num_columns; ++i) {
    count->AddColumnId(i);
    replacer.replacement_bindings.emplace_back(
        duckdb::ColumnBinding(aggregate.aggregate_index, i),
        duckdb::ColumnBinding(table_index, i));
  }
  count->SetEstimatedCardinality(1);
  count->ResolveOperatorTypes();
  op = std::move(count);
  replacer.VisitOperator(root);
}

bool Refers(LogicalOperator& op, const duckdb::ColumnBinding& binding) {
  bool found = false;
  duckdb::LogicalOperatorVisitor::EnumerateExpressions(
      op, [&](duckdb::unique_ptr<duckdb::Expression>* expression) {
        duckdb::ExpressionIterator::VisitExpression<duckdb::BoundColumnRefExpression>(
            **expression, [&](const duckdb::BoundColumnRefExpression& column) {
              found = found || column.binding == binding;
            });
      });
  for (auto& child : op.children) found = found || Refers(*child, binding);
  return found;
}

/// Whether a table function shows columns of listed tables, which takes their mappings.
bool ListsColumns(duckdb::LogicalGet& get, LogicalOperator& root) {
  if (get.function.name == "duckdb_columns" ||
      get.function.name == "duckdb_constraints") {
    return true;
  }
  if (get.function.name != "duckdb_tables") return false;
  const auto bindings = get.GetColumnBindings();
  for (const auto& binding : bindings) {
    const auto& column = get.GetColumnIds()[binding.column_index];
    if (column.IsVirtualColumn() || column.GetPrimaryIndex() >= get.names.size())
      continue;
    const auto& name = get.names[column.GetPrimaryIndex()];
    if ((name == "column_count" || name == "sql") && Refers(root, binding)) return true;
  }
  return false;
}

void Rewrite(duckdb::OptimizerExtensionInput& input, StatementContext& statement,
             duckdb::unique_ptr<LogicalOperator>& root,
             duckdb::unique_ptr<LogicalOperator>& op) {
  for (auto& child : op->children) Rewrite(input, statement, root, child);
  switch (op->type) {
    case LogicalOperatorType::LOGICAL_LIMIT:
      if (statement.pushdown()) PushLimit(op->Cast<duckdb::LogicalLimit>());
      break;
    case LogicalOperatorType::LOGICAL_TOP_N:
      if (statement.pushdown()) PushTopN(op->Cast<duckdb::LogicalTopN>());
      break;
    case LogicalOperatorType::LOGICAL_AGGREGATE_AND_GROUP_BY:
      if (!statement.pushdown()) break;
      if (CountsRowsOnly(op->Cast<duckdb::LogicalAggregate>())) {
        ReplaceCount(input.optimizer.binder, *root, op);
      } else if (statement.push_aggregates()) {
        PushAggregate(input.optimizer.binder, root, op);
      }
      break;
    case LogicalOperatorType::LOGICAL_DISTINCT:
      if (statement.push_aggregates()) PushDistinct(input.optimizer.binder, root, op);
      break;
    case LogicalOperatorType::LOGICAL_GET:
      if (ListsColumns(op->Cast<duckdb::LogicalGet>(), *root))
        statement.set_list_columns();
      break;
    default:
      break;
  }
}

/// Where in the plan a scan stands with regard to the joins above it.
struct JoinFilters {
  bool arrive = false;  // from a join above
  bool wrong = false;   // on the way they pass an operator that picks rows
};

/// Take the filters that a join will send at run time away from the scans where they
/// would change the result: DuckDB 1.5.6 sends them through LIMIT, top-N and DISTINCT ON
/// (join_filter_pushdown_optimizer.cpp, GetPushdownFilterTargets), so that the first rows
/// of the filtered table are joined instead of the first rows of the table.
void StopJoinFilters(LogicalOperator& op, JoinFilters filters) {
  switch (op.type) {
    case LogicalOperatorType::LOGICAL_GET:
      if (filters.wrong) op.Cast<duckdb::LogicalGet>().dynamic_filters = nullptr;
      return;
    case LogicalOperatorType::LOGICAL_LIMIT:
    case LogicalOperatorType::LOGICAL_TOP_N:
    case LogicalOperatorType::LOGICAL_SAMPLE:
    case LogicalOperatorType::LOGICAL_DISTINCT:
      filters.wrong = filters.arrive;
      break;
    case LogicalOperatorType::LOGICAL_COMPARISON_JOIN:
    case LogicalOperatorType::LOGICAL_DELIM_JOIN:
    case LogicalOperatorType::LOGICAL_ANY_JOIN:
    case LogicalOperatorType::LOGICAL_ASOF_JOIN:
      // Only the left side is probed; what comes from further above goes left as well.
      StopJoinFilters(*op.children[0], {true, filters.wrong});
      StopJoinFilters(*op.children[1], {});
      return;
    default:
      break;
  }
  for (auto& child : op.children) StopJoinFilters(*child, filters);
}

void RewritePlan(duckdb::OptimizerExtensionInput& input,
                 duckdb::unique_ptr<LogicalOperator>& plan) {
  const auto statement = StatementContext::Of(input.context);
  if (!statement) return;
  StopJoinFilters(*plan, {});
  if (statement->pushdown()) PushNestedConditions(input.context, *plan);
  Rewrite(input, *statement, plan, plan);
}

}  // namespace

void RegisterRewriter(duckdb::DatabaseInstance& instance) {
  duckdb::OptimizerExtension extension;
  extension.pre_optimize_function = [](duckdb::OptimizerExtensionInput& input,
                                       duckdb::unique_ptr<LogicalOperator>& plan) {
    BindIpCasts(input.context, *plan);
    NoteJoins(input.context, *plan);
    FoldEqualities(*plan);
  };
  extension.optimize_function = RewritePlan;
  duckdb::OptimizerExtension::Register(duckdb::DBConfig::GetConfig(instance), extension);
}

}  // namespace recurve::engine
