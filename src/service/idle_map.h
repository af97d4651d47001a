// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>

namespace recurve::service {

/// Values by a secret key, forgotten when nobody has asked for them for a while.
///
/// Never drops a value that is in use before its time: when `max_entries` live values are
/// held, a new one is refused instead.
/// Threads  safe to call from any thread; the values themselves are shared as they are.
template <typename T>
class IdleMap {
 public:
  using Clock = std::chrono::steady_clock;

  IdleMap(std::chrono::milliseconds idle, size_t max_entries)
      : idle_(idle), max_entries_(max_entries) {}

  /// False: full.
  bool Put(std::string key, std::shared_ptr<T> value) {
    const std::lock_guard lock(mutex_);
    const Clock::time_point now = Clock::now();
    if (now - swept_ > idle_ / 8 || entries_.size() >= max_entries_) Sweep(now);
    if (entries_.size() >= max_entries_ && !entries_.contains(key)) return false;
    entries_.insert_or_assign(std::move(key), Entry{std::move(value), now});
    return true;
  }

  /// The value, which counts as used now; nullptr: unknown or forgotten.
  std::shared_ptr<T> Get(std::string_view key) {
    const std::lock_guard lock(mutex_);
    const auto found = entries_.find(key);
    if (found == entries_.end()) return nullptr;
    const Clock::time_point now = Clock::now();
    if (now - found->second.used > idle_) {
      entries_.erase(found);
      return nullptr;
    }
    found->second.used = now;
    return found->second.value;
  }

  void Remove(std::string_view key) {
    const std::lock_guard lock(mutex_);
    const auto found = entries_.find(key);
    if (found != entries_.end()) entries_.erase(found);
  }

 private:
  struct Entry {
    std::shared_ptr<T> value;
    Clock::time_point used;
  };

  void Sweep(Clock::time_point now) {
    std::erase_if(entries_, [&](const auto& e) { return now - e.second.used > idle_; });
    swept_ = now;
  }

  const std::chrono::milliseconds idle_;
  const size_t max_entries_;
  std::mutex mutex_;
  std::map<std::string, Entry, std::less<>> entries_;
  Clock::time_point swept_ = Clock::now();
};

}  // namespace recurve::service
