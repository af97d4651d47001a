// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <chrono>
#include <thread>
#include <utility>

#include "arrow/c/bridge.h"
#include "core/error_detail.h"
#include "engine/arrow_types_internal.h"
#include "engine/duckdb_road_internal.h"

namespace recurve::engine {

namespace {

constexpr duckdb::idx_t kMaxBatchRows = 32768;
constexpr size_t kTargetBatchBytes = size_t{2} << 20;

/// About the bytes that a vector's rows take in Arrow.
size_t BytesOf(duckdb::Vector& vector, duckdb::idx_t num_rows) {
  switch (vector.GetType().InternalType()) {
    case duckdb::PhysicalType::VARCHAR: {
      duckdb::UnifiedVectorFormat format;
      vector.ToUnifiedFormat(num_rows, format);
      const auto* texts = duckdb::UnifiedVectorFormat::GetData<duckdb::string_t>(format);
      size_t num_bytes = num_rows * sizeof(int32_t);
      for (duckdb::idx_t i = 0; i < num_rows; ++i) {
        const auto row = format.sel->get_index(i);
        if (format.validity.RowIsValid(row)) num_bytes += texts[row].GetSize();
      }
      return num_bytes;
    }
    case duckdb::PhysicalType::STRUCT: {
      size_t num_bytes = 0;
      for (auto& child : duckdb::StructVector::GetEntries(vector)) {
        num_bytes += BytesOf(*child, num_rows);
      }
      return num_bytes;
    }
    case duckdb::PhysicalType::LIST:
      return num_rows * sizeof(int32_t) +
             BytesOf(duckdb::ListVector::GetEntry(vector),
                     duckdb::ListVector::GetListSize(vector));
    default:
      return num_rows * duckdb::GetTypeIdSize(vector.GetType().InternalType());
  }
}

/// Work on a statement until `is_ready` takes what ExecuteTask says. DuckDB's own loop
/// spins while only its other threads have work (v1.5.6,
/// PendingQueryResult::ExecuteInternal, StreamQueryResult), as they do when a scan waits
/// for the network: a core is then taken from whoever shares the machine. A task that was
/// worked on takes longer than kIdle.
template <typename Result, typename IsReady>
void WorkUntil(Result& result, IsReady is_ready) {
  using std::chrono::microseconds;
  using Clock = std::chrono::steady_clock;
  constexpr microseconds kIdle(20);
  constexpr microseconds kShortest(50);
  constexpr microseconds kLongest(1000);
  microseconds pause = kShortest;
  while (true) {
    const auto begin = Clock::now();
    const auto state = result.ExecuteTask();
    if (is_ready(state)) return;
    if (state == std::remove_const_t<decltype(state)>::BLOCKED) result.WaitForTask();
    if (Clock::now() - begin > kIdle) {
      pause = kShortest;
      continue;
    }
    std::this_thread::sleep_for(pause);
    pause = std::min(2 * pause, kLongest);
  }
}

class DuckDBReader : public arrow::RecordBatchReader {
 public:
  DuckDBReader(std::unique_ptr<Statement> statement,
               duckdb::unique_ptr<duckdb::PendingQueryResult> pending,
               std::shared_ptr<arrow::Schema> schema)
      : statement_(std::move(statement)),
        pending_(std::move(pending)),
        schema_(std::move(schema)) {
    for (const auto& type : pending_->types) wire_types_.push_back(WireType(type));
    needs_cast_ = wire_types_ != pending_->types;
  }
  ~DuckDBReader() override {
    if (const arrow::Status status = Close(); !status.ok()) status.Warn();
  }

  std::shared_ptr<arrow::Schema> schema() const override { return schema_; }

  arrow::Status ReadNext(std::shared_ptr<arrow::RecordBatch>* batch) override {
    batch->reset();
    if (!statement_) return error_;
    arrow::Status imported;
    error_ = statement_->Guard([&] { imported = Fill(batch); });
    if (error_.ok()) error_ = imported;
    if (!error_.ok() || !*batch) {
      batch->reset();
      const arrow::Status error = error_;
      ARROW_RETURN_NOT_OK(Close());
      return error;
    }
    return arrow::Status::OK();
  }

  arrow::Status Close() override {
    if (!statement_) return arrow::Status::OK();
    statement_->context().Stop();  // wakes a scan that waits for the network
    arrow::Status status;
    try {
      result_.reset();
      pending_.reset();
    } catch (const std::exception& exception) {
      status = core::MakeError(core::ErrorKind::kInternal, exception.what());
    }
    statement_.reset();
    return status;
  }

