// SPDX-License-Identifier: Apache-2.0
#include "scan/batch_queue.h"

#include <utility>

#include "core/error_detail.h"

namespace recurve::scan {

BatchQueue::PushOutcome BatchQueue::Push(const std::shared_ptr<arrow::RecordBatch>& batch,
                                         std::chrono::milliseconds patience,
                                         const core::CancelToken& cancel) {
  std::unique_lock lock(mutex_);
  const bool ready = changed_.wait_for(lock, cancel, patience, [this] {
    return closed_ || batches_.size() < max_batches_;
  });
  if (closed_ || cancel.stop_requested()) return PushOutcome::kStopped;
  if (!ready) return PushOutcome::kTimedOut;
  batches_.push_back(batch);
  changed_.notify_all();
  return PushOutcome::kPushed;
}

void BatchQueue::Close(arrow::Status status) {
  const std::lock_guard lock(mutex_);
  if (closed_) return;
  closed_ = true;
  status_ = std::move(status);
  if (!status_.ok()) batches_.clear();
  changed_.notify_all();
}

arrow::Result<std::shared_ptr<arrow::RecordBatch>> BatchQueue::Pop(
    const core::CancelToken& cancel) {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, cancel, [this] { return closed_ || !batches_.empty(); });
  if (!batches_.empty()) {
    auto batch = std::move(batches_.front());
    batches_.pop_front();
    changed_.notify_all();
    return batch;
  }
  if (closed_) {
    if (!status_.ok()) return status_;
    return nullptr;
  }
  return core::MakeError(core::ErrorKind::kCancelled, "the statement was cancelled");
}

}  // namespace recurve::scan
