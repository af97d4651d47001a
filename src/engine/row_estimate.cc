// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>

#include "engine/row_estimate_internal.h"
#include "engine/statement_context_internal.h"
#include "engine/table_scan_internal.h"

namespace recurve::engine {

using duckdb::LogicalOperatorType;

namespace {

bool Joins(const duckdb::LogicalOperator& op) {
  switch (op.type) {
    case LogicalOperatorType::LOGICAL_COMPARISON_JOIN:
    case LogicalOperatorType::LOGICAL_DELIM_JOIN:
    case LogicalOperatorType::LOGICAL_ANY_JOIN:
    case LogicalOperatorType::LOGICAL_CROSS_PRODUCT:
      return true;
    default:
      return std::ranges::any_of(op.children,
                                 [](const auto& child) { return Joins(*child); });
  }
}

}  // namespace

duckdb::unique_ptr<duckdb::NodeStatistics> EstimateRows(
    duckdb::ClientContext& context, const duckdb::FunctionData* bind_data) {
  const auto statement = StatementContext::Of(context);
  if (!statement || !statement->joins() || bind_data == nullptr) return nullptr;
  const auto& scan = bind_data->Cast<ScanBindData>();
  std::string name = scan.cluster->name + "." + scan.table->name;
  for (const plan::Pushed& verdict : scan.verdicts) {
    if (verdict.exactness != plan::Exactness::kNone) name += " AND " + verdict.text;
  }
  auto num_rows = statement->FindSize(name);
  if (!num_rows) {
    plan::ScanRequest request = scan.Request({});
    request.proofs.clear();  // an estimate
    const auto count = scan.cluster->scanner->Count(request, statement->cancel());
    if (!count.ok()) return nullptr;
    num_rows = *count;
    statement->KeepSize(std::move(name), *count);
  }
  const int64_t most = scan.limit.value_or(*num_rows);
  return duckdb::make_uniq<duckdb::NodeStatistics>(
      static_cast<duckdb::idx_t>(std::max<int64_t>(std::min(*num_rows, most), 1)));
}

void NoteJoins(duckdb::ClientContext& context, const duckdb::LogicalOperator& plan) {
  const auto statement = StatementContext::Of(context);
  if (statement && Joins(plan)) statement->set_joins();
}

}  // namespace recurve::engine
