// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <memory>
#include <stop_token>

#include "arrow/result.h"
#include "core/cancel.h"
#include "query/deadline_timer.h"
#include "query/statement_runner.h"

namespace recurve::query {

/// What all statements of a runner share; outlives the runner while a statement runs.
struct StatementLimits {
  explicit StatementLimits(Limits wanted) : limits(wanted) {}

  const Limits limits;
  std::atomic<int> num_running = 0;
  DeadlineTimer timer;
};

/// One running statement: its place among the running ones, its deadline, and the token
/// that stops it when the client or the deadline says so. Gives all of it back when
/// destroyed.
class StatementScope {
 public:
  /// Errors  kUnavailable, retryable: too many statements are running.
  static arrow::Result<std::unique_ptr<StatementScope>> Enter(
      std::shared_ptr<StatementLimits> shared, core::CancelToken client);

  ~StatementScope();
  StatementScope(const StatementScope&) = delete;
  StatementScope& operator=(const StatementScope&) = delete;

  core::CancelToken token() const { return deadline_->source.get_token(); }

  /// OK, or why the statement must stop: kDeadline or kCancelled.
  arrow::Status CheckRunning() const;

  /// The same error, or kDeadline where a cancellation was the deadline's.
  arrow::Status Explain(const arrow::Status& status) const;

 private:
  StatementScope(std::shared_ptr<StatementLimits> shared, core::CancelToken client);
  arrow::Status DeadlineError() const;

  struct StopDeadline {
    std::shared_ptr<DeadlineTimer::Deadline> deadline;
    void operator()() const { deadline->source.request_stop(); }
  };

  const std::shared_ptr<StatementLimits> shared_;
  const std::shared_ptr<DeadlineTimer::Deadline> deadline_;
  DeadlineTimer::Clock::time_point when_{};
  std::stop_callback<StopDeadline> on_client_stop_;
};

}  // namespace recurve::query
