// SPDX-License-Identifier: Apache-2.0
#include "plan/top_rows.h"

#include "arrow/type.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace recurve::plan {
namespace {

using catalog::Field;
using catalog::FieldKind;

Field MakeField(std::string path, FieldKind kind, std::string es_type) {
  Field field;
  field.path = std::move(path);
  field.kind = kind;
  field.es_type = std::move(es_type);
  field.type = arrow::int64();
  return field;
}

const Field kName = MakeField("name", FieldKind::kKeyword, "keyword");
const Field kCount = MakeField("count", FieldKind::kLong, "long");
const Field kPrice = MakeField("price", FieldKind::kDouble, "double");

std::string Verdict(const std::vector<SortKey>& keys, int64_t num_rows = 10) {
  const Pushed pushed = PushOrder(keys, num_rows, catalog::Table());
  EXPECT_EQ(pushed.exactness == Exactness::kExact, !pushed.proofs.empty());
  EXPECT_EQ(pushed.predicate, Predicate());
  return std::string(ToString(pushed.exactness)) + ": " + pushed.reason;
}

std::string Refusal(Field field) { return Verdict({{&field}}); }

TEST(PushOrder, RestsOnOneValuePerDocumentInEveryKey) {
  EXPECT_EQ(
      Verdict({{&kName}, {&kCount, true}, {&kPrice}}),
      "exact: checked on the snapshot: at most one value per document in name count "
      "price");
  const Pushed twice = PushOrder({{&kName}, {&kName, true}}, 1, catalog::Table());
  EXPECT_THAT(twice.proofs, testing::ElementsAre(&kName));
}

TEST(PushOrder, IsForRowsThatOneSearchGives) {
  EXPECT_THAT(Verdict({{&kName}}, 10000), testing::StartsWith("exact"));
  EXPECT_EQ(Verdict({{&kName}}, 10001),
            "none: 10001 rows are more than one search gives (max_result_window 10000)");
}

// ORDER BY price, name: rows with -0.0 would come before all rows with 0.0.
TEST(PushOrder, TakesAFloatingFieldAsTheLastKeyOnly) {
  EXPECT_THAT(Verdict({{&kName}, {&kPrice}}), testing::StartsWith("exact"));
  EXPECT_THAT(Verdict({{&kPrice}, {&kName}}), testing::StartsWith("none: the cluster"));
}

TEST(PushOrder, RefusesFieldsWhoseIndexIsNotTheirColumn) {
  EXPECT_THAT(Refusal(MakeField("t", FieldKind::kText, "text")),
              testing::StartsWith("none: t of type text"));
  EXPECT_THAT(Refusal(MakeField("a", FieldKind::kIp, "ip")),
              testing::StartsWith("none: a of type ip"));
  Field field = kName;
  field.doc_values = false;
  EXPECT_THAT(Refusal(field), testing::StartsWith("none: name has no doc values"));
  field = kName;
  field.has_normalizer = true;
  EXPECT_THAT(Refusal(field), testing::StartsWith("none: name has a normalizer"));
  field = kName;
  field.ignore_above = 5;
  EXPECT_THAT(Refusal(field), testing::StartsWith("exact"));
  field.records_ignored = false;
  EXPECT_THAT(Refusal(field), testing::StartsWith("none: name has ignore_above"));
  field = kCount;
  field.type = arrow::list(arrow::int64());
  EXPECT_EQ(Refusal(field), "none: count is a list");
}

TEST(NullStandIn, IsTheEndOfTheTypeWhereNullsAre) {
  const auto stand_in = [](SortKey key) {
    return std::get<int64_t>(NullStandIn(key).value());
  };
  EXPECT_EQ(stand_in({&kCount, false, false}), INT64_MAX);
  EXPECT_EQ(stand_in({&kCount, false, true}), INT64_MIN);
  EXPECT_EQ(stand_in({&kCount, true, false}), INT64_MIN);
  EXPECT_EQ(stand_in({&kCount, true, true}), INT64_MAX);
  const Field integer = MakeField("i", FieldKind::kInteger, "integer");
  EXPECT_EQ(stand_in({&integer, false, false}), INT32_MAX);
  EXPECT_EQ(NullStandIn({&kName}), std::nullopt);
  EXPECT_EQ(NullStandIn({&kPrice}), std::nullopt);
}

}  // namespace
}  // namespace recurve::plan
