// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>

#include "arrow/result.h"
#include "core/cancel.h"
#include "scan/scanner.h"
#include "transport/http_transport.h"

namespace recurve::scan {

/// A bound on the requests that all scans of a cluster have under way at once.
///
/// Threads  safe from any thread.
class RequestBudget {
 public:
  explicit RequestBudget(int max_requests) : free_(max_requests) {}

  /// Wait for a place. False: a stop was requested instead.
  bool Acquire(const core::CancelToken& cancel);
  void Release();

 private:
  std::mutex mutex_;
  std::condition_variable_any changed_;
  int free_;
};

/// What may be done about a failed exchange.
enum class Repeat {
  kSafe,          ///< the request has no effect on the cluster: every retryable error
  kNever,         ///< nobody waits for it to succeed
  kIfNotStarted,  ///< a scroll's next page: only where the cluster refused to start (429)
};

/// Sends requests under the cluster's budget and repeats what may be repeated, with
/// exponential back-off and full jitter, or after the cluster's own Retry-After.
///
/// Threads  safe from any thread.
class Exchanger {
 public:
  Exchanger(std::shared_ptr<transport::HttpTransport> transport,
            std::shared_ptr<RequestBudget> budget, const ScanOptions& options)
      : transport_(std::move(transport)), budget_(std::move(budget)), options_(options) {}

  arrow::Result<transport::HttpResponse> Send(const transport::HttpRequest& request,
                                              Repeat repeat,
                                              const core::CancelToken& cancel);

  int64_t num_requests() const { return num_requests_.load(); }
  int64_t num_retries() const { return num_retries_.load(); }
  int64_t response_bytes() const { return response_bytes_.load(); }

 private:
  std::shared_ptr<transport::HttpTransport> transport_;
  std::shared_ptr<RequestBudget> budget_;
  ScanOptions options_;
  std::atomic<int64_t> num_requests_ = 0;
  std::atomic<int64_t> num_retries_ = 0;
  std::atomic<int64_t> response_bytes_ = 0;
};

}  // namespace recurve::scan
