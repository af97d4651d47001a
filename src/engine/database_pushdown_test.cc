// SPDX-License-Identifier: Apache-2.0
// What goes down to the cluster, and that the rows are the same on every road.

#include "arrow/api.h"
#include "engine/database_fixture_test.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace recurve::engine {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST_F(DatabaseTest, TakesTheStraightRoadForColumnsFiltersAndLimit) {
  EXPECT_THAT(Rows("SELECT status AS s, id, id FROM orders WHERE id >= 2 LIMIT 2"),
              ElementsAre("done|2|2", "new|3|3"));
  const auto request = eu_->last_request();
  EXPECT_EQ(request.columns.size(), 2);
  EXPECT_EQ(request.limit, 2);
  EXPECT_THAT(Explain("SELECT status AS s, id FROM orders WHERE id >= 2 LIMIT 2"),
              HasSubstr("residual = nothing: straight road"));
}

TEST_F(DatabaseTest, GivesTheSameRowsAndSchemaOnEveryRoad) {
  for (
      const std::string sql :
      {"SELECT * FROM orders",
       "SELECT * FROM orders WHERE id > 1",
       "SELECT id FROM orders WHERE status = 'new'",
       "SELECT id FROM orders WHERE status <> 'new'",
       "SELECT id FROM orders WHERE NOT (status = 'new' AND id = 1)",
       "SELECT id FROM orders WHERE status IN ('new', 'gone') OR amount > 5",
       "SELECT id FROM orders WHERE status NOT IN ('new')",
       "SELECT id, amount FROM orders WHERE amount BETWEEN 2 AND 5",
       "SELECT id FROM orders WHERE 2 < id",
       "SELECT id FROM orders WHERE id > 1.5",
       "SELECT id FROM orders WHERE amount IS NULL",
       "SELECT id FROM orders WHERE status IS NOT NULL AND amount > 2",
       "SELECT id FROM orders WHERE paid",
       "SELECT id FROM orders WHERE NOT paid",
       "SELECT id FROM orders WHERE ts >= '2023-11-15'",
       "SELECT id FROM orders WHERE ts >= TIMESTAMPTZ '2023-11-15 22:13:20+00'",
       "SELECT id FROM orders WHERE precise > '2023-01-01'",
       "SELECT id FROM orders WHERE status LIKE 'n%'",
       "SELECT id FROM orders WHERE note = 'c'",
       "SELECT id FROM orders WHERE lower(status) = 'new' AND id < 3",
       "SELECT customer.name FROM orders WHERE customer.age > 30",
       "SELECT customer.name, customer FROM orders",
       "SELECT _id, _index, id FROM orders WHERE _id = '2'",
       "SELECT count(*) FROM orders",
       "SELECT count(*) FROM orders WHERE id > 1",
       "SELECT count(*), count(*) + 1 FROM orders WHERE status LIKE '%w'",
       "SELECT status, count(*), sum(id) FROM orders GROUP BY ALL",
       "SELECT max(customer.age) FROM orders",
       "SELECT o.id, c.city FROM orders o JOIN us.customers c ON o.customer.name = "
       "c.name",
       "SELECT id FROM orders WHERE customer.name IN (SELECT name FROM us.customers)",
       "SELECT id FROM orders ORDER BY id DESC LIMIT 2",
       "SELECT id FROM orders LIMIT 0",
       "SELECT ts, precise FROM orders",
       "SELECT x.id FROM (SELECT id, status FROM orders WHERE id > 1) x "
       "WHERE x.status = 'new'",
       "SELECT o.id FROM (SELECT id, customer.name AS n FROM orders WHERE id IS NOT NULL "
       "ORDER BY id DESC LIMIT 2) o JOIN us.customers c ON o.n = c.name",
       "SELECT o.id, c.city FROM orders o JOIN us.customers c ON o.customer.name = "
       "c.name "
       "WHERE c.city = 'Rome'",
       "SELECT o.id FROM (SELECT id, customer.name AS n FROM orders WHERE id IS NOT NULL "
       "ORDER BY id DESC LIMIT 2) o JOIN us.customers c ON o.n = c.name "
       "WHERE c.city = 'Rome'",
       "SELECT o.id, c.city FROM orders o LEFT JOIN us.customers c "
       "ON o.customer.name = c.name AND o.id > 1",
       "SELECT c.name FROM us.customers c LEFT JOIN orders o ON o.customer.name = c.name "
       "WHERE o.id IS NULL OR o.id = 1",
       "SELECT id FROM orders o WHERE EXISTS (SELECT 1 FROM us.customers c WHERE c.name "
       "= "
       "o.customer.name)",
       "SELECT id FROM orders o WHERE NOT EXISTS (SELECT 1 FROM us.customers c WHERE "
       "c.name = o.customer.name)",
       "SELECT id FROM orders WHERE customer.name NOT IN (SELECT name FROM us.customers)",
       "SELECT id FROM orders WHERE id = (SELECT max(id) FROM orders)",
       "SELECT DISTINCT status FROM orders",
       "SELECT status FROM orders WHERE id = 1 UNION ALL "
       "SELECT status FROM orders WHERE id = 2",
       "SELECT id FROM orders EXCEPT SELECT id FROM orders WHERE status = 'new'",
       "WITH a AS MATERIALIZED (SELECT id, status FROM orders) SELECT * FROM a WHERE id "
       "> "
       "2",
       "WITH a AS (SELECT id, status FROM orders) SELECT x.id FROM a x JOIN a y ON "
       "x.status = y.status WHERE x.id < y.id",
       "SELECT id, row_number() OVER (PARTITION BY status ORDER BY id) FROM orders "
       "QUALIFY row_number() OVER (PARTITION BY status ORDER BY id) = 1",
       "SELECT status, count(*) FILTER (WHERE id > 1), count(DISTINCT id) FROM orders "
       "GROUP BY status HAVING count(*) > 1",
       "SELECT count(*) FROM (SELECT id FROM orders LIMIT 3)",
       "SELECT count(*) FROM (SELECT DISTINCT status FROM orders)",
       "SELECT count(*), count(id), count(*) FILTER (WHERE id = 1) FROM orders",
       "SELECT (SELECT count(*) FROM orders), (SELECT count(*) FROM us.customers)",
       "SELECT count(*) FROM orders HAVING count(*) > 7",
       "SELECT id FROM orders WHERE id IS DISTINCT FROM 2",
       "SELECT id FROM orders WHERE coalesce(id, 0) = 0",
       "SELECT id FROM orders WHERE id = id",
       "SELECT id FROM orders WHERE id + 1 = 3",
       "SELECT id FROM orders WHERE CAST(id AS VARCHAR) = '2'",
       "SELECT id FROM orders WHERE date_trunc('day', ts) = DATE '2023-11-15'",
       "SELECT id FROM orders WHERE status = NULL",
       "SELECT id FROM orders WHERE status IN ('new', NULL)",
       "SELECT id FROM orders WHERE status NOT IN ('new', NULL)",
       "SELECT id FROM orders WHERE status LIKE 'd_n%' OR status ILIKE 'NEW'",
       "SELECT id FROM orders WHERE amount > 'NaN'::DOUBLE OR amount = 1.5",
       "SELECT id FROM orders WHERE CASE WHEN id = 1 THEN true ELSE status = 'done' END",
       "SELECT id FROM orders WHERE status > 'm' AND status < 'z' AND id < 10",
       "SELECT id FROM orders WHERE customer.age = 40 OR customer.name = 'ann'",
       "SELECT id FROM orders WHERE customer IS NULL",
       "SELECT customer.* FROM orders",
       "SELECT * EXCLUDE (customer) FROM orders",
       "SELECT CAST(customer.age AS VARCHAR) FROM orders",
       "SELECT id FROM (SELECT * FROM orders LIMIT 5) WHERE id = 2",
       "SELECT sum(x) FROM (SELECT customer.age AS x FROM orders WHERE status <> 'new')",
       "SELECT id, items FROM nested",
       "SELECT id, i.sku FROM nested, UNNEST(items) t(i)",
       "SELECT id FROM nested WHERE len(items) = 2",
       "SELECT id, i FROM nested, UNNEST(items) t(i) WHERE i.sku = 'x'",
       "SELECT id FROM nested, UNNEST(items) t(i) WHERE i.sku IS NULL",
       "SELECT id FROM nested WHERE EXISTS (SELECT 1 FROM UNNEST(items) t(i) WHERE i.sku "
       "= 'y')",
       "SELECT id, _score FROM orders WHERE es_match(note, 'a b')",
       "SELECT id FROM orders WHERE NOT es_match(note, 'a') AND id > 1",
       "SELECT c.name, o.id FROM us.customers c LEFT JOIN orders o "
       "ON o.customer.name = c.name WHERE es_match(o.note, 'c')",
       "SELECT id, Name, name_1 FROM nested",
       "FROM orders SELECT _id WHERE id = 3",
       "VALUES (1, 'a'), (2, 'b')",
       "SELECT * FROM range(3)"}) {
    SCOPED_TRACE(sql);
    session_ = {};
    const auto schema = database_->Describe(sql, session_, {}).ValueOrDie().schema;
    const auto rows = Rows(sql);
    for (const bool pushdown : {true, false}) {
      for (const bool straight : {true, false}) {
        session_.pushdown = pushdown;
        session_.straight_road = straight;
        EXPECT_EQ(Rows(sql), rows);
        const auto table = Try(sql).ValueOrDie();
        EXPECT_TRUE(table->schema()->Equals(*schema, true))
            << table->schema()->ToString() << "\n"
            << schema->ToString();
      }
    }
  }
}

