// SPDX-License-Identifier: Apache-2.0
#include "engine/database.h"

#include <chrono>
#include <thread>

#include "arrow/api.h"
#include "core/error_detail.h"
#include "engine/database_fixture_test.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace recurve::engine {
namespace {

using core::ErrorKind;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST_F(DatabaseTest, OpensQuicklyAndWithoutNetwork) {
  const auto start = std::chrono::steady_clock::now();
  DatabaseOptions options;
  options.clusters = {{"eu", eu_, eu_}};
  options.temp_directory = TestDirectory();
  ASSERT_TRUE(Database::Make(options).ok());
  const auto elapsed = std::chrono::steady_clock::now() - start;
  EXPECT_LT(elapsed, std::chrono::milliseconds(500));  // about 20 on a quiet machine
  RecordProperty("milliseconds",
                 static_cast<int>(elapsed / std::chrono::milliseconds(1)));
  EXPECT_EQ(eu_->num_get_table + eu_->num_list_tables, 0);
}

TEST_F(DatabaseTest, FindsTables) {
  EXPECT_THAT(Rows("SHOW TABLES"), ElementsAre("nested", "orders"));
  EXPECT_EQ(eu_->num_get_table, 0) << "listing reads no mapping";
  EXPECT_THAT(Rows("SELECT table_catalog, table_name FROM information_schema.tables"),
              ElementsAre("eu|nested", "eu|orders", "us|customers", "us|numbers"));
  EXPECT_EQ(eu_->num_get_table, 0);
  EXPECT_THAT(Rows("SELECT column_name, data_type FROM information_schema.columns "
                   "WHERE table_name = 'customers'"),
              ElementsAre("city|VARCHAR", "name|VARCHAR"));
  EXPECT_THAT(Rows("DESCRIBE us.main.customers"), testing::SizeIs(2));
  EXPECT_THAT(Rows("SELECT table_name, column_count FROM duckdb_tables() "
                   "WHERE database_name = 'us'"),
              ElementsAre("customers|2", "numbers|1"));
  EXPECT_THAT(Rows("SHOW TABLES FROM us"), ElementsAre("customers", "numbers"));
  EXPECT_THAT(Rows("SHOW ALL TABLES"), testing::SizeIs(4));
  EXPECT_THAT(Rows("SHOW DATABASES"), testing::IsSupersetOf({"eu", "us"}));
  EXPECT_THAT(Rows("SUMMARIZE us.customers"), testing::SizeIs(2));
  EXPECT_THAT(Rows("SELECT count(*) FROM \"ORDERS\""), ElementsAre("5"));
}

TEST_F(DatabaseTest, AsksOnceForAMissingName) {
  const arrow::Status status = Error("SELECT * FROM  nothing");
  EXPECT_EQ(core::KindOf(status), ErrorKind::kNotFound);
  EXPECT_THAT(status.message(), HasSubstr("near: orders"));
  EXPECT_EQ(core::FindDetail(status)->sql_position, 15);
  EXPECT_EQ(eu_->num_get_table, 1);
  EXPECT_EQ(eu_->num_list_tables, 0);
  EXPECT_EQ(us_->num_get_table, 0);
}

TEST_F(DatabaseTest, PassesErrorsOfTheCatalogAndOfScansOn) {
  eu_->unavailable = true;
  arrow::Status status = Error("SELECT * FROM orders");
  ASSERT_NE(core::FindDetail(status), nullptr) << status;
  EXPECT_EQ(core::FindDetail(status)->kind, ErrorKind::kUnavailable);
  EXPECT_EQ(core::FindDetail(status)->http_status, 503);
  EXPECT_EQ(core::KindOf(database_->Describe("SELECT * FROM orders", {}, {}).status()),
            ErrorKind::kUnavailable);
  eu_->unavailable = false;
  eu_->fail_after_batches = 1;
  for (const std::string sql :
       {"SELECT * FROM orders", "SELECT sum(id * id) FROM orders"}) {
    status = Error(sql);
    EXPECT_EQ(core::KindOf(status), ErrorKind::kIncomplete) << status;
    EXPECT_EQ(core::FindDetail(status)->index, "orders");
  }
  EXPECT_EQ(eu_->num_open_streams, 0);
}

TEST_F(DatabaseTest, RefusesWhatIsNotAQuery) {
  for (const std::string sql :
       {"CREATE TABLE t (a INT)", "DROP TABLE orders", "INSERT INTO orders VALUES (1)",
        "COPY orders TO 'x.csv'", "ATTACH ':memory:' AS m", "INSTALL httpfs",
        "PRAGMA enable_profiling", "CALL enable_logging()", "BEGIN",
        "PREPARE p AS SELECT 1", "SET memory_limit='1GB'", "SET TimeZone='CET'",
        "SET GLOBAL schema='us'", "SELECT * FROM enable_logging()",
        "EXPLAIN CREATE TABLE t (a INT)", "SELECT * FROM read_csv('/etc/passwd')",
        "SELECT * FROM '/etc/passwd.csv'", "PIVOT orders ON status USING sum(id)"}) {
    const ErrorKind kind = KindOf(sql);
    EXPECT_TRUE(kind == ErrorKind::kUnsupported || kind == ErrorKind::kNotFound) << sql;
  }
  EXPECT_EQ(KindOf("SELECT 1; SELECT 2"), ErrorKind::kInvalidSql);
  EXPECT_EQ(KindOf(""), ErrorKind::kInvalidSql);
  EXPECT_EQ(KindOf("SELEC 1"), ErrorKind::kInvalidSql);
}

TEST_F(DatabaseTest, ChangesTheSessionOnly) {
  EXPECT_EQ(KindOf("SELECT * FROM customers"), ErrorKind::kNotFound);
  EXPECT_THAT(Rows("USE us"), ElementsAre("true"));
  EXPECT_EQ(session_.catalog, "us");
  EXPECT_THAT(Rows("SELECT city FROM customers"), ElementsAre("Oslo", "Rome"));
  EXPECT_THAT(Rows("SELECT current_catalog()"), ElementsAre("us"));
  EXPECT_EQ(KindOf("USE nowhere"), ErrorKind::kNotFound);
  Rows("USE eu.main");
  EXPECT_EQ(session_.catalog, "eu");
  Rows("SET recurve_pushdown = false");
  EXPECT_FALSE(session_.pushdown);
  Rows("RESET recurve_pushdown");
  EXPECT_TRUE(session_.pushdown);
  Rows("SET recurve_straight_road = 'off'");
  EXPECT_FALSE(session_.straight_road);
  Rows("SET recurve_road = 'source'");
  EXPECT_EQ(session_.road, plan::Road::kSource);
  EXPECT_EQ(KindOf("SET recurve_road = 'scroll'"), ErrorKind::kInvalidSql);
  Rows("RESET recurve_road");
  EXPECT_EQ(session_.road, plan::Road::kAuto);
}

std::shared_ptr<arrow::RecordBatch> OneRow(arrow::ArrayVector columns) {
  arrow::FieldVector fields;
  for (const auto& column : columns) {
    fields.push_back(arrow::field("p", column->type()));
  }
  return arrow::RecordBatch::Make(arrow::schema(fields), 1, std::move(columns));
}

TEST_F(DatabaseTest, BindsParametersAsConstants) {
  const std::string sql = "SELECT id FROM orders WHERE status = ? AND id >= ? LIMIT ?";
  const auto description = database_->Describe(sql, session_, {}).ValueOrDie();
  ASSERT_EQ(description.parameters->num_fields(), 3);
  EXPECT_EQ(description.parameters->field(0)->type()->id(), arrow::Type::STRING);
  EXPECT_EQ(description.parameters->field(1)->type()->id(), arrow::Type::INT64);
  const auto row = OneRow({Strings({"new"}), Longs({2}), Longs({10})});
  EXPECT_THAT(Rows(sql, row), ElementsAre("3"));
  EXPECT_NE(eu_->last_request().filter.kind, plan::Predicate::Kind::kAll);
  EXPECT_EQ(eu_->last_request().limit, 10);
  EXPECT_THAT(Rows("SELECT $2 || $1", OneRow({Strings({"a"}), Strings({"b"})})),
              ElementsAre("ba"));
  EXPECT_THAT(Rows("SELECT id FROM orders WHERE id > ?", OneRow({Doubles({3.5})})),
              ElementsAre("4"));
  EXPECT_THAT(Rows("SELECT ?", OneRow({Longs({7})})), ElementsAre("7"));
  EXPECT_THAT(
      Rows("SELECT id FROM orders WHERE ts = ?", OneRow({Times({1700086400000000})})),
      ElementsAre("2"));
  EXPECT_THAT(Rows("SELECT id FROM orders WHERE id = ?", OneRow({Longs({{}})})),
              ElementsAre());
  EXPECT_EQ(core::KindOf(Try("SELECT ?").status()), ErrorKind::kInvalidSql);
  EXPECT_THAT(Rows("SELECT count(*) FROM orders WHERE id IN (?, ?)",
                   OneRow({Longs({1}), Longs({9})})),
              ElementsAre("1"));
  EXPECT_THAT(Try("EXPLAIN SELECT id FROM orders WHERE id = ?", OneRow({Longs({1})}))
                  .ValueOrDie()
                  ->num_rows(),
              4);
}

TEST_F(DatabaseTest, GivesTypesThatStockClientsRead) {
  const auto schema =
      database_
          ->Describe(
              "SELECT sum(id) AS huge, uuid() AS u, INTERVAL 1 DAY AS i, ts, "
              "'a'::ENUM('a') AS e, precise, '1'::BIT AS b, [1, 2] AS l, "
              "MAP {'a': 1} AS m, 1.5 AS d, [1,2]::INT[2] AS a FROM orders "
              "GROUP BY ALL",
              session_, {})
          .ValueOrDie()
          .schema;
  EXPECT_EQ(schema->ToString(),
            "huge: decimal128(38, 0)\nu: string\ni: string\n"
            "ts: timestamp[us, tz=UTC]\ne: string\nprecise: timestamp[ns, tz=UTC]\n"
            "b: string\nl: list<item: int32>\nm: map<string, int32>\n"
            "d: decimal128(2, 1)\na: list<item: int32>");
  EXPECT_THAT(Rows("SELECT INTERVAL 1 DAY, 'a'::ENUM('a'), '101'::BIT, "
                   "(SELECT precise FROM orders WHERE id = 1)"),
              ElementsAre("1 day|a|101|2023-11-14 22:13:20.000000001Z"));
}

TEST_F(DatabaseTest, StreamsWithASmallFirstBatch) {
  session_.catalog = "us";
  session_.straight_road = false;
  auto reader =
      database_->Run("SELECT n FROM numbers", nullptr, session_, {}).ValueOrDie();
  int64_t num_rows = 0;
  std::vector<int64_t> sizes;
  for (auto batch = reader->Next().ValueOrDie(); batch;
       batch = reader->Next().ValueOrDie()) {
    sizes.push_back(batch->num_rows());
    num_rows += batch->num_rows();
  }
  EXPECT_EQ(num_rows, 100000);
  EXPECT_LE(sizes.front(), 2048);
  EXPECT_GT(sizes[1], 20000);
  EXPECT_LE(*std::max_element(sizes.begin(), sizes.end()), 32768);
  EXPECT_THAT(Rows("SELECT sum(n) FROM numbers"), ElementsAre("4999950000"));
}

TEST_F(DatabaseTest, StopsWhenTheClientWants) {
  session_.catalog = "us";
  for (const std::string sql :
       {"SELECT n FROM numbers", "SELECT n + 1 FROM numbers",
        "SELECT count(*) FROM range(100000000000) t(a) WHERE a % 7 = 3"}) {
    SCOPED_TRACE(sql);
    us_->hang = true;
    core::CancelSource stop;
    auto reader = database_->Run(sql, nullptr, session_, stop.get_token()).ValueOrDie();
    std::jthread stopper([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
      stop.request_stop();
    });
    const auto start = std::chrono::steady_clock::now();
    std::shared_ptr<arrow::RecordBatch> batch;
    const arrow::Status status = reader->ReadNext(&batch);
    EXPECT_EQ(core::KindOf(status), ErrorKind::kCancelled) << status;
    EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(2));
    reader.reset();
    EXPECT_EQ(us_->num_open_streams, 0);
  }
}

