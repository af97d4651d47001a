// SPDX-License-Identifier: Apache-2.0
#include "core/error_detail.h"
#include "engine/fake_cluster_test.h"
#include "engine/statement_internal.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace recurve::engine {
namespace {

/// An internal error inside DuckDB makes its instance refuse every statement.
TEST(InstanceSlot, ReplacesABrokenInstance) {
  auto slot = InstanceSlot::Make({}).ValueOrDie();
  const auto first = slot->Get().ValueOrDie();
  auto statement = Statement::Make(first, slot->options(), {}, {}).ValueOrDie();
  first->Invalidate("provoked by a test");
  const auto refused = statement->connection().Query("SELECT 1");
  ASSERT_TRUE(refused->HasError());
  const arrow::Status status = statement->Translate(refused->GetErrorObject());
  EXPECT_EQ(core::KindOf(status), core::ErrorKind::kUnavailable) << status;
  const auto second = slot->Get().ValueOrDie();
  EXPECT_NE(first, second);
  auto next = Statement::Make(second, slot->options(), {}, {}).ValueOrDie();
  EXPECT_FALSE(next->connection().Query("SELECT 1")->HasError());
}

TEST(Database, SurvivesAnInternalErrorOfDuckDB) {
  auto cluster = std::make_shared<FakeCluster>();
  cluster->AddNumbers("numbers", 10);
  auto other = std::make_shared<FakeCluster>();
  other->AddNumbers("numbers", 10);
  DatabaseOptions options;
  options.clusters = {{"es", cluster, cluster}, {"other", other, other}};
  const auto database = Database::Make(options).ValueOrDie();
  Session session;
  const auto run = [&] {
    auto reader = database->Run("SELECT sum(n * n) FROM numbers", nullptr, session, {});
    return reader.ok() ? (*reader)->ToTable() : reader.status();
  };
  ASSERT_TRUE(run().ok());
  auto bystander = database->Run("SELECT n + 1 FROM other.numbers", nullptr, session, {});
  ASSERT_TRUE(bystander.ok());

  cluster->on_read = [] { throw duckdb::InternalException("provoked by a test"); };
  const arrow::Status broken = run().status();
  EXPECT_EQ(core::KindOf(broken), core::ErrorKind::kInternal) << broken;
  EXPECT_THAT(broken.message(), testing::HasSubstr("provoked by a test"));
  EXPECT_THAT(broken.message(), testing::Not(testing::HasSubstr("Stack Trace")));

  cluster->on_read = nullptr;
  EXPECT_TRUE(run().ok()) << "a fresh instance takes over";
  const arrow::Status caught_up = (*bystander)->ToTable().status();
  if (!caught_up.ok()) {
    ASSERT_NE(core::FindDetail(caught_up), nullptr);
    EXPECT_EQ(core::FindDetail(caught_up)->kind, core::ErrorKind::kUnavailable);
    EXPECT_TRUE(core::FindDetail(caught_up)->retryable);
  }
}

TEST(InstanceSlot, KeepsAWorkingInstance) {
  auto slot = InstanceSlot::Make({}).ValueOrDie();
  const auto first = slot->Get().ValueOrDie();
  auto statement = Statement::Make(first, slot->options(), {}, {}).ValueOrDie();
  EXPECT_FALSE(
      statement->InTransaction([] { throw duckdb::IOException("harmless"); }).ok());
  EXPECT_EQ(first, slot->Get().ValueOrDie());
}

TEST(Instance, IsLocked) {
  auto slot = InstanceSlot::Make({}).ValueOrDie();
  auto statement =
      Statement::Make(slot->Get().ValueOrDie(), slot->options(), {}, {}).ValueOrDie();
  for (const char* sql : {"SET threads=7", "SET enable_external_access=true",
                          "COPY (SELECT 1) TO '/tmp/recurve_engine_test.csv'",
                          "LOAD httpfs", "SELECT * FROM read_text('/etc/hostname')"}) {
    EXPECT_TRUE(statement->connection().Query(sql)->HasError()) << sql;
  }
}

TEST(Statement, DoesNotStartWhenTheClientHasGone) {
  auto slot = InstanceSlot::Make({}).ValueOrDie();
  core::CancelSource stop;
  stop.request_stop();
  EXPECT_EQ(core::KindOf(Statement::Make(slot->Get().ValueOrDie(), slot->options(), {},
                                         stop.get_token())
                             .status()),
            core::ErrorKind::kCancelled);
}

TEST(Statement, BringsErrorsOfOursOutUnchanged) {
  auto slot = InstanceSlot::Make({}).ValueOrDie();
  auto statement =
      Statement::Make(slot->Get().ValueOrDie(), slot->options(), {}, {}).ValueOrDie();
  core::ErrorDetail detail(core::ErrorKind::kUnavailable);
  detail.retryable = true;
  const arrow::Status status = statement->InTransaction([&] {
    statement->context().Throw(core::MakeError(std::move(detail), "no connection"));
  });
  ASSERT_NE(core::FindDetail(status), nullptr);
  EXPECT_TRUE(core::FindDetail(status)->retryable);
  EXPECT_EQ(status.message(), "no connection");
}

}  // namespace
}  // namespace recurve::engine
