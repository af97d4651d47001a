// SPDX-License-Identifier: Apache-2.0
#include "service/parameter_rows.h"

#include <utility>

#include "arrow/type.h"
#include "core/error_detail.h"

namespace recurve::service {

namespace {

using ReaderPtr = std::shared_ptr<arrow::RecordBatchReader>;

class ParameterRows : public arrow::RecordBatchReader {
 public:
  ParameterRows(std::shared_ptr<query::StatementRunner> runner, StatementTicket ticket,
                core::CancelToken cancel)
      : runner_(std::move(runner)),
        ticket_(std::move(ticket)),
        cancel_(std::move(cancel)) {}

  // REQUIRES: called once, before anything else.
  arrow::Status Start() {
    if (NumRuns() > 0) {
      ARROW_RETURN_NOT_OK(RunNext());
      schema_ = rows_->schema();
      return arrow::Status::OK();
    }
    ARROW_ASSIGN_OR_RAISE(engine::Description description,
                          runner_->Describe(ticket_.sql, ticket_.session, cancel_));
    schema_ = std::move(description.schema);
    return CheckSchema(*schema_);
  }

  std::shared_ptr<arrow::Schema> schema() const override { return schema_; }

  arrow::Status ReadNext(std::shared_ptr<arrow::RecordBatch>* batch) override {
    *batch = nullptr;
    while (rows_) {
      ARROW_RETURN_NOT_OK(rows_->ReadNext(batch));
      if (*batch) return arrow::Status::OK();
      rows_.reset();
      if (next_run_ < NumRuns()) ARROW_RETURN_NOT_OK(RunNext());
    }
    return arrow::Status::OK();
  }

  arrow::Status Close() override {
    ReaderPtr rows = std::move(rows_);
    rows_.reset();
    return rows ? rows->Close() : arrow::Status::OK();
  }

 private:
  int64_t NumRuns() const {
    return ticket_.parameters ? ticket_.parameters->num_rows() : 1;
  }

  arrow::Status RunNext() {
    auto row = ticket_.parameters ? ticket_.parameters->Slice(next_run_, 1) : nullptr;
    ++next_run_;
    engine::Session session = ticket_.session;
    ARROW_ASSIGN_OR_RAISE(rows_,
                          runner_->Run(ticket_.sql, std::move(row), session, cancel_));
    return CheckSchema(*rows_->schema());
  }

  arrow::Status CheckSchema(const arrow::Schema& schema) const {
    if (HashOf(schema) == ticket_.schema_hash) return arrow::Status::OK();
    core::ErrorDetail detail(core::ErrorKind::kUnavailable);
    detail.retryable = true;
    return core::MakeError(std::move(detail),
                           "the columns of the statement changed between planning and "
                           "reading (a mapping was updated); run it again");
  }

  const std::shared_ptr<query::StatementRunner> runner_;
  const StatementTicket ticket_;
  const core::CancelToken cancel_;
  std::shared_ptr<arrow::Schema> schema_;
  ReaderPtr rows_;  // of the current run; null after the last
  int64_t next_run_ = 0;
};

}  // namespace

arrow::Result<ReaderPtr> RunTicket(std::shared_ptr<query::StatementRunner> runner,
                                   StatementTicket ticket, core::CancelToken cancel) {
  auto rows = std::make_shared<ParameterRows>(std::move(runner), std::move(ticket),
                                              std::move(cancel));
  ARROW_RETURN_NOT_OK(rows->Start());
  return rows;
}

}  // namespace recurve::service
