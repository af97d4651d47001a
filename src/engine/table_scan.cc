// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <mutex>
#include <utility>

#include "arrow/c/bridge.h"
#include "arrow/record_batch.h"
#include "arrow/type.h"
#include "engine/arrow_types_internal.h"
#include "engine/column_reader_internal.h"
#include "engine/condition_reader_internal.h"
#include "engine/full_text_internal.h"
#include "engine/ip_type_internal.h"
#include "engine/join_keys_internal.h"
#include "engine/row_estimate_internal.h"
#include "engine/scan_filters_internal.h"
#include "engine/table_scan_internal.h"

namespace recurve::engine {

using duckdb::LogicalType;

plan::ScanRequest ScanBindData::Request(std::vector<plan::Column> columns) const {
  plan::ScanRequest request;
  request.table = table;
  request.columns = std::move(columns);
  request.limit = limit;
  request.order = order;
  request.road = road;
  std::vector<plan::Predicate> predicates;
  for (const plan::Pushed& verdict : verdicts) {
    if (verdict.exactness == plan::Exactness::kNone) continue;
    predicates.push_back(verdict.predicate);
    for (const catalog::Field* field : verdict.proofs) {
      const auto end = request.proofs.end();
      if (std::find(request.proofs.begin(), end, field) == end) {
        request.proofs.push_back(field);
      }
    }
  }
  request.filter = plan::And(std::move(predicates));
  return request;
}

int64_t ClausesLeft(const std::vector<plan::Pushed>& verdicts, const std::string& text) {
  int64_t left = plan::kMaxClauses;
  for (const plan::Pushed& verdict : verdicts) {
    if (verdict.exactness == plan::Exactness::kNone || verdict.text == text) continue;
    left -= plan::NumClauses(verdict.predicate);
  }
  return left;
}

std::vector<ScanColumn> ScanColumns(const ScanBindData& scan,
                                    const duckdb::vector<duckdb::ColumnIndex>& columns) {
  std::vector<ScanColumn> result;
  for (const duckdb::ColumnIndex& index : columns) {
    if (index.IsEmptyColumn() || index.IsRowIdColumn()) {
      result.push_back({std::nullopt, index.IsEmptyColumn() ? LogicalType::BOOLEAN
                                                            : LogicalType::BIGINT});
      continue;
    }
    plan::Column column;
    column.field = FieldOf(index, *scan.table);
    const bool is_virtual = index.IsVirtualColumn();
    LogicalType type = index.IsPushdownExtract() ? index.GetScanType()
                       : is_virtual
                           ? scan.entry.virtual_columns().at(index.GetPrimaryIndex()).type
                           : scan.entry.GetColumn(index.ToLogical()).Type();
    if (column.field != nullptr) {
      // A hidden column's name may not be its path, nor a member's its whole name.
      column.name = is_virtual ? column.field->name : column.field->path;
      column.type = column.field->type;
    } else {
      column.virtual_column = static_cast<catalog::VirtualColumn>(
          index.GetPrimaryIndex() - (is_virtual ? duckdb::VIRTUAL_COLUMN_START : 0));
      column.name = catalog::ToString(column.virtual_column);
      column.type = catalog::TypeOf(column.virtual_column);
    }
    result.push_back({std::move(column), std::move(type)});
  }
  return result;
}

duckdb::virtual_column_map_t ScanVirtualColumns(duckdb::ClientContext& context,
                                                const catalog::Table& table) {
  duckdb::virtual_column_map_t columns;
  for (const auto column :
       {catalog::VirtualColumn::kId, catalog::VirtualColumn::kIndex,
        catalog::VirtualColumn::kSource, catalog::VirtualColumn::kIgnored,
        catalog::VirtualColumn::kScore}) {
    duckdb::ArrowTableSchema read = ReadArrowTypes(context, {catalog::TypeOf(column)});
    columns.emplace(
        duckdb::VIRTUAL_COLUMN_START + static_cast<duckdb::column_t>(column),
        duckdb::TableColumn(std::string(catalog::ToString(column)), read.GetTypes()[0]));
  }
  const auto types = ColumnTypes(context, table.hidden);
  for (size_t i = 0; i < table.hidden.size(); ++i) {
    columns.emplace(kHiddenColumns + i,
                    duckdb::TableColumn(table.hidden[i].name, types[i]));
  }
  columns.emplace(duckdb::COLUMN_IDENTIFIER_EMPTY,
                  duckdb::TableColumn("", LogicalType::BOOLEAN));
  return columns;
}

namespace {

/// A running scan, shared by DuckDB's threads: they take batches in turn and convert them
/// side by side.
class ScanState : public duckdb::GlobalTableFunctionState {
 public:
  ~ScanState() override {
    if (!stream) return;
    if (const arrow::Status status = stream->Close(); !status.ok()) status.Warn();
  }
  duckdb::idx_t MaxThreads() const override { return max_threads; }