 private:
  /// Start the query; it begins to work here.
  arrow::Status Start() {
    WorkUntil(*pending_, duckdb::PendingQueryResult::IsResultReady);
    if (pending_->HasError()) return statement_->Translate(pending_->GetErrorObject());
    result_ = pending_->Execute();
    pending_.reset();
    if (result_->HasError()) return statement_->Translate(result_->GetErrorObject());
    return arrow::Status::OK();
  }

  /// The next chunk with columns of wire types, or null at the end.
  arrow::Status Fetch(duckdb::unique_ptr<duckdb::DataChunk>* chunk) {
    if (at_end_) return arrow::Status::OK();  // DuckDB closes a stream when it ends
    if (result_->type == duckdb::QueryResultType::STREAM_RESULT) {
      WorkUntil(result_->Cast<duckdb::StreamQueryResult>(),
                duckdb::StreamQueryResult::IsChunkReady);
    }
    if (!result_->HasError()) *chunk = result_->Fetch();
    if (result_->HasError()) return statement_->Translate(result_->GetErrorObject());
    ARROW_RETURN_NOT_OK(statement_->CheckCancelled());
    if (*chunk && (*chunk)->size() == 0) chunk->reset();
    at_end_ = !*chunk;
    if (!*chunk || !needs_cast_) return arrow::Status::OK();
    auto cast = duckdb::make_uniq<duckdb::DataChunk>();
    auto& context = statement_->client();
    cast->Initialize(duckdb::Allocator::Get(context), wire_types_);
    cast->SetCardinality((*chunk)->size());
    for (duckdb::idx_t i = 0; i < wire_types_.size(); ++i) {
      duckdb::VectorOperations::Cast(context, (*chunk)->data[i], cast->data[i],
                                     (*chunk)->size());
    }
    *chunk = std::move(cast);
    return arrow::Status::OK();
  }

  arrow::Status Fill(std::shared_ptr<arrow::RecordBatch>* batch) {
    if (!result_) ARROW_RETURN_NOT_OK(Start());
    duckdb::unique_ptr<duckdb::DataChunk> chunk;
    ARROW_RETURN_NOT_OK(Fetch(&chunk));
    if (!chunk) return arrow::Status::OK();
    const duckdb::idx_t max_rows = std::exchange(first_, false) ? 1 : kMaxBatchRows;
    duckdb::ArrowAppender appender(wire_types_, max_rows == 1 ? chunk->size() : max_rows,
                                   WireProperties(statement_->client()), {});
    size_t num_bytes = 0;
    while (true) {
      for (auto& column : chunk->data) num_bytes += BytesOf(column, chunk->size());
      appender.Append(*chunk, 0, chunk->size(), chunk->size());
      if (appender.RowCount() + STANDARD_VECTOR_SIZE > max_rows ||
          num_bytes >= kTargetBatchBytes) {
        break;
      }
      chunk.reset();
      ARROW_RETURN_NOT_OK(Fetch(&chunk));
      if (!chunk) break;
    }
    ArrowArray array = appender.Finalize();
    return arrow::ImportRecordBatch(&array, schema_).Value(batch);
  }

  std::unique_ptr<Statement> statement_;  // goes last: the results belong to it
  duckdb::unique_ptr<duckdb::PendingQueryResult> pending_;
  duckdb::unique_ptr<duckdb::QueryResult> result_;
  const std::shared_ptr<arrow::Schema> schema_;
  duckdb::vector<duckdb::LogicalType> wire_types_;
  bool needs_cast_ = false;
  bool first_ = true;
  bool at_end_ = false;
  arrow::Status error_;
};

}  // namespace

arrow::Result<std::shared_ptr<arrow::RecordBatchReader>> OpenDuckDBRoad(
    std::unique_ptr<Statement> statement, const duckdb::SQLStatement& parsed,
    ParameterValues values, std::shared_ptr<arrow::Schema> schema) {
  duckdb::unique_ptr<duckdb::PendingQueryResult> pending;
  ARROW_RETURN_NOT_OK(statement->Guard([&] {
    pending = statement->connection().PendingQuery(
        parsed.Copy(), values, duckdb::QueryResultOutputType::ALLOW_STREAMING);
  }));
  if (pending->HasError()) return statement->Translate(pending->GetErrorObject());
  // An interrupt that came before the query began is forgotten by DuckDB.
  ARROW_RETURN_NOT_OK(statement->CheckCancelled());
  return std::make_shared<DuckDBReader>(std::move(statement), std::move(pending),
                                        std::move(schema));
}

}  // namespace recurve::engine
