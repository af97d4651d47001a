// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <mutex>
#include <optional>
#include <vector>

namespace recurve::transport {

/// Whose turn it is among the hosts of a cluster. Thread safe.
class HostRing {
 public:
  using Clock = std::chrono::steady_clock;

  /// REQUIRES num_hosts > 0.
  HostRing(size_t num_hosts, std::chrono::milliseconds put_aside);

  /// The next host that is not put aside, never `except` if there is another one. When
  /// all are put aside, they take turns as if none was.
  size_t Pick(Clock::time_point now, std::optional<size_t> except = {});

  /// Leave a host out for the ring's time.
  void PutAside(size_t host, Clock::time_point now);

 private:
  const std::chrono::milliseconds put_aside_;
  std::mutex mutex_;
  size_t next_ = 0;                             // guarded by mutex_
  std::vector<Clock::time_point> aside_until_;  // guarded by mutex_
};

}  // namespace recurve::transport
