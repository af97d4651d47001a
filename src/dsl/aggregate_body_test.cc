// SPDX-License-Identifier: Apache-2.0
#include "dsl/aggregate_body.h"

#include "arrow/type.h"
#include "dsl/esql_aggregate.h"
#include "gtest/gtest.h"
#include "plan/field_rules.h"

namespace recurve::dsl {
namespace {

using plan::AggregateFunction;

class AggregateBodyTest : public testing::Test {
 protected:
  AggregateBodyTest() {
    status_ = MakeField("status", catalog::FieldKind::kKeyword);
    qty_ = MakeField("o.qty", catalog::FieldKind::kInteger);
    amount_ = MakeField("amount", catalog::FieldKind::kDouble);
    placed_ = MakeField("placed", catalog::FieldKind::kDate);
    request_.keys = {{"status", &status_, {}, arrow::utf8()}};
  }

  static catalog::Field MakeField(std::string path, catalog::FieldKind kind) {
    catalog::Field field;
    field.name = field.path = std::move(path);
    field.kind = kind;
    return field;
  }

  void Add(AggregateFunction function, const catalog::Field* field,
           plan::Predicate filter = {}) {
    plan::Aggregate aggregate;
    aggregate.function = function;
    aggregate.field = field;
    aggregate.filter = std::move(filter);
    request_.aggregates.push_back(std::move(aggregate));
  }

  std::string Write(const AggregatePage& page) const {
    return WriteAggregations(request_, MeasuresOf(request_), page);
  }

  std::string WriteEsql() const {
    return WriteEsqlStats(request_, EsqlStatsOf(request_, /*with_signs=*/true),
                          {"a", "b"}, "");
  }

  catalog::Field status_;
  catalog::Field qty_;
  catalog::Field amount_;
  catalog::Field placed_;
  plan::AggregateRequest request_;
};

TEST_F(AggregateBodyTest, WritesACompositePage) {
  AggregatePage page;
  page.max_groups = 100;
  EXPECT_EQ(Write(page),
            R"("groups":{"composite":{"size":100,"sources":)"
            R"([{"k0":{"terms":{"field":"status","missing_bucket":true}}}]}})");
  page.after_key = R"({"k0":"a"})";
  EXPECT_EQ(Write(page), R"("groups":{"composite":{"size":100,"sources":)"
                         R"([{"k0":{"terms":{"field":"status","missing_bucket":true}}}],)"
                         R"("after":{"k0":"a"}}})");
}

TEST_F(AggregateBodyTest, OneMeasureServesSeveralAggregates) {
  Add(AggregateFunction::kCount, &qty_);
  Add(AggregateFunction::kSum, &qty_);
  Add(AggregateFunction::kCountRows, nullptr);
  Add(AggregateFunction::kMax, &qty_);
  const Measures measures = MeasuresOf(request_);
  EXPECT_EQ(measures.measures.size(), 1);
  EXPECT_EQ(measures.of_aggregate, (std::vector<int>{0, 0, -1, 0}));
  AggregatePage page;
  page.totals = true;
  EXPECT_EQ(Write(page), R"("m0":{"stats":{"field":"o.qty"}})");
}

TEST_F(AggregateBodyTest, AFilterIsPutAroundItsMeasure) {
  const auto big = plan::Compare(qty_, plan::Comparison::kGreater, int64_t{3});
  Add(AggregateFunction::kCountRows, nullptr, big);
  Add(AggregateFunction::kCount, &status_, big);
  Add(AggregateFunction::kCount, &status_);
  AggregatePage page;
  page.totals = true;
  EXPECT_EQ(Write(page), R"("m0":{"filter":{"range":{"o.qty":{"gt":3}}}},)"
                         R"("m1":{"filter":{"range":{"o.qty":{"gt":3}}},)"
                         R"("aggs":{"v":{"value_count":{"field":"status"}}}},)"
                         R"("m2":{"value_count":{"field":"status"}},)"
                         R"("all":{"filter":{"match_all":{}}})");
}

TEST_F(AggregateBodyTest, StretchesOfTimeAreHistograms) {
  using Unit = plan::DateBucket::Unit;
  const auto source = [&](plan::DateBucket bucket, bool plain) {
    request_.keys = {{"placed", &placed_, bucket, nullptr}};
    AggregatePage page;
    page.max_groups = 1;
    page.plain_interval = plain;
    return Write(page);
  };
  const std::string head =
      R"("groups":{"composite":{"size":1,"sources":[{"k0":{"date_histogram":)"
      R"({"field":"placed",)";
  EXPECT_EQ(source({Unit::kSeconds, 900}, false),
            head + R"("fixed_interval":"900s","missing_bucket":true}}}]}})");
  EXPECT_EQ(source({Unit::kQuarter, 0}, false),
            head + R"("calendar_interval":"1q","missing_bucket":true}}}]}})");
  EXPECT_EQ(source({Unit::kMonth, 0}, true),
            head + R"("interval":"1M","missing_bucket":true}}}]}})");
}

TEST_F(AggregateBodyTest, EsqlCountsRowsFirstAndAlwaysHasALimit) {
  EXPECT_EQ(WriteEsql(),
            R"({"query":"FROM \"a\",\"b\" | STATS recurve_0 = COUNT(*) BY `status`)"
            R"( | LIMIT 1000000"})");
}

TEST_F(AggregateBodyTest, EsqlCountsDistinctValuesByTheirGroups) {
  Add(AggregateFunction::kCountDistinct, &qty_);
  EXPECT_EQ(WriteEsql(),
            R"({"query":"FROM \"a\",\"b\" | STATS recurve_0 = COUNT(*) BY `o.qty`,)"
            R"( recurve_k0 = `status` | STATS recurve_0 = SUM(recurve_0),)"
            R"( recurve_1 = COUNT(`o.qty`) BY recurve_k0 | LIMIT 1000000"})");
}