  /// The next batch, or null at the end.
  std::shared_ptr<arrow::RecordBatch> Next(StatementContext& statement) {
    const std::scoped_lock lock(mutex);
    std::shared_ptr<arrow::RecordBatch> batch;
    while (!done) {
      arrow::Status status = stream->ReadNext(&batch);
      if (!status.ok() && without_keys &&
          core::KindOf(status) == core::ErrorKind::kPushdownDisproved) {
        status = ReadWithoutKeys(statement.cancel());
        if (status.ok()) continue;
      }
      if (!status.ok()) {
        done = true;
        statement.Throw(status);
      }
      if (!batch) done = true;
      if (!batch || batch->num_rows() == 0) continue;
      without_keys.reset();  // what has been released cannot be taken back
      return batch;
    }
    return nullptr;
  }

  /// The keys of a join are a help that nothing rests on: where their proof fails (before
  /// the first row), the scan is made without them.
  arrow::Status ReadWithoutKeys(const core::CancelToken& cancel) {
    keys = "not used: " + keys;
    const plan::ScanRequest request = *std::exchange(without_keys, std::nullopt);
    ARROW_RETURN_NOT_OK(stream->Close());
    return scanner->Open(request, cancel).Value(&stream);
  }

  std::mutex mutex;
  std::shared_ptr<scan::Scanner> scanner;
  std::shared_ptr<scan::ScanStream> stream;
  std::optional<plan::ScanRequest> without_keys;  // set while `stream` uses keys
  std::string keys;                               // what of them was pushed, for people
  bool done = false;
  duckdb::idx_t max_threads = 1;

  std::vector<ScanColumn> columns;    // by DuckDB's column ids
  duckdb::vector<LogicalType> types;  // of `columns`
  std::vector<int> sources;           // of `columns`: column of the batch, -1 for none
  duckdb::ArrowTableSchema arrow_schema;     // of the batch
  duckdb::vector<duckdb::idx_t> projection;  // columns that leave the scan, empty: all
  duckdb::unique_ptr<duckdb::Expression> filter;
};

struct ScanThread : duckdb::LocalTableFunctionState {
  ScanThread(duckdb::ClientContext& context, ScanState& scan)
      : arrow(duckdb::make_uniq<duckdb::ArrowArrayWrapper>(), context),
        selection(STANDARD_VECTOR_SIZE) {
    auto& allocator = duckdb::Allocator::Get(context);
    const auto& batch_types = scan.arrow_schema.GetTypes();
    if (!batch_types.empty()) read.Initialize(allocator, batch_types);
    all.Initialize(allocator, scan.types);
    if (scan.filter) {
      filter = duckdb::make_uniq<duckdb::ExpressionExecutor>(context, *scan.filter);
    }
  }

