// SPDX-License-Identifier: Apache-2.0
#include "transport/host_ring_internal.h"

namespace recurve::transport {

HostRing::HostRing(size_t num_hosts, std::chrono::milliseconds put_aside)
    : put_aside_(put_aside), aside_until_(num_hosts, Clock::time_point::min()) {}

size_t HostRing::Pick(Clock::time_point now, std::optional<size_t> except) {
  const std::lock_guard lock(mutex_);
  const size_t num_hosts = aside_until_.size();
  std::optional<size_t> fallback;
  for (size_t step = 0; step < num_hosts; ++step) {
    const size_t host = (next_ + step) % num_hosts;
    if (host == except) continue;
    if (aside_until_[host] <= now) {
      next_ = host + 1;
      return host;
    }
    if (!fallback) fallback = host;
  }
  if (!fallback) return *except;  // the only host
  next_ = *fallback + 1;
  return *fallback;
}

void HostRing::PutAside(size_t host, Clock::time_point now) {
  const std::lock_guard lock(mutex_);
  aside_until_[host] = now + put_aside_;
}

}  // namespace recurve::transport