TEST_F(AggregateBodyTest, EsqlAsksForWhatTheChecksNeed) {
  request_.keys.clear();
  Add(AggregateFunction::kSum, &qty_);
  Add(AggregateFunction::kAvg, &amount_);
  Add(AggregateFunction::kMin, &amount_);
  EXPECT_EQ(WriteEsql(),
            R"({"query":"FROM \"a\",\"b\" | STATS recurve_0 = COUNT(*),)"
            R"( recurve_1 = COUNT(`o.qty`), recurve_2 = SUM(`o.qty`),)"
            R"( recurve_3 = COUNT(`amount`), recurve_4 = SUM(`amount`),)"
            R"( recurve_5 = MIN(`amount`), recurve_6 = MAX(`amount`) | LIMIT 1000000"})");
}

TEST_F(AggregateBodyTest, EsqlConditionsAreQueryDsl) {
  request_.keys.clear();
  request_.filter = plan::Exists(status_);
  EXPECT_EQ(WriteEsqlStats(request_, EsqlStatsOf(request_, /*with_signs=*/true), {"a"},
                           R"({"term":{"x":1}})"),
            R"({"query":"FROM \"a\" | STATS recurve_0 = COUNT(*) | LIMIT 1000000",)"
            R"("filter":{"bool":{"filter":[{"exists":{"field":"status"}},)"
            R"({"term":{"x":1}}]}}})");
}

TEST_F(AggregateBodyTest, EsqlIsNotAskedForFilteredAggregates) {
  Add(AggregateFunction::kCountRows, nullptr, plan::Exists(status_));
  EXPECT_NE(WhyNotEsql(request_), "");
}

TEST_F(AggregateBodyTest, EsqlIsNotAskedAboutFullTextOrChildren) {
  for (const auto kind :
       {plan::Predicate::Kind::kFullText, plan::Predicate::Kind::kNested}) {
    request_.filter.kind = kind;
    EXPECT_NE(WhyNotEsql(request_), "");
  }
}

}  // namespace
}  // namespace recurve::dsl
