// SPDX-License-Identifier: Apache-2.0
#include "query/statement_scope.h"

#include <utility>

#include "core/error_detail.h"
#include "fmt/format.h"

namespace recurve::query {

arrow::Result<std::unique_ptr<StatementScope>> StatementScope::Enter(
    std::shared_ptr<StatementLimits> shared, core::CancelToken client) {
  const int max = shared->limits.max_running_statements;
  if (shared->num_running.fetch_add(1) >= max) {
    shared->num_running.fetch_sub(1);
    core::ErrorDetail detail(core::ErrorKind::kUnavailable);
    detail.retryable = true;
    return core::MakeError(
        std::move(detail),
        fmt::format(
            "too many statements are running (limits.max_running_statements = {})", max));
  }
  return std::unique_ptr<StatementScope>(
      new StatementScope(std::move(shared), std::move(client)));
}

StatementScope::StatementScope(std::shared_ptr<StatementLimits> shared,
                               core::CancelToken client)
    : shared_(std::move(shared)),
      deadline_(std::make_shared<DeadlineTimer::Deadline>()),
      on_client_stop_(std::move(client), StopDeadline{deadline_}) {
  if (shared_->limits.statement_timeout.count() > 0) {
    when_ = DeadlineTimer::Clock::now() + shared_->limits.statement_timeout;
    shared_->timer.Arm(when_, deadline_);
  }
}

StatementScope::~StatementScope() {
  if (when_ != DeadlineTimer::Clock::time_point{}) {
    shared_->timer.Disarm(when_, deadline_.get());
  }
  shared_->num_running.fetch_sub(1);
}

arrow::Status StatementScope::CheckRunning() const {
  if (!deadline_->source.stop_requested()) return arrow::Status::OK();
  if (deadline_->expired) return DeadlineError();
  return core::MakeError(core::ErrorKind::kCancelled, "the statement was cancelled");
}

arrow::Status StatementScope::Explain(const arrow::Status& status) const {
  const bool is_deadline = !status.ok() && deadline_->expired &&
                           core::KindOf(status) == core::ErrorKind::kCancelled;
  return is_deadline ? DeadlineError() : status;
}

arrow::Status StatementScope::DeadlineError() const {
  return core::MakeError(
      core::ErrorKind::kDeadline,
      fmt::format("the statement ran longer than limits.statement_timeout = {} s",
                  shared_->limits.statement_timeout.count()));
}

}  // namespace recurve::query