  duckdb::ArrowScanLocalState arrow;
  duckdb::idx_t num_rows = 0;  // of the batch in `arrow`
  duckdb::DataChunk read;      // columns of the batch
  duckdb::DataChunk all;       // columns of the scan
  duckdb::unique_ptr<duckdb::ExpressionExecutor> filter;
  duckdb::SelectionVector selection;
};

/// Narrow the request by what the filters of a join let the cluster leave out.
void PushKeys(const duckdb::TableFilterSet& filters,
              const duckdb::vector<duckdb::ColumnIndex>& columns,
              const ScanBindData& bind, plan::ScanRequest& request, ScanState& scan) {
  const auto keys = PushRuntimeFilters(filters, columns, scan.types, *bind.table,
                                       ClausesLeft(bind.verdicts, {}));
  if (keys.empty()) return;
  for (const plan::Pushed& key : keys) {
    if (!scan.keys.empty()) scan.keys += ", ";
    scan.keys += key.text;
  }
  scan.without_keys = request;
  request = Narrow(std::move(request), keys);
}

duckdb::unique_ptr<duckdb::GlobalTableFunctionState> OpenScan(
    duckdb::ClientContext& context, duckdb::TableFunctionInitInput& input) {
  const auto& bind = input.bind_data->Cast<ScanBindData>();
  const auto statement = StatementContext::Of(context);
  if (!statement) throw duckdb::InvalidInputException("a scan outside of a statement");
  auto scan = duckdb::make_uniq<ScanState>();
  scan->columns = ScanColumns(bind, input.column_indexes);
  std::vector<plan::Column> wanted;
  std::vector<std::shared_ptr<arrow::DataType>> batch_types;
  for (const ScanColumn& column : scan->columns) {
    scan->types.push_back(column.type);
    scan->sources.push_back(column.column ? static_cast<int>(wanted.size()) : -1);
    if (!column.column) continue;
    wanted.push_back(*column.column);
    batch_types.push_back(column.column->type);
  }
  scan->arrow_schema = ReadArrowTypes(context, batch_types);
  if (input.CanRemoveFilterColumns()) scan->projection = input.projection_ids;
  if (input.filters) scan->filter = RequiredFilter(*input.filters, scan->types);
  plan::ScanRequest request = bind.Request(std::move(wanted));
  // A filter that arrives at run time (from a join) makes the planned limit too small.
  if (scan->filter) {
    request.limit.reset();
    request.order.clear();
  }
  scan->max_threads = static_cast<duckdb::idx_t>(
      duckdb::TaskScheduler::GetScheduler(context).NumberOfThreads());
  if (input.filters && statement->pushdown() && !request.limit) {
    PushKeys(*input.filters, input.column_indexes, bind, request, *scan);
  }
  scan->scanner = bind.cluster->scanner;
  auto stream = scan->scanner->Open(request, statement->cancel());
  if (!stream.ok()) statement->Throw(stream.status());
  scan->stream = std::move(*stream);
  return scan;
}

duckdb::unique_ptr<duckdb::LocalTableFunctionState> StartThread(
    duckdb::ExecutionContext& context, duckdb::TableFunctionInitInput&,
    duckdb::GlobalTableFunctionState* state) {
  return duckdb::make_uniq<ScanThread>(context.client, state->Cast<ScanState>());
}

bool LoadBatch(duckdb::ClientContext& context, ScanState& scan, ScanThread& thread) {
  if (context.IsInterrupted()) throw duckdb::InterruptException();
  const auto statement = StatementContext::Of(context);
  const auto batch = scan.Next(*statement);
  if (!batch) return false;
  if (batch->num_columns() != static_cast<int>(scan.arrow_schema.GetTypes().size())) {
    statement->Throw(core::MakeError(core::ErrorKind::kInternal,
                                     "a scan gave another number of columns than asked"));
  }
  auto chunk = duckdb::make_shared_ptr<duckdb::ArrowArrayWrapper>();
  const arrow::Status status = arrow::ExportRecordBatch(*batch, &chunk->arrow_array);
  if (!status.ok()) statement->Throw(status);
  thread.arrow.Reset();
  thread.arrow.chunk = std::move(chunk);
  thread.num_rows = static_cast<duckdb::idx_t>(batch->num_rows());
  return true;
}

/// Bring up to 2,048 rows of the batch into `all`.
void Convert(duckdb::ClientContext& context, ScanState& scan, ScanThread& thread) {
  const duckdb::idx_t num_rows = std::min<duckdb::idx_t>(
      STANDARD_VECTOR_SIZE, thread.num_rows - thread.arrow.chunk_offset);
  if (thread.read.ColumnCount() > 0) {
    thread.read.Reset();
    thread.read.SetCardinality(num_rows);
    duckdb::ArrowTableFunction::ArrowToDuckDB(
        thread.arrow, scan.arrow_schema.GetColumns(), thread.read);
  }
  thread.all.Reset();
  thread.all.SetCardinality(num_rows);
  for (duckdb::idx_t i = 0; i < scan.sources.size(); ++i) {
    duckdb::Vector& target = thread.all.data[i];
    if (scan.sources[i] < 0) {
      target.Reference(duckdb::Value(scan.types[i]));
      continue;
    }
    duckdb::Vector& source = thread.read.data[static_cast<size_t>(scan.sources[i])];
    if (source.GetType() == target.GetType()) {
      target.Reference(source);
    } else {
      duckdb::VectorOperations::Cast(context, source, target, num_rows);
    }
  }
  thread.arrow.chunk_offset += num_rows;
}

void ScanRows(duckdb::ClientContext& context, duckdb::TableFunctionInput& input,
              duckdb::DataChunk& output) {
  auto& scan = input.global_state->Cast<ScanState>();
  auto& thread = input.local_state->Cast<ScanThread>();
  while (true) {
    if (thread.arrow.chunk_offset >= thread.num_rows &&
        !LoadBatch(context, scan, thread)) {
      return;
    }
    Convert(context, scan, thread);
    if (thread.filter) {
      const duckdb::idx_t num_kept =
          thread.filter->SelectExpression(thread.all, thread.selection);
      if (num_kept == 0) continue;
      if (num_kept < thread.all.size()) thread.all.Slice(thread.selection, num_kept);
    }
    if (scan.projection.empty()) {
      output.Reference(thread.all);
    } else {
      output.ReferenceColumns(thread.all, scan.projection);
    }
    return;
  }
}

void PushConditions(duckdb::ClientContext& context, duckdb::LogicalGet& get,
                    duckdb::FunctionData* bind_data,
                    duckdb::vector<duckdb::unique_ptr<duckdb::Expression>>& filters) {
  auto& bind = bind_data->Cast<ScanBindData>();
  const auto statement = StatementContext::Of(context);
  const bool pushdown = statement && statement->pushdown();
  duckdb::vector<duckdb::unique_ptr<duckdb::Expression>> kept;
  size_t num_taken = 0;
  for (auto& filter : filters) {
    plan::Pushed verdict;
    const auto* full_text = FindFullText(*filter);
    if (pushdown || full_text != nullptr) {
      const plan::Condition condition = ReadCondition(context, *filter, get, *bind.table);
      verdict = plan::Push(condition, ClausesLeft(bind.verdicts, condition.text));
    } else {
      verdict.text = TextOf(*filter);
      verdict.reason = "pushdown is switched off";
    }
    const bool exact = verdict.exactness == plan::Exactness::kExact;
    if (!exact && full_text != nullptr && statement) {
      statement->Throw(FullTextRefused(*full_text, verdict.reason));
    }
    const std::string text = verdict.text;
    // DuckDB may offer what stays above a second time.
    const bool known = std::any_of(
        bind.verdicts.begin(), bind.verdicts.end(), [&](const plan::Pushed& earlier) {
          return earlier.text == verdict.text && earlier.predicate == verdict.predicate;
        });
    if (!known) bind.verdicts.push_back(std::move(verdict));
    if (!exact) {
      kept.push_back(std::move(filter));
      continue;
    }
    num_taken += std::any_of(
        bind.verdicts.begin(), bind.verdicts.end(), [&](const plan::Pushed& taken) {
          return taken.exactness == plan::Exactness::kExact && taken.text == text;
        });
  }
  // Each conjunct is answered by the cluster or still in the plan.
  if (num_taken + kept.size() != filters.size()) {
    statement->Throw(
        core::MakeError(core::ErrorKind::kInternal, "a condition was lost in planning"));
  }
  filters = std::move(kept);
}

bool ExtractsMembers(const duckdb::FunctionData& bind_data,
                     const duckdb::LogicalIndex& column) {
  const auto& bind = bind_data.Cast<ScanBindData>();
  return column.index < bind.table->fields.size() &&
         catalog::IsStruct(bind.table->fields[column.index]);
}

duckdb::InsertionOrderPreservingMap<duckdb::string> ScanToString(
    duckdb::TableFunctionToStringInput& input) {
  duckdb::InsertionOrderPreservingMap<duckdb::string> text;
  const auto& bind = input.bind_data->Cast<ScanBindData>();
  text["Table"] = bind.cluster->name + "." + bind.table->name;
  std::string pushed;
  for (const plan::Pushed& verdict : bind.verdicts) {
    if (verdict.exactness == plan::Exactness::kNone) continue;
    if (!pushed.empty()) pushed += "\n";
    pushed += verdict.text;
  }
  if (!pushed.empty()) text["Pushed"] = pushed;
  if (bind.limit) text["Limit"] = std::to_string(*bind.limit);
  return text;
}

/// What a scan did, for EXPLAIN ANALYZE.
duckdb::InsertionOrderPreservingMap<duckdb::string> ScanToStringWhenRun(
    duckdb::TableFunctionDynamicToStringInput& input) {
  duckdb::InsertionOrderPreservingMap<duckdb::string> text;
  if (!input.global_state) return text;
  auto& scan = input.global_state->Cast<ScanState>();
  const std::scoped_lock lock(scan.mutex);
  if (!scan.stream) return text;
  const scan::ScanStatistics statistics = scan.stream->statistics();
  if (!scan.keys.empty()) text["Join keys"] = scan.keys;
  text["Road"] = statistics.road + ", " + statistics.mechanism;
  text["Requests"] = std::to_string(statistics.num_requests);
  text["Bytes"] = std::to_string(statistics.response_bytes);
  return text;
}

struct CountState : duckdb::GlobalTableFunctionState {
  bool done = false;
};

void CountRows(duckdb::ClientContext& context, duckdb::TableFunctionInput& input,
               duckdb::DataChunk& output) {
  auto& state = input.global_state->Cast<CountState>();
  if (state.done) return;
  state.done = true;
  const auto& scan = input.bind_data->Cast<CountBindData>().scan;
  const auto statement = StatementContext::Of(context);
  if (!statement) throw duckdb::InvalidInputException("a count outside of a statement");
  const auto num_rows =
      scan.cluster->scanner->Count(scan.Request({}), statement->cancel());
  if (!num_rows.ok()) statement->Throw(num_rows.status());
  for (auto& column : output.data) {
    column.Reference(duckdb::Value::BIGINT(*num_rows));
  }
  output.SetCardinality(1);
}

}  // namespace

duckdb::TableFunction TableScanFunction() {
  duckdb::TableFunction function("recurve_scan", {}, ScanRows, nullptr, OpenScan,
                                 StartThread);
  function.projection_pushdown = true;
  function.filter_pushdown = true;
  function.filter_prune = true;
  function.verify_serialization = false;
  function.order_preservation_type = duckdb::OrderPreservationType::NO_ORDER;
  function.pushdown_complex_filter = PushConditions;
  function.cardinality = EstimateRows;
  function.supports_pushdown_extract = ExtractsMembers;
  function.to_string = ScanToString;
  function.dynamic_to_string = ScanToStringWhenRun;
  function.get_bind_info = [](const duckdb::optional_ptr<duckdb::FunctionData> bind) {
    return duckdb::BindInfo(bind->Cast<ScanBindData>().entry);
  };
  function.get_virtual_columns = [](duckdb::ClientContext&,
                                    duckdb::optional_ptr<duckdb::FunctionData> bind) {
    return bind->Cast<ScanBindData>().entry.virtual_columns();
  };
  return function;
}

duckdb::TableFunction CountScanFunction() {
  duckdb::TableFunction function(
      "recurve_count", {}, CountRows, nullptr,
      [](duckdb::ClientContext&, duckdb::TableFunctionInitInput&)
          -> duckdb::unique_ptr<duckdb::GlobalTableFunctionState> {
        return duckdb::make_uniq<CountState>();
      });
  function.verify_serialization = false;
  function.to_string = [](duckdb::TableFunctionToStringInput& input) {
    duckdb::InsertionOrderPreservingMap<duckdb::string> text;
    const auto& scan = input.bind_data->Cast<CountBindData>().scan;
    text["Count of"] = scan.cluster->name + "." + scan.table->name;
    return text;
  };
  return function;
}

ScanBindData* FindScan(duckdb::LogicalOperator& op) {
  if (op.type != duckdb::LogicalOperatorType::LOGICAL_GET) return nullptr;
  auto& get = op.Cast<duckdb::LogicalGet>();
  if (get.function.name != "recurve_scan" || !get.bind_data) return nullptr;
  return &get.bind_data->Cast<ScanBindData>();
}

}  // namespace recurve::engine
