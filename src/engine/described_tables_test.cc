// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <utility>
#include <vector>

#include "arrow/api.h"
#include "engine/database_fixture_test.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace recurve::engine {
namespace {

using catalog::FieldKind;
using testing::ElementsAre;

/// Statements over "visits", which gets a column and a member after they were described.
class DescribedTablesTest : public DatabaseTest {
 protected:
  void SetUp() override {
    DatabaseTest::SetUp();
    SetVisits({MakeField("k", FieldKind::kKeyword, arrow::utf8()),
               MakeWho({MakeField("who.name", FieldKind::kKeyword, arrow::utf8())})},
              {Strings({"a", "a"}), Users({Strings({"ann", "ann"})}, {"name"})});
  }

  void Grow() {
    SetVisits({MakeField("come", FieldKind::kLong, arrow::int64()),
               MakeField("k", FieldKind::kKeyword, arrow::utf8()),
               MakeWho({MakeField("who.age", FieldKind::kLong, arrow::int64()),
                        MakeField("who.name", FieldKind::kKeyword, arrow::utf8())})},
              {Longs({1, 2}), Strings({"a", "a"}),
               Users({Longs({30, 40}), Strings({"ann", "ann"})}, {"age", "name"})});
  }

  void Describe(const std::string& sql) {
    auto description = database_->Describe(sql, session_, {}).ValueOrDie();
    schema_ = description.schema;
    session_.tables = std::move(description.tables);
  }

  /// The rows of a statement that was described before the table grew.
  std::vector<std::string> RowsAfterGrowth(const std::string& sql) {
    Describe(sql);
    Grow();
    const auto rows = Try(sql);
    EXPECT_TRUE(rows.ok()) << rows.status();
    if (rows.ok()) {
      EXPECT_TRUE((*rows)->schema()->Equals(schema_)) << (*rows)->schema()->ToString();
    }
    return Rows(sql);
  }

  std::shared_ptr<arrow::Schema> schema_;

 private:
  void SetVisits(std::vector<catalog::Field> fields, arrow::ArrayVector columns) {
    eu_->AddTable("visits", std::move(fields), std::move(columns));
  }

  static catalog::Field MakeWho(std::vector<catalog::Field> members) {
    return MakeObject("who", FieldKind::kObject, std::move(members));
  }

  static std::shared_ptr<arrow::Array> Users(const arrow::ArrayVector& members,
                                             const std::vector<std::string>& names) {
    return arrow::StructArray::Make(members, names).ValueOrDie();
  }
};

TEST_F(DescribedTablesTest, AreNamedAsTheStatementDoes) {
  Describe("SELECT * FROM visits JOIN us.customers ON true, us.customers c, range(2)");
  ASSERT_EQ(session_.tables.size(), 2U);
  EXPECT_EQ(session_.tables[0].cluster, "eu");
  EXPECT_EQ(session_.tables[0].name, "visits");
  EXPECT_EQ(session_.tables[0].columns.size(), 3U);
  EXPECT_EQ(session_.tables[1].cluster, "us");
  EXPECT_EQ(session_.tables[1].name, "customers");
  Describe("SELECT * FROM es_scan('orders', lists := ['status'])");
  ASSERT_EQ(session_.tables.size(), 1U);
  EXPECT_EQ(session_.tables[0].name, "orders#list(1):status");
  Describe("SELECT 1");
  EXPECT_TRUE(session_.tables.empty());
}

TEST_F(DescribedTablesTest, AStarIsTheColumnsThatWereDescribed) {
  for (const bool straight : {true, false}) {
    session_.straight_road = straight;
    EXPECT_THAT(RowsAfterGrowth("SELECT * FROM visits"),
                ElementsAre("a|{name:string = ann}", "a|{name:string = ann}"));
    SetUp();
  }
}

TEST_F(DescribedTablesTest, WhatCountsRowsCountsTheColumnsThatWereDescribed) {
  for (const bool pushdown : {true, false}) {
    session_.pushdown = pushdown;
    EXPECT_THAT(RowsAfterGrowth("SELECT DISTINCT * FROM visits"),
                ElementsAre("a|{name:string = ann}"));
    SetUp();
    EXPECT_THAT(RowsAfterGrowth("SELECT * FROM visits UNION SELECT * FROM visits"),
                ElementsAre("a|{name:string = ann}"));
    SetUp();
    EXPECT_THAT(RowsAfterGrowth("SELECT count(*) FROM (SELECT DISTINCT * FROM visits)"),
                ElementsAre("1"));
    SetUp();
    EXPECT_THAT(RowsAfterGrowth("SELECT count(*) FROM (SELECT who FROM visits GROUP BY "
                                "ALL)"),
                ElementsAre("1"));
    SetUp();
  }
}

TEST_F(DescribedTablesTest, WithoutADescriptionTablesAreAsTheyAre) {
  Grow();
  EXPECT_THAT(Rows("SELECT * FROM visits"),
              ElementsAre("1|a|{age:int64 = 30, name:string = ann}",
                          "2|a|{age:int64 = 40, name:string = ann}"));
}

TEST_F(DescribedTablesTest, AColumnThatIsGoneMakesTheTableAsItIs) {
  Grow();
  Describe("SELECT * FROM visits");
  SetUp();
  EXPECT_EQ(Try("SELECT * FROM visits").ValueOrDie()->num_columns(), 2);
  Describe("SELECT k FROM visits");
  Grow();
  EXPECT_THAT(Rows("SELECT k FROM visits"), ElementsAre("a", "a"));
}

}  // namespace
}  // namespace recurve::engine
