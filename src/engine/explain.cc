// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <utility>

#include "arrow/builder.h"
#include "engine/aggregate_scan_internal.h"
#include "engine/explain_internal.h"
#include "engine/straight_road_internal.h"
#include "engine/table_scan_internal.h"
#include "fmt/format.h"
#include "plan/pushdown.h"

namespace recurve::engine {

std::shared_ptr<arrow::Schema> ExplainSchema() {
  return arrow::schema({arrow::field("explain_key", arrow::utf8()),
                        arrow::field("explain_value", arrow::utf8())});
}

namespace {

class ExplainRows {
 public:
  arrow::Status Add(std::string_view key, std::string_view value) {
    ARROW_RETURN_NOT_OK(keys_.Append(key));
    return values_.Append(value);
  }
  arrow::Result<std::shared_ptr<arrow::RecordBatch>> Finish() {
    std::shared_ptr<arrow::Array> keys;
    std::shared_ptr<arrow::Array> values;
    ARROW_RETURN_NOT_OK(keys_.Finish(&keys));
    ARROW_RETURN_NOT_OK(values_.Finish(&values));
    return arrow::RecordBatch::Make(ExplainSchema(), keys->length(), {keys, values});
  }

 private:
  arrow::StringBuilder keys_;
  arrow::StringBuilder values_;
};

arrow::Status AddConditions(const ScanBindData& scan, ExplainRows& rows) {
  ARROW_RETURN_NOT_OK(rows.Add("table", scan.cluster->name + "." + scan.table->name));
  for (const plan::Pushed& verdict : scan.verdicts) {
    std::string text =
        fmt::format("{} -> {}", verdict.text, plan::ToString(verdict.exactness));
    if (!verdict.reason.empty()) text += ": " + verdict.reason;
    ARROW_RETURN_NOT_OK(rows.Add("pushdown", text));
  }
  return arrow::Status::OK();
}

arrow::Status AddRequest(Statement& statement, const ScanBindData& scan,
                         const plan::ScanRequest& request, ExplainRows& rows) {
  if (request.limit && request.order.empty()) {
    ARROW_RETURN_NOT_OK(
        rows.Add("pushdown", fmt::format("LIMIT {} -> exact", *request.limit)));
  }
  ARROW_ASSIGN_OR_RAISE(
      const std::string text,
      scan.cluster->scanner->Describe(request, statement.context().cancel()));
  return rows.Add("request", text);
}

arrow::Status AddGroups(Statement& statement, const AggregateBindData& groups,
                        ExplainRows& rows) {
  ARROW_RETURN_NOT_OK(AddConditions(groups.scan, rows));
  std::string text = groups.text + " -> exact";
  if (!groups.reason.empty()) text += ": " + groups.reason;
  ARROW_RETURN_NOT_OK(rows.Add("pushdown", text));
  ARROW_ASSIGN_OR_RAISE(const std::string request,
                        groups.scan.cluster->scanner->DescribeAggregate(
                            groups.request, statement.context().cancel()));
  return rows.Add("request", request);
}

arrow::Status AddScans(Statement& statement, duckdb::LogicalOperator& op,
                       ExplainRows& rows) {
  for (auto& child : op.children) {
    ARROW_RETURN_NOT_OK(AddScans(statement, *child, rows));
  }
  if (op.type != duckdb::LogicalOperatorType::LOGICAL_GET) return arrow::Status::OK();
  auto& get = op.Cast<duckdb::LogicalGet>();
  if (get.function.name == "recurve_count") {
    const auto& scan = get.bind_data->Cast<CountBindData>().scan;
    ARROW_RETURN_NOT_OK(AddConditions(scan, rows));
    ARROW_RETURN_NOT_OK(rows.Add("pushdown", "count(*) -> exact"));
    return AddRequest(statement, scan, scan.Request({}), rows);
  }
  if (const AggregateBindData* groups = FindAggregateScan(op)) {
    return AddGroups(statement, *groups, rows);
  }
  const ScanBindData* scan = FindScan(op);
  if (scan == nullptr) return arrow::Status::OK();
  ARROW_RETURN_NOT_OK(AddConditions(*scan, rows));
  std::vector<plan::Column> columns;
  for (auto& column : ScanColumns(*scan, get.GetColumnIds())) {
    if (column.column) columns.push_back(std::move(*column.column));
  }
  return AddRequest(statement, *scan, scan->Request(std::move(columns)), rows);
}

}  // namespace

arrow::Result<std::shared_ptr<arrow::RecordBatch>> Explain(Statement& statement,
                                                           QueryPlan& plan,
                                                           const Session& session) {
  ExplainRows rows;
  if (session.straight_road) {
    if (const auto road = FindStraightRoad(plan, session.pushdown)) {
      ARROW_RETURN_NOT_OK(AddConditions(*road->scan, rows));
      ARROW_RETURN_NOT_OK(AddRequest(statement, *road->scan, road->request, rows));
      ARROW_RETURN_NOT_OK(rows.Add("residual", "nothing: straight road"));
      return rows.Finish();
    }
  }
  ARROW_RETURN_NOT_OK(AddScans(statement, *plan.root, rows));
  std::string residual;
  ARROW_RETURN_NOT_OK(statement.Guard([&] { residual = plan.root->ToString(); }));
  ARROW_RETURN_NOT_OK(rows.Add("residual", residual));
  return rows.Finish();
}

}  // namespace recurve::engine
