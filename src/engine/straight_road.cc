// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

#include "engine/arrow_types_internal.h"
#include "engine/plan_rewriter_internal.h"
#include "engine/straight_road_internal.h"

namespace recurve::engine {

using duckdb::LogicalOperatorType;

namespace {

/// Follows the columns of a plan down to its only scan.
class Tracer {
 public:
  /// Position in the scan's column ids for each output column of `op`, or nothing.
  std::optional<std::vector<size_t>> Trace(duckdb::LogicalOperator& op) {
    switch (op.type) {
      case LogicalOperatorType::LOGICAL_GET:
        return TraceScan(op.Cast<duckdb::LogicalGet>());
      case LogicalOperatorType::LOGICAL_PROJECTION:
        return TraceProjection(op);
      case LogicalOperatorType::LOGICAL_LIMIT:
        return TraceLimit(op.Cast<duckdb::LogicalLimit>());
      default:
        return std::nullopt;
    }
  }

  const duckdb::LogicalGet* get() const { return get_; }
  const ScanBindData* scan() const { return scan_; }
  std::optional<int64_t> limit() const { return limit_; }

 private:
  std::optional<std::vector<size_t>> TraceScan(duckdb::LogicalGet& get) {
    scan_ = FindScan(get);
    if (scan_ == nullptr || !NothingLeft(get)) return std::nullopt;
    get_ = &get;
    std::vector<size_t> positions;
    if (get.projection_ids.empty()) {
      for (size_t i = 0; i < get.GetColumnIds().size(); ++i) positions.push_back(i);
    } else {
      for (const auto id : get.projection_ids) positions.push_back(id);
    }
    return positions;
  }

  std::optional<std::vector<size_t>> TraceProjection(duckdb::LogicalOperator& op) {
    const auto below = Trace(*op.children[0]);
    if (!below) return std::nullopt;
    const auto bindings = op.children[0]->GetColumnBindings();
    if (bindings.size() != below->size()) return std::nullopt;
    std::vector<size_t> positions;
    for (const auto& expression : op.expressions) {
      if (expression->GetExpressionClass() != duckdb::ExpressionClass::BOUND_COLUMN_REF) {
        return std::nullopt;
      }
      const auto& column = expression->Cast<duckdb::BoundColumnRefExpression>();
      const auto found = std::find(bindings.begin(), bindings.end(), column.binding);
      if (found == bindings.end()) return std::nullopt;
      positions.push_back((*below)[static_cast<size_t>(found - bindings.begin())]);
    }
    return positions;
  }

  std::optional<std::vector<size_t>> TraceLimit(const duckdb::LogicalLimit& limit) {
    const auto num_rows = ConstantRows(limit);
    if (!num_rows || limit.offset_val.Type() != duckdb::LimitNodeType::UNSET) {
      return std::nullopt;
    }
    limit_ = std::min(limit_.value_or(*num_rows), *num_rows);
    return Trace(*limit.children[0]);
  }

  const duckdb::LogicalGet* get_ = nullptr;
  const ScanBindData* scan_ = nullptr;
  std::optional<int64_t> limit_;
};

/// The scan's batches under the result's schema; keeps the statement until its end.
class StraightReader : public arrow::RecordBatchReader {
 public:
  StraightReader(std::unique_ptr<Statement> statement,
                 std::shared_ptr<scan::ScanStream> stream, std::vector<int> columns,
                 std::shared_ptr<arrow::Schema> schema)
      : statement_(std::move(statement)),
        stream_(std::move(stream)),
        columns_(std::move(columns)),
        schema_(std::move(schema)) {}
  ~StraightReader() override {
    if (const arrow::Status status = Close(); !status.ok()) status.Warn();
  }

  std::shared_ptr<arrow::Schema> schema() const override { return schema_; }

  arrow::Status ReadNext(std::shared_ptr<arrow::RecordBatch>* batch) override {
    batch->reset();
    if (!stream_) return error_;
    std::shared_ptr<arrow::RecordBatch> read;
    error_ = stream_->ReadNext(&read);
    if (!error_.ok() || !read) {
      const arrow::Status closed = Close();
      return error_.ok() ? closed : error_;
    }
    *batch = Relabel(*read, columns_, schema_);
    return arrow::Status::OK();
  }

  arrow::Status Close() override {
    if (!stream_) return arrow::Status::OK();
    const auto stream = std::exchange(stream_, nullptr);
    const arrow::Status status = stream->Close();
    statement_.reset();
    return status;
  }

 private:
  std::unique_ptr<Statement> statement_;
  std::shared_ptr<scan::ScanStream> stream_;
  const std::vector<int> columns_;
  const std::shared_ptr<arrow::Schema> schema_;
  arrow::Status error_;
};

}  // namespace

std::optional<StraightRoad> FindStraightRoad(const QueryPlan& plan, bool pushdown) {
  Tracer tracer;
  const auto positions = tracer.Trace(*plan.root);
  if (!positions || positions->empty()) return std::nullopt;
  if (tracer.limit() && !pushdown) return std::nullopt;
  const auto scan_columns = ScanColumns(*tracer.scan(), tracer.get()->GetColumnIds());
  std::vector<int> sources(scan_columns.size(), -1);
  std::vector<plan::Column> wanted;
  StraightRoad road;
  for (size_t i = 0; i < positions->size(); ++i) {
    const size_t position = (*positions)[i];
    const auto& column = scan_columns[position].column;
    if (!column) return std::nullopt;
    const auto& expected = plan.schema->field(static_cast<int>(i))->type();
    if (!WireArrowType(column->type)->Equals(expected, true)) return std::nullopt;
    if (sources[position] < 0) {
      sources[position] = static_cast<int>(wanted.size());
      wanted.push_back(*column);
    }
    road.columns.push_back(sources[position]);
  }
  road.scan = tracer.scan();
  road.scanner = tracer.scan()->cluster->scanner;
  road.request = tracer.scan()->Request(std::move(wanted));
  road.request.limit = tracer.limit();
  return road;
}

arrow::Result<std::shared_ptr<arrow::RecordBatchReader>> OpenStraightRoad(
    std::unique_ptr<Statement> statement, StraightRoad road,
    std::shared_ptr<arrow::Schema> schema) {
  ARROW_ASSIGN_OR_RAISE(auto stream,
                        road.scanner->Open(road.request, statement->context().cancel()));
  return std::make_shared<StraightReader>(std::move(statement), std::move(stream),
                                          std::move(road.columns), std::move(schema));
}

}  // namespace recurve::engine
