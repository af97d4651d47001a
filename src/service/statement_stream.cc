// SPDX-License-Identifier: Apache-2.0
#include "service/statement_stream.h"

#include <exception>
#include <tuple>
#include <utility>

#include "core/error_detail.h"
#include "core/fnv.h"
#include "fmt/format.h"
#include "service/batch_slicer.h"
#include "service/flight_error.h"
#include "service/statement_ticket.h"

namespace recurve::service {

/// Counts rows and turns an exception of a room below into a Status.
class StatementStream::Counter : public arrow::RecordBatchReader {
 public:
  explicit Counter(std::shared_ptr<arrow::RecordBatchReader> rows)
      : rows_(std::move(rows)) {}

  std::shared_ptr<arrow::Schema> schema() const override { return rows_->schema(); }

  arrow::Status ReadNext(std::shared_ptr<arrow::RecordBatch>* batch) override {
    try {
      ARROW_RETURN_NOT_OK(rows_->ReadNext(batch));
    } catch (const std::exception& error) {
      return core::MakeError(core::ErrorKind::kInternal, error.what());
    }
    if (*batch) num_rows_ += (*batch)->num_rows();
    return arrow::Status::OK();
  }

  arrow::Status Close() override { return rows_->Close(); }

  int64_t num_rows() const { return num_rows_; }

 private:
  const std::shared_ptr<arrow::RecordBatchReader> rows_;
  int64_t num_rows_ = 0;
};

StatementStream::StatementStream(std::unique_ptr<CallWatcher::Watch> watch,
                                 std::shared_ptr<arrow::RecordBatchReader> rows,
                                 StreamFacts facts, std::shared_ptr<core::Log> log)
    : watch_(std::move(watch)),
      facts_(std::move(facts)),
      log_(std::move(log)),
      rows_(std::make_shared<Counter>(SliceBatches(std::move(rows)))),
      stream_(std::make_unique<arrow::flight::RecordBatchStream>(rows_)) {}

StatementStream::~StatementStream() {
  const int64_t num_rows = rows_->num_rows();
  std::ignore = Close();
  const auto elapsed = std::chrono::duration_cast<std::chrono::milliseconds>(
      std::chrono::steady_clock::now() - start_);
  log_->Info("statement ended",
             {{"request", facts_.request_id},
              {"kind", facts_.kind},
              {"sql_hash", fmt::format("{:016x}", core::Fnv1a(facts_.sql))},
              {"sql_bytes", fmt::format("{}", facts_.sql.size())},
              {"rows", fmt::format("{}", num_rows)},
              {"ms", fmt::format("{}", elapsed.count())},
              {"by", ended_by_}});
}

std::shared_ptr<arrow::Schema> StatementStream::schema() { return rows_->schema(); }

arrow::Result<arrow::flight::FlightPayload> StatementStream::GetSchemaPayload() {
  return stream_->GetSchemaPayload();
}

arrow::Result<arrow::flight::FlightPayload> StatementStream::Next() {
  auto payload = stream_->Next();
  if (!payload.ok()) return Failed(payload.status());
  if (payload->ipc_message.metadata == nullptr) ended_by_ = "its last row";
  return payload;
}

arrow::Status StatementStream::Close() {
  if (!stream_) return arrow::Status::OK();
  // Errors of closing change nothing for a client that has its rows or has gone.
  std::ignore = rows_->Close();
  stream_.reset();
  return arrow::Status::OK();
}

arrow::Status StatementStream::Failed(const arrow::Status& status) {
  ended_by_ = core::ToString(core::KindOf(status));
  return LogAndConvert(status, facts_.request_id, *log_);
}

}  // namespace recurve::service