// DuckDB sends what it learns from the build side of a join to the scan of the probe
// side, through LIMIT and top-N too, where it would change which rows are the first.
TEST_F(DatabaseTest, KeepsJoinFiltersAboveTopN) {
  for (const std::string where : {"", " WHERE c.city = 'Rome'"}) {
    EXPECT_THAT(Rows("SELECT o.id FROM (SELECT id, customer.name AS n FROM orders "
                     "WHERE id IS NOT NULL ORDER BY id DESC LIMIT 2) o "
                     "JOIN us.customers c ON o.n = c.name" +
                     where),
                ElementsAre());
    EXPECT_THAT(Rows("SELECT o.id FROM (SELECT id, customer.name AS n FROM orders "
                     "WHERE id IS NOT NULL ORDER BY id LIMIT 1) o "
                     "JOIN us.customers c ON o.n = c.name" +
                     where),
                ElementsAre("1"));
  }
}

TEST_F(DatabaseTest, PushesNothingWhenTheSessionSaysSo) {
  session_.pushdown = false;
  EXPECT_THAT(Rows("SELECT id FROM orders WHERE id = 2 LIMIT 1"), ElementsAre("2"));
  EXPECT_EQ(eu_->last_request().filter.kind, plan::Predicate::Kind::kAll);
  EXPECT_FALSE(eu_->last_request().limit.has_value());
  EXPECT_THAT(Rows("SELECT count(*) FROM orders"), ElementsAre("5"));
  EXPECT_EQ(eu_->num_counts, 0);
}

