// SPDX-License-Identifier: Apache-2.0
#include "query/statement_runner.h"

#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

#include "arrow/array.h"
#include "arrow/builder.h"
#include "arrow/type.h"
#include "core/error_detail.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace recurve::query {
namespace {

using testing::HasSubstr;

std::shared_ptr<arrow::Schema> OneColumn() {
  return arrow::schema({arrow::field("n", arrow::int64())});
}

std::shared_ptr<arrow::RecordBatch> Numbers(int64_t num_rows) {
  arrow::Int64Builder builder;
  for (int64_t i = 0; i < num_rows; ++i) EXPECT_TRUE(builder.Append(i).ok());
  return arrow::RecordBatch::Make(OneColumn(), num_rows, {*builder.Finish()});
}

// Gives its batches, then `end`; "wait" blocks until a stop request.
class FakeReader : public arrow::RecordBatchReader {
 public:
  FakeReader(std::vector<std::shared_ptr<arrow::RecordBatch>> batches, arrow::Status end,
             core::CancelToken cancel, bool wait, int* num_open)
      : batches_(std::move(batches)),
        end_(std::move(end)),
        cancel_(std::move(cancel)),
        wait_(wait),
        num_open_(num_open) {
    ++*num_open_;
  }
  ~FakeReader() override { --*num_open_; }

  std::shared_ptr<arrow::Schema> schema() const override { return OneColumn(); }

  arrow::Status ReadNext(std::shared_ptr<arrow::RecordBatch>* batch) override {
    *batch = nullptr;
    if (wait_) {
      std::mutex mutex;
      std::condition_variable_any changed;
      std::unique_lock lock(mutex);
      changed.wait(lock, cancel_, [] { return false; });
      return core::MakeError(core::ErrorKind::kCancelled, "stopped");
    }
    if (next_ == batches_.size()) return end_;
    *batch = batches_[next_++];
    return arrow::Status::OK();
  }

 private:
  std::vector<std::shared_ptr<arrow::RecordBatch>> batches_;
  arrow::Status end_;
  core::CancelToken cancel_;
  bool wait_;
  int* num_open_;
  size_t next_ = 0;
};

class FakeDatabase : public engine::Database {
 public:
  arrow::Result<engine::Description> Describe(std::string_view, const engine::Session&,
                                              const core::CancelToken&) override {
    return engine::Description{engine::StatementKind::kQuery, OneColumn(), nullptr};
  }

  arrow::Result<std::shared_ptr<arrow::RecordBatchReader>> Run(
      std::string_view sql, std::shared_ptr<arrow::RecordBatch>, engine::Session& session,
      core::CancelToken cancel) override {
    ++num_runs;
    num_runs_with_table += session.tables.empty() ? 0 : 1;
    std::vector<std::shared_ptr<arrow::RecordBatch>> batches;
    arrow::Status end;
    const auto disproved =
        core::MakeError(core::ErrorKind::kPushdownDisproved, "a field has two values");
    if (sql == "disproved at once" && session.pushdown) return disproved;
    if (sql == "always disproved" && num_runs > 1) return disproved;
    if (sql == "always disproved") {
      return std::make_shared<FakeReader>(std::move(batches), disproved, cancel, false,
                                          &num_open);
    }
    if (session.pushdown && sql.starts_with("disproved")) {
      end = disproved;
    }
    if (sql == "aggregates disproved" && session.push_aggregates) {
      end = disproved;
    } else if (!sql.ends_with("before a row") || !session.pushdown) {
      batches.push_back(Numbers(3));
      num_pushed_rows += session.pushdown ? 3 : 0;
    }
    return std::make_shared<FakeReader>(batches, end, cancel, sql == "wait", &num_open);
  }

  int num_runs = 0;
  int num_runs_with_table = 0;
  int num_pushed_rows = 0;
  int num_open = 0;
};

class StatementRunnerTest : public testing::Test {
 protected:
  void Limit(int max_running, std::chrono::seconds timeout = {}) {
    runner_ = StatementRunner::Make(database_, {max_running, timeout});
  }
  arrow::Result<std::shared_ptr<arrow::RecordBatchReader>> Run(std::string_view sql) {
    return runner_->Run(sql, nullptr, session_, source_.get_token());
  }
  arrow::Result<int64_t> CountRows(std::string_view sql) {
    ARROW_ASSIGN_OR_RAISE(auto reader, Run(sql));
    int64_t num_rows = 0;
    while (true) {
      std::shared_ptr<arrow::RecordBatch> batch;
      ARROW_RETURN_NOT_OK(reader->ReadNext(&batch));
      if (!batch) return num_rows;
      num_rows += batch->num_rows();
    }
  }

