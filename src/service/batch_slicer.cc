// SPDX-License-Identifier: Apache-2.0
#include "service/batch_slicer.h"

#include <deque>
#include <utility>

#include "arrow/ipc/writer.h"
#include "arrow/util/byte_size.h"

namespace recurve::service {

namespace {

// Above this sum of buffers a batch is measured exactly; the difference leaves room for
// padding and for the message's header.
constexpr int64_t kSurelySmallBytes = 2 * 1024 * 1024;

arrow::Result<bool> Fits(const arrow::RecordBatch& batch) {
  if (batch.num_rows() <= 1) return true;
  if (batch.num_columns() < 4096 &&
      arrow::util::TotalBufferSize(batch) <= kSurelySmallBytes) {
    return true;
  }
  int64_t num_bytes = 0;
  ARROW_RETURN_NOT_OK(arrow::ipc::GetRecordBatchSize(batch, &num_bytes));
  return num_bytes <= kMaxMessageBytes;
}

class Slicer : public arrow::RecordBatchReader {
 public:
  explicit Slicer(std::shared_ptr<arrow::RecordBatchReader> reader)
      : reader_(std::move(reader)) {}

  std::shared_ptr<arrow::Schema> schema() const override { return reader_->schema(); }

  arrow::Status ReadNext(std::shared_ptr<arrow::RecordBatch>* batch) override {
    *batch = nullptr;
    while (waiting_.empty()) {
      std::shared_ptr<arrow::RecordBatch> next;
      ARROW_RETURN_NOT_OK(reader_->ReadNext(&next));
      if (!next) return arrow::Status::OK();
      if (next->num_rows() > 0) waiting_.push_back(std::move(next));
    }
    // Halving until it fits needs no guess about how bytes are spread over rows.
    while (true) {
      const std::shared_ptr<arrow::RecordBatch> first = std::move(waiting_.front());
      waiting_.pop_front();
      ARROW_ASSIGN_OR_RAISE(const bool fits, Fits(*first));
      if (fits) {
        *batch = first;
        return arrow::Status::OK();
      }
      const int64_t half = first->num_rows() / 2;
      waiting_.push_front(first->Slice(half));
      waiting_.push_front(first->Slice(0, half));
    }
  }

  arrow::Status Close() override {
    waiting_.clear();
    return reader_->Close();
  }

 private:
  const std::shared_ptr<arrow::RecordBatchReader> reader_;
  std::deque<std::shared_ptr<arrow::RecordBatch>> waiting_;
};

}  // namespace

std::shared_ptr<arrow::RecordBatchReader> SliceBatches(
    std::shared_ptr<arrow::RecordBatchReader> reader) {
  return std::make_shared<Slicer>(std::move(reader));
}

}  // namespace recurve::service