struct PushCase {
  const char* where;
  const char* verdicts;  ///< of the conditions that DuckDB offers, in its order
};

// What DuckDB makes of a WHERE before it offers it, and what becomes of that.
TEST_F(DatabaseTest, ReadsConditions) {
  for (const PushCase& expected : {
           PushCase{"id = 1", "exact"},
           {"1 < id", "exact"},
           {"id <> 1", "exact"},
           {"id IN (1, 2)", "exact"},
           {"id NOT IN (1, 2)", "exact"},
           {"id BETWEEN 1 AND 3", "exact"},
           {"id > 1 AND id < 4 AND status = 'new'", "exact exact"},
           {"status = 'a' OR id = 2", "exact"},
           {"NOT (status = 'a' OR id = 2)", "exact"},
           {"status IS NULL", "exact"},
           {"status IS NOT NULL", "exact"},
           {"paid", "exact"},
           {"NOT paid", "exact"},
           {"customer.age > 40", "exact"},
           {"customer['name'] = 'ann'", "exact"},
           {"ts >= '2023-11-15'", "exact"},
           {"ts > now() - INTERVAL 1 DAY", "exact"},
           {"date_trunc('day', ts) = TIMESTAMPTZ '2023-11-15'", "exact"},
           {"id + 1 = 3", "exact"},
           {"amount > 2", "exact"},
           {"status LIKE 'new'", "exact"},
           {"status = NULL", ""},
           {"status IN ('new', NULL)", "none"},
           {"status LIKE 'n%'", "exact"},
           {"status LIKE 'n_w%'", "exact"},
           {"status LIKE '%\\_%' ESCAPE '\\'", "exact"},
           {"status NOT LIKE 'n%'", "exact"},
           {"NOT (status LIKE '%w' OR id = 1)", "exact"},
           {"status ILIKE 'N%'", "exact"},
           {"status NOT ILIKE '%N%'", "exact"},
           {"starts_with(status, 'n') OR status ^@ 'd'", "exact"},
           {"contains(status, 'n')", "exact"},
           {"ends_with(status, 'n')", "exact"},
           {"lower(status) = 'new'", "exact"},
           {"upper(status) <> 'NEW'", "exact"},
           {"lower(status) LIKE 'n%'", "exact"},
           {"regexp_matches(status, '^n[a-f]w$')", "exact"},
           {"regexp_matches(status, 'n.w|x+')", "exact"},
           {"status SIMILAR TO 'n(e|a)w'", "exact"},
           {"regexp_matches(status, '\\bnew')", "none"},
           {"regexp_matches(status, 'NEW', 'i')", "none"},
           {"status LIKE customer.name", "none"},
           {"note LIKE 'n%'", "none"},
           {"length(status) = 3", "none"},
           {"id > 1.5", "exact"},
           {"id = amount", "none"},
           {"note = 'c'", "none"},
           {"precise > '2023-01-01'", "exact"},
           {"year(ts) = 2023", "superset"},
           {"year(ts) IN (2022, 2024)", "superset"},
           {"extract('year' FROM ts) <> 2023", "superset"},
           {"ts::DATE = DATE '2023-11-14'", "exact"},
           {"ts::DATE BETWEEN DATE '2023-11-14' AND DATE '2023-11-20'", "exact"},
           {"date_trunc('month', ts) IN ('2023-11-01', '2023-12-01')", "superset"},
           {"time_bucket(INTERVAL 1 HOUR, ts) > '2023-11-15'", "superset"},
           {"NOT (year(ts) = 2023)", "superset"},
           {"month(ts) = 11", "none"},
           {"ts AT TIME ZONE 'Europe/Berlin' >= TIMESTAMP '2023-11-15'", "superset"},
           {"NOT (ts AT TIME ZONE 'Europe/Berlin' < TIMESTAMP '2023-11-15')", "superset"},
           {"id::DOUBLE > 1.5", "exact"},
           {"id::VARCHAR = '1'", "exact"},
           {"id::VARCHAR = '01'", "exact"},
           {"floor(amount) = 2", "exact"},
           {"id // 2 = 1", "none"},
           {"coalesce(amount, 0) > 2", "exact"},
           {"coalesce(amount, 5) > 2", "exact"},
           {"NOT (coalesce(status, 'new') = 'new')", "exact"},
           {"(id = 1) IS TRUE", "exact"},
           {"(id = 1) IS NOT TRUE", "exact"},
           {"paid IS NOT FALSE", "exact"},
           {"_id = '1'", "none"},
           {"random() < 2", "none"},
           {"id IS DISTINCT FROM 1", "exact"},
           {"amount IS NOT DISTINCT FROM 2", "exact"},
           {"customer IS NULL", "none"},
           {"status = 'new' AND note = 'c'", "exact none"},
       }) {
    const auto table =
        Try(std::string("EXPLAIN SELECT id FROM orders WHERE ") + expected.where)
            .ValueOrDie();
    std::string verdicts;
    for (int64_t i = 0; i < table->num_rows(); ++i) {
      if (table->column(0)->GetScalar(i).ValueOrDie()->ToString() != "pushdown") continue;
      const std::string text = table->column(1)->GetScalar(i).ValueOrDie()->ToString();
      const size_t arrow = text.rfind(" -> ") + 4;
      if (!verdicts.empty()) verdicts += " ";
      verdicts += text.substr(arrow, text.find(':', arrow) - arrow);
    }
    EXPECT_EQ(verdicts, expected.verdicts) << expected.where;
  }
}

