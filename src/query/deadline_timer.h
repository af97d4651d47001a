// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <map>
#include <memory>
#include <mutex>
#include <thread>

#include "core/cancel.h"

namespace recurve::query {

/// Stops statements whose time is over: one thread for all of them.
///
/// Threads  safe to call from any thread. The thread starts with the first deadline.
class DeadlineTimer {
 public:
  using Clock = std::chrono::steady_clock;

  /// What a deadline does when it comes: `expired` is set, then `source` is stopped.
  struct Deadline {
    core::CancelSource source;
    std::atomic<bool> expired = false;
  };

  DeadlineTimer() = default;
  DeadlineTimer(const DeadlineTimer&) = delete;
  DeadlineTimer& operator=(const DeadlineTimer&) = delete;

  void Arm(Clock::time_point when, std::shared_ptr<Deadline> deadline);
  /// Forget a deadline that has not come yet.
  void Disarm(Clock::time_point when, const Deadline* deadline);

 private:
  void Run(const std::stop_token& stop);

  std::mutex mutex_;
  std::condition_variable_any changed_;
  std::multimap<Clock::time_point, std::shared_ptr<Deadline>> deadlines_;
  std::jthread thread_;  // last: it ends before what it uses
};

}  // namespace recurve::query