  std::shared_ptr<FakeDatabase> database_ = std::make_shared<FakeDatabase>();
  std::shared_ptr<StatementRunner> runner_ = StatementRunner::Make(database_, {});
  engine::Session session_;
  core::CancelSource source_;
};

TEST_F(StatementRunnerTest, RefusesOneStatementTooManyAndNamesTheSetting) {
  Limit(1);
  auto first = Run("numbers").ValueOrDie();
  const auto second = Run("numbers");
  ASSERT_FALSE(second.ok());
  EXPECT_EQ(core::KindOf(second.status()), core::ErrorKind::kUnavailable);
  EXPECT_TRUE(core::FindDetail(second.status())->retryable);
  EXPECT_THAT(second.status().message(), HasSubstr("limits.max_running_statements = 1"));
  first.reset();
  EXPECT_TRUE(Run("numbers").ok());
}

TEST_F(StatementRunnerTest, EveryEndGivesThePlaceBack) {
  EXPECT_EQ(*CountRows("numbers"), 3);
  EXPECT_EQ(runner_->num_running(), 0);
  auto closed = Run("numbers").ValueOrDie();
  EXPECT_EQ(runner_->num_running(), 1);
  EXPECT_TRUE(closed->Close().ok());
  EXPECT_EQ(runner_->num_running(), 0);
  Run("numbers").ValueOrDie();  // dropped
  EXPECT_EQ(runner_->num_running(), 0);
  EXPECT_FALSE(CountRows("disproved after rows").ok());
  EXPECT_EQ(runner_->num_running(), 0);
  EXPECT_EQ(database_->num_open, 0);
}

TEST_F(StatementRunnerTest, AStopRequestEndsAWaitingStatement) {
  auto reader = Run("wait").ValueOrDie();
  std::jthread stopper([this] { source_.request_stop(); });
  std::shared_ptr<arrow::RecordBatch> batch;
  const arrow::Status status = reader->ReadNext(&batch);
  EXPECT_EQ(core::KindOf(status), core::ErrorKind::kCancelled);
  EXPECT_EQ(database_->num_open, 0);
}

TEST_F(StatementRunnerTest, TheDeadlineEndsAWaitingStatement) {
  Limit(1, std::chrono::seconds(1));
  const auto rows = CountRows("wait");
  ASSERT_FALSE(rows.ok());
  EXPECT_EQ(core::KindOf(rows.status()), core::ErrorKind::kDeadline);
  EXPECT_THAT(rows.status().message(), HasSubstr("limits.statement_timeout = 1 s"));
  EXPECT_EQ(*CountRows("numbers"), 3);
}

TEST_F(StatementRunnerTest, ADisprovedPushdownIsPlannedAgainBeforeTheFirstRow) {
  EXPECT_EQ(*CountRows("disproved at once"), 3);
  EXPECT_EQ(*CountRows("disproved before a row"), 3);
  EXPECT_EQ(database_->num_runs, 6);
  EXPECT_TRUE(session_.pushdown);
}

TEST_F(StatementRunnerTest, EveryPlanHasTheTablesOfTheDescription) {
  session_.tables = {{"es", "numbers", {1, 2, 3}}};
  EXPECT_EQ(*CountRows("disproved before a row"), 3);
  EXPECT_EQ(database_->num_runs, 3);
  EXPECT_EQ(database_->num_runs_with_table, 3);
}

TEST_F(StatementRunnerTest, DisprovedAggregatesLeaveConditionsPushed) {
  EXPECT_EQ(*CountRows("aggregates disproved"), 3);
  EXPECT_EQ(database_->num_runs, 2);
  EXPECT_EQ(database_->num_pushed_rows, 3);
}

TEST_F(StatementRunnerTest, WhatIsDisprovedWithoutPushdownEnds) {
  EXPECT_FALSE(CountRows("always disproved").ok());
  EXPECT_EQ(database_->num_runs, 3);
  session_.pushdown = false;
  database_->num_runs = 1;
  EXPECT_FALSE(Run("always disproved").ok());
  EXPECT_EQ(database_->num_runs, 2);
}

TEST_F(StatementRunnerTest, ADisprovedPushdownAfterARowIsAnError) {
  const auto rows = CountRows("disproved after rows");
  ASSERT_FALSE(rows.ok());
  EXPECT_EQ(core::KindOf(rows.status()), core::ErrorKind::kPushdownDisproved);
  EXPECT_EQ(database_->num_runs, 1);
}

}  // namespace
}  // namespace recurve::query