TEST_F(DatabaseTest, CountsInTheCluster) {
  EXPECT_THAT(Rows("SELECT count(*) AS n FROM orders WHERE status = 'new'"),
              ElementsAre("2"));
  EXPECT_EQ(eu_->num_counts, 1);
  EXPECT_THAT(Rows("SELECT count(*) FROM orders WHERE note = 'c'"), ElementsAre("1"));
  EXPECT_EQ(eu_->num_counts, 1) << "a condition was left above";
}

TEST_F(DatabaseTest, DoesNotLimitTheScanBelowALeftoverCondition) {
  EXPECT_THAT(Rows("SELECT id FROM orders WHERE note = 'e' LIMIT 1"), ElementsAre("4"));
  EXPECT_FALSE(eu_->last_request().limit.has_value());
  EXPECT_THAT(Rows("SELECT id + 1 FROM orders LIMIT 1 OFFSET 1"), testing::SizeIs(1));
  EXPECT_EQ(eu_->last_request().limit, 2);
}

TEST_F(DatabaseTest, FetchesOnlyUsedLeaves) {
  Rows("SELECT customer.age + 1 FROM orders");
  ASSERT_EQ(eu_->last_request().columns.size(), 1);
  EXPECT_EQ(eu_->last_request().columns[0].field->path, "customer.age");
}

TEST_F(DatabaseTest, ExplainsWithoutReading) {
  const std::string text =
      Explain("SELECT sum(id) FROM orders WHERE note = 'x' AND status = 'new'");
  EXPECT_TRUE(eu_->requests().empty());
  EXPECT_THAT(text, HasSubstr("table = eu.orders"));
  EXPECT_THAT(text, HasSubstr("-> exact"));
  EXPECT_THAT(text, HasSubstr("-> none: note is analyzed text"));
  EXPECT_THAT(text, HasSubstr("request = POST /orders/_search"));
  EXPECT_THAT(text, HasSubstr("residual = "));
  EXPECT_THAT(Explain("SELECT count(*) FROM orders"), HasSubstr("count(*) -> exact"));
  EXPECT_THAT(Rows("EXPLAIN ANALYZE SELECT sum(id) FROM orders"), testing::SizeIs(1));
}

}  // namespace
}  // namespace recurve::engine