TEST_F(DatabaseTest, ClosesScansWhenAReaderIsDropped) {
  session_.catalog = "us";
  for (const std::string sql : {"SELECT n FROM numbers", "SELECT n + 1 FROM numbers"}) {
    auto reader = database_->Run(sql, nullptr, session_, {}).ValueOrDie();
    ASSERT_TRUE(reader->Next().ok());
    us_->hang = true;
    reader.reset();
    us_->hang = false;
    EXPECT_EQ(us_->num_open_streams, 0) << sql;
  }
}

TEST_F(DatabaseTest, ReportsPositions) {
  const arrow::Status status = Error("SELECT id, nothing_here FROM orders");
  EXPECT_EQ(core::KindOf(status), ErrorKind::kNotFound) << status;
  EXPECT_EQ(core::FindDetail(status)->sql_position, 11);
  EXPECT_THAT(status.message(), testing::Not(HasSubstr("LINE 1")));
}

TEST_F(DatabaseTest, RunsStatementsSideBySide) {
  session_.catalog = "us";
  std::vector<std::jthread> threads;
  std::atomic<int> num_right = 0;
  for (int i = 0; i < 8; ++i) {
    threads.emplace_back([&, i] {
      Session session = session_;
      for (int j = 0; j < 5; ++j) {
        const std::string sql = i % 2 == 0 ? "SELECT n FROM numbers WHERE n < 5000"
                                           : "SELECT n + 1 FROM numbers WHERE n < 5000";
        auto reader = database_->Run(sql, nullptr, session, {});
        if (!reader.ok()) continue;
        auto table = (*reader)->ToTable();
        if (table.ok() && (*table)->num_rows() == 5000) ++num_right;
      }
    });
  }
  threads.clear();
  EXPECT_EQ(num_right, 40);
}

TEST_F(DatabaseTest, LimitsMemory) {
  DatabaseOptions options;
  options.clusters = {{"us", us_, us_}};
  options.memory_limit_bytes = 8 << 20;
  options.temp_directory = TestDirectory();
  options.max_temp_bytes = 1 << 20;
  database_ = Database::Make(options).ValueOrDie();
  const arrow::Status status = Error("SELECT list(a) FROM range(50000000) t(a)");
  EXPECT_EQ(core::KindOf(status), ErrorKind::kMemory) << status;
  EXPECT_THAT(Rows("SELECT 1"), ElementsAre("1"));
}

}  // namespace
}  // namespace recurve::engine
