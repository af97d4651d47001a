// SPDX-License-Identifier: Apache-2.0
#include "scan/exchanger.h"

#include <algorithm>
#include <random>

#include "core/error_detail.h"
#include "fmt/format.h"

namespace recurve::scan {

namespace {

arrow::Status Cancelled() {
  return core::MakeError(core::ErrorKind::kCancelled, "the statement was cancelled");
}

// Frees the place on every way out of an exchange.
class Place {
 public:
  explicit Place(RequestBudget& budget) : budget_(budget) {}
  ~Place() { budget_.Release(); }
  Place(const Place&) = delete;
  Place& operator=(const Place&) = delete;

 private:
  RequestBudget& budget_;
};

bool MayRepeat(const arrow::Status& status, Repeat repeat) {
  const core::ErrorDetail* detail = core::FindDetail(status);
  if (repeat == Repeat::kNever || detail == nullptr || !detail->retryable) return false;
  constexpr int kTooManyRequests = 429;
  return repeat == Repeat::kSafe || detail->http_status == kTooManyRequests;
}

std::chrono::milliseconds BackOff(const arrow::Status& status, int attempt,
                                  std::chrono::milliseconds first) {
  const core::ErrorDetail* detail = core::FindDetail(status);
  // Some proxies answer with hours; a statement would seem to hang.
  constexpr std::chrono::milliseconds kMaxRetryAfter = std::chrono::seconds(30);
  if (detail != nullptr && detail->retry_after) {
    return std::min(*detail->retry_after, kMaxRetryAfter);
  }
  constexpr int kMaxDoublings = 6;
  const auto ceiling = first * (1 << std::min(attempt, kMaxDoublings));
  thread_local std::minstd_rand random{std::random_device{}()};
  std::uniform_int_distribution<int64_t> jitter(ceiling.count() / 2, ceiling.count());
  return std::chrono::milliseconds(jitter(random));
}

// Sleep that a stop request ends; false if it did.
bool Wait(std::chrono::milliseconds duration, const core::CancelToken& cancel) {
  std::mutex mutex;
  std::condition_variable_any never;
  std::unique_lock lock(mutex);
  never.wait_for(lock, cancel, duration, [] { return false; });
  return !cancel.stop_requested();
}

}  // namespace

bool RequestBudget::Acquire(const core::CancelToken& cancel) {
  std::unique_lock lock(mutex_);
  if (!changed_.wait(lock, cancel, [this] { return free_ > 0; })) return false;
  --free_;
  return true;
}

void RequestBudget::Release() {
  {
    const std::lock_guard lock(mutex_);
    ++free_;
  }
  changed_.notify_one();
}

arrow::Result<transport::HttpResponse> Exchanger::Send(
    const transport::HttpRequest& request, Repeat repeat,
    const core::CancelToken& cancel) {
  for (int attempt = 0;; ++attempt) {
    if (!budget_->Acquire(cancel)) return Cancelled();
    arrow::Result<transport::HttpResponse> response = [&] {
      const Place place(*budget_);
      return transport_->Send(request, cancel);
    }();
    num_requests_.fetch_add(1);
    if (response.ok()) {
      response_bytes_.fetch_add(static_cast<int64_t>(response->body.size()));
      return response;
    }
    if (cancel.stop_requested()) return Cancelled();
    if (!MayRepeat(response.status(), repeat)) return response.status();
    if (attempt == options_.max_retries) {
      return core::Within(fmt::format("after {} attempts", attempt + 1),
                          response.status());
    }
    num_retries_.fetch_add(1);
    if (!Wait(BackOff(response.status(), attempt, options_.first_backoff), cancel)) {
      return Cancelled();
    }
  }
}

}  // namespace recurve::scan
