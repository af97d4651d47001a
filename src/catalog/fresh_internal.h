// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

#include "arrow/result.h"
#include "core/cancel.h"
#include "core/error_detail.h"

namespace recurve::catalog {

/// One version of the cluster's state.
struct StateId {
  int64_t version = 0;
  std::string uuid;
  bool operator==(const StateId&) const = default;
};

/// An answer that is kept while the cluster's state stays the same.
///
/// One caller at a time fetches; the others wait for it and take what it got. A failure
/// is not kept: the next waiter fetches itself. A stop request ends a wait.
template <typename T>
class Fresh {
 public:
  using Clock = std::chrono::steady_clock;

  /// The kept value if it belongs to `state` (which the caller has just asked for), or,
  /// when the state may not be read, if it is younger than max_age; else that of `fetch`,
  /// a Result<T>(const T* previous) that must not throw anything but bad_alloc.
  template <typename Fetch>
  arrow::Result<T> Get(const std::optional<StateId>& state,
                       std::chrono::milliseconds max_age, const core::CancelToken& cancel,
                       Fetch fetch) {
    std::unique_lock lock(mutex_);
    if (!idle_.wait(lock, cancel, [this] { return !fetching_; })) {
      return core::MakeError(core::ErrorKind::kCancelled, "the request was stopped");
    }
    if (value_ && IsFresh(state, max_age)) return *value_;
    const std::optional<T> previous = value_;
    const FetchMark mark(*this, lock);
    const auto asked_at = Clock::now();
    auto fetched = fetch(previous ? &*previous : nullptr);
    lock.lock();
    if (fetched.ok()) {
      value_ = *fetched;
      state_ = state;
      fetched_at_ = asked_at;
    }
    return fetched;
  }

 private:
  /// While it lives, the lock is free and the others wait.
  class FetchMark {
   public:
    FetchMark(Fresh& owner, std::unique_lock<std::mutex>& lock)
        : owner_(owner), lock_(lock) {
      owner_.fetching_ = true;
      lock_.unlock();
    }
    ~FetchMark() {
      if (!lock_.owns_lock()) lock_.lock();
      owner_.fetching_ = false;
      owner_.idle_.notify_all();
    }
    FetchMark(const FetchMark&) = delete;
    FetchMark& operator=(const FetchMark&) = delete;

   private:
    Fresh& owner_;
    std::unique_lock<std::mutex>& lock_;
  };

  bool IsFresh(const std::optional<StateId>& state,
               std::chrono::milliseconds max_age) const {
    if (state) return state_ == state;
    return Clock::now() - fetched_at_ < max_age;
  }

  std::mutex mutex_;
  std::condition_variable_any idle_;
  // All guarded by mutex_.
  bool fetching_ = false;
  std::optional<T> value_;
  std::optional<StateId> state_;
  Clock::time_point fetched_at_;
};

}  // namespace recurve::catalog
