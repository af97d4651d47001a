// SPDX-License-Identifier: Apache-2.0
#include "query/statement_runner.h"

#include <tuple>
#include <utility>

#include "arrow/type.h"
#include "core/error_detail.h"
#include "fmt/format.h"
#include "query/statement_scope.h"

namespace recurve::query {

namespace {

using ReaderPtr = std::shared_ptr<arrow::RecordBatchReader>;

bool IsDisproved(const arrow::Status& status) {
  return !status.ok() && core::KindOf(status) == core::ErrorKind::kPushdownDisproved;
}

// What is needed to run a statement again with less pushdown.
struct NextPlan {
  std::shared_ptr<engine::Database> database;
  std::string sql;
  std::shared_ptr<arrow::RecordBatch> parameters;
  engine::Session session;

  // First without aggregates (a sum that may be too large says nothing about the
  // conditions), then without anything.
  arrow::Result<ReaderPtr> Run(const core::CancelToken& cancel) {
    if (session.pushdown && session.push_aggregates) {
      session.push_aggregates = false;
      auto rows = database->Run(sql, parameters, session, cancel);
      if (!IsDisproved(rows.status())) return rows;
    }
    session.pushdown = false;
    return database->Run(sql, parameters, session, cancel);
  }
};

// What is pushed without pushdown has no other plan: full text, which only the cluster
// can answer, and what stands in one OR with it.
arrow::Status Final(const arrow::Status& status) {
  if (!IsDisproved(status)) return status;
  const core::ErrorDetail* found = core::FindDetail(status);
  if (found != nullptr && found->http_status != 0) {
    // The cluster's own refusal, for the cost of the query; its words say why.
    core::ErrorDetail detail = *found;
    detail.kind = core::ErrorKind::kUnsupported;
    return core::MakeError(std::move(detail), status.message());
  }
  return core::MakeError(
      core::ErrorKind::kUnsupported,
      fmt::format("{}: in one OR with a full-text condition it cannot be compared",
                  status.message()));
}

// The rows of one statement. Whatever ends it (the last row, an error, Close, the
// destructor) first drops the inner reader, which frees the cluster, and then the scope.
class StatementReader : public arrow::RecordBatchReader {
 public:
  StatementReader(std::unique_ptr<StatementScope> scope, ReaderPtr rows, NextPlan next,
                  bool may_replan)
      : schema_(rows->schema()),
        scope_(std::move(scope)),
        rows_(std::move(rows)),
        next_(std::move(next)),
        may_replan_(may_replan) {}

  ~StatementReader() override { Finish(); }

  std::shared_ptr<arrow::Schema> schema() const override { return schema_; }

  arrow::Status ReadNext(std::shared_ptr<arrow::RecordBatch>* batch) override {
    *batch = nullptr;
    if (!rows_) return ended_with_;
    arrow::Status status = scope_->CheckRunning();
    if (status.ok()) status = rows_->ReadNext(batch);
    while (IsDisproved(status) && may_replan_) {
      status = Replan();
      if (status.ok()) status = rows_->ReadNext(batch);
    }
    status = scope_->Explain(next_.session.pushdown ? status : Final(status));
    if (status.ok() && *batch != nullptr) {
      may_replan_ = may_replan_ && (*batch)->num_rows() == 0;
      return status;
    }
    *batch = nullptr;
    ended_with_ = status;
    Finish();
    return status;
  }

  arrow::Status Close() override {
    Finish();
    return arrow::Status::OK();
  }

 private:
  arrow::Status Replan() {
    rows_.reset();
    auto rows = next_.Run(scope_->token());
    may_replan_ = next_.session.pushdown;
    ARROW_ASSIGN_OR_RAISE(rows_, std::move(rows));
    if (rows_->schema()->Equals(*schema_, /*check_metadata=*/false)) {
      return arrow::Status::OK();
    }
    return core::MakeError(core::ErrorKind::kInternal,
                           "the next plan of the statement has another schema");
  }

  void Finish() {
    // What Close says changes nothing: the rows end here and the destructor cleans up.
    if (rows_) std::ignore = rows_->Close();
    rows_.reset();
    scope_.reset();
  }

  const std::shared_ptr<arrow::Schema> schema_;
  std::unique_ptr<StatementScope> scope_;  // set while the statement runs
  ReaderPtr rows_;                         // set while the statement runs
  NextPlan next_;
  bool may_replan_;
  arrow::Status ended_with_;
};

class Runner : public StatementRunner {
 public:
  Runner(std::shared_ptr<engine::Database> database, Limits limits)
      : database_(std::move(database)),
        shared_(std::make_shared<StatementLimits>(limits)) {}

  arrow::Result<engine::Description> Describe(std::string_view sql,
                                              const engine::Session& session,
                                              const core::CancelToken& cancel) override {
    ARROW_ASSIGN_OR_RAISE(const auto scope, StatementScope::Enter(shared_, cancel));
    auto description = database_->Describe(sql, session, scope->token());
    if (!description.ok()) return scope->Explain(description.status());
    return description;
  }

  arrow::Result<ReaderPtr> Run(std::string_view sql,
                               std::shared_ptr<arrow::RecordBatch> parameters,
                               engine::Session& session,
                               core::CancelToken cancel) override {
    ARROW_ASSIGN_OR_RAISE(auto scope, StatementScope::Enter(shared_, std::move(cancel)));
    NextPlan next{database_, std::string(sql), parameters, session};
    auto rows = database_->Run(sql, std::move(parameters), session, scope->token());
    if (IsDisproved(rows.status()) && session.pushdown) rows = next.Run(scope->token());
    const bool may_replan = next.session.pushdown;
    if (!rows.ok()) {
      return scope->Explain(may_replan ? rows.status() : Final(rows.status()));
    }
    return std::make_shared<StatementReader>(std::move(scope), std::move(*rows),
                                             std::move(next), may_replan);
  }

  int num_running() const override { return shared_->num_running; }

 private:
  const std::shared_ptr<engine::Database> database_;
  const std::shared_ptr<StatementLimits> shared_;
};

}  // namespace

std::shared_ptr<StatementRunner> StatementRunner::Make(
    std::shared_ptr<engine::Database> database, Limits limits) {
  return std::make_shared<Runner>(std::move(database), limits);
}

}  // namespace recurve::query
