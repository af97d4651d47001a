// SPDX-License-Identifier: Apache-2.0
#include <thread>

#include "arrow/array.h"
#include "arrow/builder.h"
#include "arrow/type.h"
#include "gtest/gtest.h"
#include "service/idle_map.h"
#include "service/metadata_rows.h"
#include "service/statement_ticket.h"

namespace recurve::service {
namespace {

TEST(MatchesLike, KnowsWildcardsAndTheEscape) {
  EXPECT_TRUE(MatchesLike("logs-2024", "logs%"));
  EXPECT_TRUE(MatchesLike("logs-2024", "%20_4"));
  EXPECT_TRUE(MatchesLike("", "%"));
  EXPECT_TRUE(MatchesLike("a_b", R"(a\_b)"));
  EXPECT_TRUE(MatchesLike("aXbXb", "a%b"));
  EXPECT_FALSE(MatchesLike("axb", R"(a\_b)"));
  EXPECT_FALSE(MatchesLike("logs", "log"));
  EXPECT_FALSE(MatchesLike("log", "logs"));
  EXPECT_FALSE(MatchesLike("", "_"));
}

TEST(StatementTicket, ComesBackAsItWasWritten) {
  arrow::Int64Builder builder;
  ASSERT_TRUE(builder.AppendValues({1, 2}).ok());
  StatementTicket ticket;
  ticket.sql = std::string("SELECT '\0'", 10);
  ticket.session = {"eu", "main", false, true};
  ticket.session.tables = {{"eu", "logs-*#list(1):tags", {1, 0xffffffff, 3}},
                           {"us", "empty", {}}};
  ticket.schema_hash = 42;
  ticket.parameters =
      arrow::RecordBatch::Make(arrow::schema({arrow::field("x", arrow::int64())}), 2,
                               {builder.Finish().ValueOrDie()});
  const auto read = StatementTicket::Parse(ticket.Write().ValueOrDie());
  ASSERT_TRUE(read.ok()) << read.status();
  EXPECT_EQ(read->sql, ticket.sql);
  EXPECT_EQ(read->session.catalog, "eu");
  EXPECT_FALSE(read->session.pushdown);
  EXPECT_TRUE(read->session.straight_road);
  EXPECT_EQ(read->session.tables, ticket.session.tables);
  EXPECT_EQ(read->schema_hash, 42U);
  EXPECT_TRUE(read->parameters->Equals(*ticket.parameters));
}

TEST(StatementTicket, RefusesEveryTruncation) {
  StatementTicket ticket;
  ticket.sql = "SELECT 1";
  ticket.session.tables = {{"eu", "orders", {1, 2}}};
  const std::string bytes = ticket.Write().ValueOrDie();
  for (size_t length = 0; length < bytes.size(); ++length) {
    EXPECT_FALSE(StatementTicket::Parse(bytes.substr(0, length)).ok()) << length;
  }
  EXPECT_FALSE(StatementTicket::Parse(bytes + "x").ok());
}

TEST(StatementTicket, LeavesOutTablesThatAreTooWide) {
  StatementTicket ticket;
  ticket.session.tables = {{"eu", "wide", {}}, {"eu", "orders", {1}}};
  ticket.session.tables[0].columns.resize(StatementTicket::kMaxMarks - 1);
  auto read = StatementTicket::Parse(ticket.Write().ValueOrDie());
  ASSERT_TRUE(read.ok()) << read.status();
  EXPECT_EQ(read->session.tables, ticket.session.tables);
  ticket.session.tables[0].columns.resize(StatementTicket::kMaxMarks);
  read = StatementTicket::Parse(ticket.Write().ValueOrDie());
  ASSERT_TRUE(read.ok()) << read.status();
  EXPECT_TRUE(read->session.tables.empty());
}

TEST(IdleMap, ForgetsWhatNobodyAsksFor) {
  IdleMap<int> map(std::chrono::milliseconds(50), 2);
  EXPECT_TRUE(map.Put("a", std::make_shared<int>(1)));
  EXPECT_EQ(*map.Get("a"), 1);
  std::this_thread::sleep_for(std::chrono::milliseconds(60));
  EXPECT_EQ(map.Get("a"), nullptr);
}

TEST(IdleMap, RefusesANewValueWhenFull) {
  IdleMap<int> map(std::chrono::hours(1), 1);
  EXPECT_TRUE(map.Put("a", std::make_shared<int>(1)));
  EXPECT_FALSE(map.Put("b", std::make_shared<int>(2)));
  EXPECT_TRUE(map.Put("a", std::make_shared<int>(3)));
  map.Remove("a");
  EXPECT_TRUE(map.Put("b", std::make_shared<int>(2)));
}

}  // namespace
}  // namespace recurve::service
