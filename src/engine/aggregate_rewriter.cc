// SPDX-License-Identifier: Apache-2.0
#include <cstddef>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "engine/aggregate_merge_internal.h"
#include "engine/aggregate_reader_internal.h"
#include "engine/aggregate_rewriter_internal.h"
#include "engine/aggregate_scan_internal.h"
#include "engine/plan_rewriter_internal.h"

namespace recurve::engine {

using duckdb::ColumnBinding;
using duckdb::LogicalOperator;
using duckdb::LogicalOperatorType;

namespace {

/// The scan that an operator reads, with nothing but projections and filters on the way.
struct Below {
  duckdb::LogicalGet* get = nullptr;
  std::string obstacle;  ///< why its rows are not the operator's rows
};

Below ScanBelow(LogicalOperator& op) {
  Below result;
  LogicalOperator* below = &op;
  while (below->type == LogicalOperatorType::LOGICAL_PROJECTION ||
         below->type == LogicalOperatorType::LOGICAL_FILTER) {
    if (below->type == LogicalOperatorType::LOGICAL_FILTER) {
      result.obstacle = "a condition stays above the scan";
    }
    below = below->children[0].get();
  }
  const ScanBindData* scan = FindScan(*below);
  if (scan == nullptr) return result;
  result.get = &below->Cast<duckdb::LogicalGet>();
  // Dynamic filters only save rows that a join or a top-N above drops by itself.
  if (!result.get->table_filters.filters.empty() ||
      result.get->extra_info.sample_options || !result.get->children.empty()) {
    result.obstacle = "a condition is left to the scan";
  }
  if (!HasExactRows(*scan)) result.obstacle = "a condition stays above the scan";
  if (scan->limit) result.obstacle = "a LIMIT is below it";
  return result;
}

/// True if it was noted that, and why, the cluster cannot compute it.
bool Refused(const Below& below, const ReadAggregate& read) {
  plan::Pushed verdict;
  verdict.text = read.text;
  verdict.reason = below.obstacle.empty() ? read.reason : below.obstacle;
  if (verdict.reason.empty()) return false;
  FindScan(*below.get)->verdicts.push_back(std::move(verdict));
  return true;
}

/// A scan of what is asked for.
duckdb::unique_ptr<duckdb::LogicalGet> ScanOf(duckdb::Binder& binder,
                                              const LogicalOperator& op,
                                              const ScanBindData& scan,
                                              ReadAggregate& read) {
  duckdb::vector<duckdb::string> names;
  for (const auto& key : read.request.keys) names.push_back(key.name);
  for (const auto& aggregate : read.request.aggregates) names.push_back(aggregate.name);
  auto bind = duckdb::make_uniq<AggregateBindData>(scan, std::move(read.request));
  bind->text = std::move(read.text);
  bind->reason = std::move(read.rests_on);
  bind->clocks = std::move(read.clocks);
  auto groups = duckdb::make_uniq<duckdb::LogicalGet>(
      binder.GenerateTableIndex(), AggregateScanFunction(), std::move(bind),
      std::move(read.types), std::move(names));
  for (duckdb::idx_t i = 0; i < groups->names.size(); ++i) groups->AddColumnId(i);
  if (op.has_estimated_cardinality) {
    groups->SetEstimatedCardinality(op.estimated_cardinality);
  }
  groups->ResolveOperatorTypes();
  return groups;
}

/// Put an operator in the place of another one, whose columns were known by `bindings`;
/// the i-th is now `columns[i]` of the new one.
void Replace(duckdb::unique_ptr<LogicalOperator>& root,
             duckdb::unique_ptr<LogicalOperator>& place,
             duckdb::unique_ptr<LogicalOperator> op,
             const duckdb::vector<ColumnBinding>& bindings,
             const std::vector<size_t>& columns) {
  const auto now = op->GetColumnBindings();
  duckdb::ColumnBindingReplacer replacer;
  for (size_t i = 0; i < bindings.size(); ++i) {
    replacer.replacement_bindings.emplace_back(bindings[i], now[columns[i]]);
  }
  // It may be the root itself: nothing refers to it then.
  place = std::move(op);
  replacer.VisitOperator(*root);
}

/// The columns of the request that the groups are.
std::vector<size_t> GroupColumns(const ReadAggregate& read) {
  std::vector<size_t> columns;
  for (const auto& group : read.groups) {
    columns.push_back(group->Cast<duckdb::BoundReferenceExpression>().index);
  }
  return columns;
}

std::vector<size_t> InOrder(size_t num_columns) {
  std::vector<size_t> columns(num_columns);
  std::iota(columns.begin(), columns.end(), size_t{0});
  return columns;
}

}  // namespace

void PushAggregate(duckdb::Binder& binder, duckdb::unique_ptr<LogicalOperator>& root,
                   duckdb::unique_ptr<LogicalOperator>& op) {
  auto& aggregate = op->Cast<duckdb::LogicalAggregate>();
  const Below below = ScanBelow(*aggregate.children[0]);
  if (below.get == nullptr) return;
  const ScanBindData& scan = *FindScan(*below.get);
  ReadAggregate read = ReadAggregateOver(binder.context, aggregate, *below.get, scan);
  if (Refused(below, read)) return;
  duckdb::vector<ColumnBinding> bindings;
  for (duckdb::idx_t i = 0; i < aggregate.groups.size(); ++i) {
    bindings.emplace_back(aggregate.group_index, i);
  }
  for (duckdb::idx_t i = 0; i < aggregate.expressions.size(); ++i) {
    bindings.emplace_back(aggregate.aggregate_index, i);
  }
  auto groups = ScanOf(binder, *op, scan, read);
  if (read.merge) {
    auto merged = MergeGroups(binder, std::move(op), std::move(groups), std::move(read));
    return Replace(root, op, std::move(merged), bindings, InOrder(bindings.size()));
  }
  auto columns = GroupColumns(read);
  for (const Merge& merge : read.merges) columns.push_back(merge.column);
  Replace(root, op, std::move(groups), bindings, columns);
}

void PushDistinct(duckdb::Binder& binder, duckdb::unique_ptr<LogicalOperator>& root,
                  duckdb::unique_ptr<LogicalOperator>& op) {
  const Below below = ScanBelow(*op->children[0]);
  if (below.get == nullptr) return;
  const ScanBindData& scan = *FindScan(*below.get);
  ReadAggregate read = ReadDistinctOver(
      binder.context, op->Cast<duckdb::LogicalDistinct>(), *below.get, scan);
  if (Refused(below, read)) return;
  const auto bindings = op->GetColumnBindings();
  auto groups = ScanOf(binder, *op, scan, read);
  if (read.merge) {
    auto finer = ProjectGroups(binder, std::move(groups), std::move(read));
    return Replace(root, op->children[0], std::move(finer), bindings,
                   InOrder(bindings.size()));
  }
  Replace(root, op, std::move(groups), bindings, GroupColumns(read));
}

}  // namespace recurve::engine
