// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <list>
#include <mutex>
#include <thread>

#include "arrow/flight/server.h"
#include "core/cancel.h"

namespace recurve::service {

/// Tells calls that their client has gone, by one thread that asks gRPC about each of
/// them.
///
/// A handler that waits for the cluster sees nothing of its client, and the synchronous
/// gRPC server offers no notice; so each open call is asked every kInterval. Threads safe
/// to call from any thread.
class CallWatcher {
 public:
  static constexpr std::chrono::milliseconds kInterval{50};

  CallWatcher() = default;
  CallWatcher(const CallWatcher&) = delete;
  CallWatcher& operator=(const CallWatcher&) = delete;

  /// A call's token, valid while the call is open. Must not outlive the call's context.
  class Watch {
   public:
    Watch(CallWatcher& watcher, const arrow::flight::ServerCallContext& context);
    ~Watch();
    Watch(const Watch&) = delete;
    Watch& operator=(const Watch&) = delete;

    core::CancelToken token() const { return source_.get_token(); }

   private:
    friend class CallWatcher;
    CallWatcher& watcher_;
    const arrow::flight::ServerCallContext& context_;
    core::CancelSource source_;
    std::list<Watch*>::iterator place_;
  };

 private:
  void Run(const std::stop_token& stop);

  std::mutex mutex_;
  std::condition_variable_any changed_;
  std::list<Watch*> open_;
  std::jthread thread_;  // last: it ends before what it uses
};

}  // namespace recurve::service
