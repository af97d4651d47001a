// SPDX-License-Identifier: Apache-2.0
#include "service/call_watcher.h"

#include <vector>

namespace recurve::service {

CallWatcher::Watch::Watch(CallWatcher& watcher,
                          const arrow::flight::ServerCallContext& context)
    : watcher_(watcher), context_(context) {
  const std::lock_guard lock(watcher_.mutex_);
  place_ = watcher_.open_.insert(watcher_.open_.end(), this);
  if (!watcher_.thread_.joinable()) {
    watcher_.thread_ = std::jthread(
        [&shared = watcher_](const std::stop_token& stop) { shared.Run(stop); });
  }
  watcher_.changed_.notify_one();
}

CallWatcher::Watch::~Watch() {
  // The lock also waits for a look at the context that is under way.
  const std::lock_guard lock(watcher_.mutex_);
  watcher_.open_.erase(place_);
}

void CallWatcher::Run(const std::stop_token& stop) {
  std::unique_lock lock(mutex_);
  while (!stop.stop_requested()) {
    if (open_.empty()) {
      changed_.wait(lock, stop, [this] { return !open_.empty(); });
      continue;
    }
    std::vector<core::CancelSource> gone;
    for (const Watch* watch : open_) {
      const bool is_news = !watch->source_.stop_requested();
      if (is_news && watch->context_.is_cancelled()) gone.push_back(watch->source_);
    }
    // Unlocked: a stop request runs callbacks of other rooms.
    lock.unlock();
    for (core::CancelSource& source : gone) source.request_stop();
    lock.lock();
    changed_.wait_for(lock, stop, kInterval, [] { return false; });
  }
}

}  // namespace recurve::service
