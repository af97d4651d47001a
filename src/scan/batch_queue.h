// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>

#include "arrow/record_batch.h"
#include "arrow/result.h"
#include "core/cancel.h"

namespace recurve::scan {

/// A bounded queue of batches from many readers to one consumer: the back-pressure of a
/// scan.
///
/// Threads  any number of producers, one consumer.
class BatchQueue {
 public:
  explicit BatchQueue(size_t max_batches) : max_batches_(max_batches) {}

  enum class PushOutcome { kPushed, kTimedOut, kStopped };

  /// Add a batch, waiting for room. kTimedOut: there was none for `patience`, the batch
  /// is not in. kStopped: a stop was requested or the queue is closed.
  PushOutcome Push(const std::shared_ptr<arrow::RecordBatch>& batch,
                   std::chrono::milliseconds patience, const core::CancelToken& cancel);

  /// No more batches will come; `status` is what the consumer gets at the end. An error
  /// drops what is queued. Only the first call counts.
  void Close(arrow::Status status);

  /// The next batch; null at the end.
  arrow::Result<std::shared_ptr<arrow::RecordBatch>> Pop(const core::CancelToken& cancel);

 private:
  const size_t max_batches_;
  std::mutex mutex_;
  std::condition_variable_any changed_;
  std::deque<std::shared_ptr<arrow::RecordBatch>> batches_;
  bool closed_ = false;
  arrow::Status status_;
};

}  // namespace recurve::scan
