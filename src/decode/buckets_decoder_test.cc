// SPDX-License-Identifier: Apache-2.0
#include "decode/buckets_decoder.h"

#include "arrow/api.h"
#include "core/error_detail.h"
#include "gtest/gtest.h"

namespace recurve::decode {
namespace {

constexpr const char* kShards =
    R"("timed_out":false,"_shards":{"total":2,"successful":2,"skipped":0,"failed":0},)"
    R"("hits":{"total":{"value":5,"relation":"eq"},"max_score":null,"hits":[]})";

arrow::Result<BucketsPage> Decode(const std::string& aggregations,
                                  std::vector<std::shared_ptr<arrow::DataType>> keys,
                                  size_t num_measures) {
  return DecodeBuckets(core::PaddedBytes("{" + std::string(kShards) +
                                         R"(,"aggregations":{)" + aggregations + "}}"),
                       keys, num_measures);
}

std::string Bucket(const std::string& key, const std::string& rest = "") {
  return R"({"key":{"k0":)" + key + R"(},"doc_count":1)" + rest + "}";
}

std::string Groups(const std::string& buckets) {
  return R"("groups":{"buckets":[)" + buckets + "]}";
}

TEST(BucketsDecoder, ReadsKeysOfEveryType) {
  const auto page = *Decode(
      R"("groups":{"after_key":{"k0":"a","k1":5},"buckets":[)"
      R"({"key":{"k0":null,"k1":null,"k2":null,"k3":null},"doc_count":2},)"
      R"({"key":{"k0":"a\u0000\n\uD83D\uDE00","k1":9007199254740993,"k2":true,"k3":-1},)"
      R"("doc_count":3}]})",
      {arrow::utf8(), arrow::int64(), arrow::boolean(),
       arrow::timestamp(arrow::TimeUnit::MICRO, "UTC")},
      0);
  EXPECT_EQ(page.num_rows, (std::vector<int64_t>{2, 3}));
  EXPECT_EQ(page.after_key, R"({"k0":"a","k1":5})");
  EXPECT_EQ(page.page.total, 5);
  EXPECT_EQ(page.page.shards_total, 2);
  for (const auto& key : page.keys) EXPECT_TRUE(key->IsNull(0));
  EXPECT_EQ(static_cast<const arrow::StringArray&>(*page.keys[0]).GetString(1),
            std::string("a\0\n\U0001F600", 7));
  EXPECT_EQ(static_cast<const arrow::Int64Array&>(*page.keys[1]).Value(1),
            9007199254740993);
  EXPECT_TRUE(static_cast<const arrow::BooleanArray&>(*page.keys[2]).Value(1));
  EXPECT_EQ(static_cast<const arrow::TimestampArray&>(*page.keys[3]).Value(1), -1000);
}

TEST(BucketsDecoder, ReadsMeasuresWithAndWithoutFilter) {
  const auto page = *Decode(
      Groups(Bucket("1", R"(,"m1":{"doc_count":4,"v":{"value":3}},"m2":{"doc_count":7},)"
                         R"("m0":{"count":2,"min":1.0,"max":2.5,"avg":1.75,"sum":3.5,)"
                         R"("min_as_string":"x"})")) +
          R"(,"m0":{"count":0,"min":null,"max":null,"avg":null,"sum":0.0},)"
          R"("m1":{"doc_count":9,"v":{"value":8}},"m2":{"doc_count":9})",
      {arrow::int8()}, 3);
  EXPECT_EQ(page.measures[0][0].count, 2);
  EXPECT_EQ(page.measures[0][0].min, 1.0);
  EXPECT_EQ(page.measures[0][0].max, 2.5);
  EXPECT_EQ(page.measures[0][0].sum, 3.5);
  EXPECT_EQ(page.measures[1][0].count, 3);
  EXPECT_EQ(page.measures[2][0].count, 7);
  EXPECT_EQ(page.totals[0].count, 0);
  EXPECT_FALSE(page.totals[0].min);
  EXPECT_EQ(page.totals[1].count, 8);
}

TEST(BucketsDecoder, SumsOverNothingMayBeNull) {
  const auto page =
      *Decode(R"("m0":{"count":0,"min":null,"max":null,"avg":null,"sum":null})", {}, 1);
  EXPECT_EQ(page.totals[0].count, 0);
  EXPECT_EQ(page.totals[0].sum, 0.0);
}

TEST(BucketsDecoder, ReadsAsWhatAllRowsCount) {
  const auto page = *Decode(R"("m0":{"doc_count":3},"all":{"doc_count":7})", {}, 1);
  EXPECT_EQ(page.totals[0].count, 3);
  EXPECT_EQ(page.all_rows, 7);
}

TEST(BucketsDecoder, ReadsProofsBesideGroups) {
  const auto page =
      *Decode(R"("proofs":{"doc_count":5,"v0":{"value":3},"d0":{"doc_count":2},)"
              R"("g0":{"doc_count":1}},)" +
                  Groups(""),
              {arrow::utf8()}, 0);
  ASSERT_EQ(page.page.proofs.size(), 1);
  EXPECT_EQ(page.page.proofs[0].num_values, 3);
  EXPECT_EQ(page.page.proofs[0].num_documents, 2);
  EXPECT_EQ(page.page.proofs[0].num_ignored, 1);
  EXPECT_EQ(page.num_groups(), 0);
}

TEST(BucketsDecoder, RefusesWhatItsTypesCannotHold) {
  const auto fails = [](const std::string& aggregations,
                        const std::shared_ptr<arrow::DataType>& type, size_t measures) {
    const auto page = Decode(aggregations, {type}, measures);
    return !page.ok() && core::KindOf(page.status()) == core::ErrorKind::kProtocol;
  };
  EXPECT_TRUE(fails(Groups(Bucket("128")), arrow::int8(), 0));
  EXPECT_TRUE(fails(Groups(Bucket("1.5")), arrow::int64(), 0));
  EXPECT_TRUE(
      fails(Groups(Bucket("\"2024\"")), arrow::timestamp(arrow::TimeUnit::MICRO), 0));
  EXPECT_TRUE(fails(Groups(R"({"key":{},"doc_count":1})"), arrow::utf8(), 0));
  EXPECT_TRUE(fails(Groups(Bucket("\"a\"")), arrow::utf8(), 1));
  EXPECT_TRUE(fails(R"("groups":{"buckets":[)", arrow::utf8(), 0));
  EXPECT_FALSE(DecodeBuckets(core::PaddedBytes("<html>"), {}, 0).ok());
}

}  // namespace
}  // namespace recurve::decode
