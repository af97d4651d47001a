// SPDX-License-Identifier: Apache-2.0
#include "query/deadline_timer.h"

#include <utility>

namespace recurve::query {

void DeadlineTimer::Arm(Clock::time_point when, std::shared_ptr<Deadline> deadline) {
  const std::lock_guard lock(mutex_);
  deadlines_.emplace(when, std::move(deadline));
  if (!thread_.joinable()) {
    thread_ = std::jthread([this](const std::stop_token& stop) { Run(stop); });
  }
  changed_.notify_one();
}

void DeadlineTimer::Disarm(Clock::time_point when, const Deadline* deadline) {
  const std::lock_guard lock(mutex_);
  auto [it, end] = deadlines_.equal_range(when);
  for (; it != end; ++it) {
    if (it->second.get() != deadline) continue;
    deadlines_.erase(it);
    return;
  }
}

void DeadlineTimer::Run(const std::stop_token& stop) {
  std::unique_lock lock(mutex_);
  while (!stop.stop_requested()) {
    if (deadlines_.empty()) {
      changed_.wait(lock, stop, [this] { return !deadlines_.empty(); });
      continue;
    }
    const Clock::time_point next = deadlines_.begin()->first;
    if (Clock::now() < next) {
      changed_.wait_until(lock, stop, next, [this, next] {
        return deadlines_.empty() || deadlines_.begin()->first != next;
      });
      continue;
    }
    const std::shared_ptr<Deadline> due = std::move(deadlines_.begin()->second);
    deadlines_.erase(deadlines_.begin());
    // Unlocked: a stop request runs callbacks of other rooms.
    lock.unlock();
    due->expired = true;
    due->source.request_stop();
    lock.lock();
  }
}

}  // namespace recurve::query
