// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

#include "arrow/c/bridge.h"
#include "arrow/record_batch.h"
#include "core/error_detail.h"
#include "engine/aggregate_scan_internal.h"
#include "engine/arrow_types_internal.h"

namespace recurve::engine {

namespace {

/// The running request; DuckDB reads it with one thread.
class AggregateState : public duckdb::GlobalTableFunctionState {
 public:
  AggregateState(duckdb::ClientContext& context, std::shared_ptr<scan::ScanStream> from)
      : stream(std::move(from)),
        arrow(duckdb::make_uniq<duckdb::ArrowArrayWrapper>(), context) {
    std::vector<std::shared_ptr<arrow::DataType>> types;
    for (const auto& field : stream->schema()->fields()) types.push_back(field->type());
    arrow_schema = ReadArrowTypes(context, types);
    read.Initialize(duckdb::Allocator::Get(context), arrow_schema.GetTypes());
  }
  ~AggregateState() override {
    if (const arrow::Status status = stream->Close(); !status.ok()) status.Warn();
  }

  const std::shared_ptr<scan::ScanStream> stream;
  duckdb::ArrowTableSchema arrow_schema;
  duckdb::ArrowScanLocalState arrow;
  duckdb::idx_t num_rows = 0;  // of the batch in `arrow`
  duckdb::DataChunk read;
};

duckdb::unique_ptr<duckdb::GlobalTableFunctionState> OpenAggregate(
    duckdb::ClientContext& context, duckdb::TableFunctionInitInput& input) {
  const auto& bind = input.bind_data->Cast<AggregateBindData>();
  const auto statement = StatementContext::Of(context);
  if (!statement) throw duckdb::InvalidInputException("a scan outside of a statement");
  auto stream =
      bind.scan.cluster->scanner->OpenAggregate(bind.request, statement->cancel());
  if (!stream.ok()) statement->Throw(stream.status());
  return duckdb::make_uniq<AggregateState>(context, *std::move(stream));
}

/// False at the end.
bool LoadBatch(duckdb::ClientContext& context, AggregateState& state) {
  if (context.IsInterrupted()) throw duckdb::InterruptException();
  const auto statement = StatementContext::Of(context);
  std::shared_ptr<arrow::RecordBatch> batch;
  arrow::Status status = state.stream->ReadNext(&batch);
  if (status.ok() && !batch) return false;
  auto chunk = duckdb::make_shared_ptr<duckdb::ArrowArrayWrapper>();
  if (status.ok()) status = arrow::ExportRecordBatch(*batch, &chunk->arrow_array);
  if (!status.ok()) statement->Throw(status);
  state.arrow.Reset();
  state.arrow.chunk = std::move(chunk);
  state.num_rows = static_cast<duckdb::idx_t>(batch->num_rows());
  return true;
}

/// Whether a clock runs evenly through the stretches that begin at `instants`.
bool RunsEvenly(duckdb::ClientContext& context, const GroupClock& clock,
                duckdb::Vector& instants, duckdb::idx_t num_rows) {
  const int64_t last = clock.grain_micros - 1;
  duckdb::Vector ends(duckdb::LogicalType::TIMESTAMP_TZ, num_rows);
  duckdb::UnaryExecutor::Execute<duckdb::timestamp_t, duckdb::timestamp_t>(
      instants, ends, num_rows, [last](duckdb::timestamp_t instant) {
        return duckdb::timestamp_t(instant.value + last);
      });
  duckdb::ExpressionExecutor executor(context, *clock.time);
  const auto read = [&](duckdb::Vector& at) {
    duckdb::DataChunk chunk;
    chunk.InitializeEmpty({duckdb::LogicalType::TIMESTAMP_TZ});
    chunk.data[0].Reference(at);
    chunk.SetCardinality(num_rows);
    duckdb::Vector times(duckdb::LogicalType::TIMESTAMP, num_rows);
    executor.ExecuteExpression(chunk, times);
    times.Flatten(num_rows);
    return times;
  };
  const duckdb::Vector first = read(instants);
  const duckdb::Vector second = read(ends);
  const auto* begins = duckdb::FlatVector::GetData<duckdb::timestamp_t>(first);
  const auto* finishes = duckdb::FlatVector::GetData<duckdb::timestamp_t>(second);
  for (duckdb::idx_t i = 0; i < num_rows; ++i) {
    if (duckdb::FlatVector::IsNull(first, i)) continue;
    if (begins[i].value % clock.grain_micros != 0 ||
        finishes[i].value - begins[i].value != last) {
      return false;
    }
  }
  return true;
}

void CheckClocks(duckdb::ClientContext& context, const AggregateBindData& bind,
                 duckdb::DataChunk& groups) {
  for (const GroupClock& clock : bind.clocks) {
    if (RunsEvenly(context, clock, groups.data[clock.key], groups.size())) continue;
    StatementContext::Of(context)->Throw(
        core::MakeError(core::ErrorKind::kPushdownDisproved,
                        "a time zone changes in the middle of a quarter of an hour"));
  }
}

void ReadGroups(duckdb::ClientContext& context, duckdb::TableFunctionInput& input,
                duckdb::DataChunk& output) {
  auto& state = input.global_state->Cast<AggregateState>();
  while (state.arrow.chunk_offset >= state.num_rows) {
    if (!LoadBatch(context, state)) return;
  }
  const auto num_rows = std::min<duckdb::idx_t>(
      STANDARD_VECTOR_SIZE, state.num_rows - state.arrow.chunk_offset);
  state.read.Reset();
  state.read.SetCardinality(num_rows);
  duckdb::ArrowTableFunction::ArrowToDuckDB(state.arrow, state.arrow_schema.GetColumns(),
                                            state.read);
  CheckClocks(context, input.bind_data->Cast<AggregateBindData>(), state.read);
  for (duckdb::idx_t i = 0; i < output.ColumnCount(); ++i) {
    if (state.read.data[i].GetType() == output.data[i].GetType()) {
      output.data[i].Reference(state.read.data[i]);
    } else {
      duckdb::VectorOperations::Cast(context, state.read.data[i], output.data[i],
                                     num_rows);
    }
  }
  output.SetCardinality(num_rows);
  state.arrow.chunk_offset += num_rows;
}

}  // namespace

duckdb::TableFunction AggregateScanFunction() {
  duckdb::TableFunction function("recurve_aggregate", {}, ReadGroups, nullptr,
                                 OpenAggregate);
  function.verify_serialization = false;
  function.to_string = [](duckdb::TableFunctionToStringInput& input) {
    duckdb::InsertionOrderPreservingMap<duckdb::string> text;
    const auto& bind = input.bind_data->Cast<AggregateBindData>();
    text["Table"] = bind.scan.cluster->name + "." + bind.scan.table->name;
    text["Pushed"] = bind.text;
    return text;
  };
  return function;
}

const AggregateBindData* FindAggregateScan(const duckdb::LogicalOperator& op) {
  if (op.type != duckdb::LogicalOperatorType::LOGICAL_GET) return nullptr;
  const auto& get = op.Cast<duckdb::LogicalGet>();
  if (get.function.name != "recurve_aggregate" || !get.bind_data) return nullptr;
  return &get.bind_data->Cast<AggregateBindData>();
}

}  // namespace recurve::engine
