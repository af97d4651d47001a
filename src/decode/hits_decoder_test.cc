// SPDX-License-Identifier: Apache-2.0
#include "decode/hits_decoder.h"

#include "arrow/api.h"
#include "core/error_detail.h"
#include "decode/field_fixture_test.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace recurve::decode {
namespace {

using catalog::Field;
using catalog::FieldKind;
using testing::HasSubstr;

Field Object(std::string path, FieldKind kind, std::vector<Field> children) {
  arrow::FieldVector members;
  for (const Field& child : children) {
    members.push_back(arrow::field(child.name, child.type));
  }
  Field field = Leaf(std::move(path), kind, arrow::struct_(members));
  if (kind == FieldKind::kNested) field.type = arrow::list(field.type);
  field.children = std::move(children);
  return field;
}

std::string Response(const std::vector<std::string>& sources) {
  std::string hits;
  for (size_t i = 0; i < sources.size(); ++i) {
    if (i > 0) hits += ',';
    hits += R"({"_index":"orders","_id":")" + std::to_string(i) +
            R"(","_score":null,"_source":)" + sources[i] + R"(,"sort":[)" +
            std::to_string(i) + "]}";
  }
  return R"({"pit_id":"p","took":1,"timed_out":false,"_shards":{"total":1,"successful":1,)"
         R"("skipped":0,"failed":0},"hits":{"total":{"value":9,"relation":"eq"},)"
         R"("max_score":null,"hits":[)" +
         hits + "]}}";
}

arrow::Result<std::shared_ptr<arrow::RecordBatch>> Read(
    std::vector<OutputColumn> columns, const std::vector<std::string>& sources) {
  ARROW_ASSIGN_OR_RAISE(auto decoder, HitsDecoder::Make(std::move(columns)));
  ARROW_RETURN_NOT_OK(decoder->Decode(core::PaddedBytes(Response(sources))).status());
  ARROW_ASSIGN_OR_RAISE(auto batch, decoder->Flush());
  ARROW_RETURN_NOT_OK(batch->ValidateFull());
  return batch;
}

// The only column's values as text, or the error's message.
std::string Values(const Field& field, const std::vector<std::string>& sources) {
  const auto batch = Read({Column(field)}, sources);
  if (!batch.ok()) return batch.status().message();
  std::string text;
  for (int64_t i = 0; i < (*batch)->num_rows(); ++i) {
    if (i > 0) text += ' ';
    text += (*(*batch)->column(0)->GetScalar(i))->ToString();
  }
  return text;
}

TEST(HitsDecoder, ReadsTheEnvelope) {
  const auto decoder = *HitsDecoder::Make({});
  const auto page = decoder->Decode(core::PaddedBytes(Response({"{}", "{}"})));
  ASSERT_TRUE(page.ok()) << page.status();
  EXPECT_EQ(page->num_hits, 2);
  EXPECT_EQ(page->total, 9);
  EXPECT_EQ(page->pit_id, "p");
  EXPECT_EQ(page->last_sort, "[1]");
  EXPECT_EQ(page->shards_successful, 1);
}

TEST(HitsDecoder, ReadsTheEnvelopeOfElasticsearch6AndProofs) {
  const auto decoder = *HitsDecoder::Make({});
  const auto page = decoder->Decode(core::PaddedBytes(std::string_view(
      R"({"_scroll_id":"s","timed_out":true,"terminated_early":true,"_shards":{"total":2,)"
      R"("successful":1,"failed":1,"failures":[{"shard":0}]},"hits":{"total":3,"hits":[]},)"
      R"("aggregations":{"proofs":{"doc_count":4,"v0":{"value":5},"d0":{"doc_count":6},)"
      R"("g0":{"doc_count":7},"v1":{"value":1},"n1":{"doc_count":8},)"
      R"("m1":{"doc_count":9}}}})")));
  ASSERT_TRUE(page.ok()) << page.status();
  EXPECT_EQ(page->total, 3);
  EXPECT_EQ(page->scroll_id, "s");
  EXPECT_TRUE(page->timed_out);
  EXPECT_TRUE(page->terminated_early);
  EXPECT_EQ(page->first_failure, R"([{"shard":0}])");
  ASSERT_EQ(page->proofs.size(), 2u);
  EXPECT_EQ(page->proofs[0].num_values, 5);
  EXPECT_EQ(page->proofs[0].num_documents, 6);
  EXPECT_EQ(page->proofs[0].num_ignored, 7);
  EXPECT_EQ(page->proofs[0].num_null_stand_ins, std::nullopt);
  EXPECT_EQ(page->proofs[0].num_lacking, std::nullopt);
  EXPECT_EQ(page->proofs[1].num_null_stand_ins, 8);
  EXPECT_EQ(page->proofs[1].num_lacking, 9);
}

TEST(HitsDecoder, ReadsTheRangeOfSequenceNumbers) {
  const auto read = [](const std::string& stats) {
    const auto decoder = *HitsDecoder::Make({});
    return *decoder->Decode(core::PaddedBytes(
        R"({"timed_out":false,"_shards":{"total":1,"successful":1,"failed":0},)"
        R"("hits":{"total":{"value":3,"relation":"eq"},"hits":[]},"aggregations":)"
        R"({"seq_no":{)" +
        stats + R"(},"num_ignored":{"doc_count":7}}})"));
  };
  const Page page =
      read(R"("count":3,"min":0.0,"max":9.007199254740991E15,"avg":1.0,"sum":3.0)");
  EXPECT_EQ(page.num_seq_nos, 3);
  EXPECT_EQ(page.first_seq_no, 0);
  EXPECT_EQ(page.last_seq_no, 9007199254740991);
  EXPECT_EQ(page.num_ignored, 7);
  const Page empty = read(R"("count":0,"min":null,"max":null,"avg":null,"sum":0.0)");
  EXPECT_EQ(empty.num_seq_nos, 0);
  EXPECT_EQ(empty.first_seq_no, std::nullopt);
}

TEST(HitsDecoder, RefusesWhatIsNoSearchResponse) {
  const std::string whole = Response({R"({"a":1})"});
  const Field field = Leaf("a", FieldKind::kLong, arrow::int64());
  for (size_t cut = 0; cut + 1 < whole.size(); ++cut) {
    const auto decoder = *HitsDecoder::Make({Column(field)});
    const auto page =
        decoder->Decode(core::PaddedBytes(std::string_view(whole).substr(0, cut)));
    EXPECT_FALSE(page.ok()) << "cut at " << cut;
  }
  const auto decoder = *HitsDecoder::Make({});
  EXPECT_EQ(core::KindOf(decoder->Decode(core::PaddedBytes("[]")).status()),
            core::ErrorKind::kProtocol);
}

TEST(HitsDecoder, IntegersAreCoercedAsTheClusterDoes) {
  const Field field = Leaf("a", FieldKind::kLong, arrow::int64());
  EXPECT_EQ(Values(field, {R"({"a":9223372036854775807})", R"({"a":"5"})", R"({"a":5.7})",
                           R"({"a":-5.7})", R"({"a":1e3})", R"({"a":null})", "{}",
                           R"({"a":[]})", R"({"a":[null,7]})", R"({"a":""})"}),
            "9223372036854775807 5 5 -5 1000 null null null 7 null");
}

// As the doc values of 6.8.9, 8.19.21 and OpenSearch 2.19.6 have it.
TEST(HitsDecoder, IntegersWithFractionsPassThroughDoubles) {
  EXPECT_EQ(Values(Leaf("a", FieldKind::kLong, arrow::int64()),
                   {R"({"a":9007199254740993.0})", R"({"a":9.007199254740993e15})",
                    R"({"a":"9007199254740993.7"})", R"({"a":9223372036854775807.0})",
                    R"({"a":-9223372036854775808.0})", R"({"a":5.9999999999999999999})",
                    R"({"a":"5.9999999999999999999"})", R"({"a":-0.9})"}),
            "9007199254740992 9007199254740992 9007199254740993 9223372036854775807 "
            "-9223372036854775808 6 5 0");
  EXPECT_EQ(Values(Leaf("a", FieldKind::kInteger, arrow::int32()),
                   {R"({"a":5.9999999999999999999})", R"({"a":"5.9999999999999999999"})",
                    R"({"a":"-7.9"})", R"({"a":"2147483647"})"}),
            "6 6 -7 2147483647");
}

TEST(HitsDecoder, FractionsOfManyDigits) {
  EXPECT_EQ(Values(Leaf("a", FieldKind::kDouble, arrow::float64()),
                   {R"({"a":0.1000000000000000055511151231257827})",
                    R"({"a":-0.1000000000000000055511151231257827})",
                    R"({"a":0.00000000000000000000000000000125})",
                    R"({"a":123456789012345678901234567890.5})", R"({"a":""})"}),
            "0.1 -0.1 1.25e-30 1.2345678901234568e+29 null");
}

// As the doc values of 7.17.29, 8.19.21 and OpenSearch 2.19.6 have it; 6.8.9 and 7.10.2
// round numbers, not texts, by way of a double.
TEST(HitsDecoder, FloatsAreRoundedOnce) {
  const std::vector<std::string> sources = {
      R"({"a":1.0000000596046448})",      R"({"a":"1.0000000596046448"})",
      R"({"a":7.006492321624086e-46})",   R"({"a":-0.0})",
      R"({"a":"3.4028235677973366e38"})", R"({"a":1e-50})"};
  Field field = Leaf("a", FieldKind::kFloat, arrow::float32());
  EXPECT_EQ(Values(field, sources), "1.0000001 1.0000001 1e-45 -0 3.4028235e+38 0");
  EXPECT_EQ(Values(field, {R"({"a":3.4028235677973366e38})"}), "3.4028235e+38");
  field.float_rounding = catalog::FloatRounding::kTwice;
  EXPECT_EQ(Values(field, sources), "1 1.0000001 0 -0 3.4028235e+38 0");
  EXPECT_THAT(Values(field, {R"({"a":3.4028235677973366e38})"}),
              HasSubstr("out of range"));
}

TEST(HitsDecoder, HalfAndScaledFloatsAreShownAsTheyAreIndexed) {
  EXPECT_EQ(Values(Leaf("a", FieldKind::kHalfFloat, arrow::float32()),
                   {R"({"a":0.1})", R"({"a":1.0009765625})", R"({"a":1.00048828125})",
                    R"({"a":65519.99})", R"({"a":-6e-8})", R"({"a":2e-8})"}),
            "0.099975586 1.0009766 1 65504 -5.9604645e-8 0");
  EXPECT_THAT(
      Values(Leaf("a", FieldKind::kHalfFloat, arrow::float32()), {R"({"a":65520})"}),
      HasSubstr("out of range"));
  Field field = Leaf("a", FieldKind::kScaledFloat, arrow::float64());
  field.scaling_factor = 100;
  EXPECT_EQ(Values(field, {R"({"a":1.239})", R"({"a":"0.125"})", R"({"a":-0.125})",
                           R"({"a":0.3})", R"({"a":1e30})"}),
            "1.24 0.13 -0.12 0.3 9.223372036854776e+16");
}

TEST(HitsDecoder, TextsInNumbersAreReadAsJavaDoes) {
  const std::vector<std::string> sources = {R"({"a":"0.5f"})",   R"({"a":"1.5D"})",
                                            R"({"a":" 2\n"})",   R"({"a":"0x1.8p1"})",
                                            R"({"a":"+.5e+3"})", R"({"a":"1."})"};
  EXPECT_EQ(Values(Leaf("a", FieldKind::kDouble, arrow::float64()), sources),
            "0.5 1.5 2 3 500 1");
  EXPECT_EQ(Values(Leaf("a", FieldKind::kFloat, arrow::float32()), sources),
            "0.5 1.5 2 3 500 1");
  EXPECT_EQ(Values(Leaf("a", FieldKind::kShort, arrow::int16()), sources),
            "0 1 2 3 500 1");
  EXPECT_EQ(Values(Leaf("a", FieldKind::kInteger, arrow::int32()), {R"({"a":"NaN"})"}),
            "0");
  for (const char* text : {"NaN", "-Infinity", "1e400"}) {
    EXPECT_THAT(Values(Leaf("a", FieldKind::kDouble, arrow::float64()),
                       {std::string(R"({"a":")") + text + "\"}"}),
                HasSubstr("out of range"))
        << text;
  }
  for (const char* text :
       {"1_0", "0x10", "1L", "nan", "inf", "true", "1e+-5", "f", "-"}) {
    EXPECT_THAT(Values(Leaf("a", FieldKind::kDouble, arrow::float64()),
                       {std::string(R"({"a":")") + text + "\"}"}),
                HasSubstr("cannot be converted"))
        << text;
  }
  for (const char* text : {"0.1f", " 5", "0x1p3", "NaN"}) {
    EXPECT_THAT(Values(Leaf("a", FieldKind::kLong, arrow::int64()),
                       {std::string(R"({"a":")") + text + "\"}"}),
                HasSubstr("cannot be converted"))
        << text;
  }
}

TEST(HitsDecoder, ValuesThatDoNotFitNameTheirPlace) {
  const Field field = Leaf("a", FieldKind::kByte, arrow::int8());
  const auto batch = Read({Column(field)}, {R"({"a":1})", R"({"a":300})"});
  ASSERT_FALSE(batch.ok());
  EXPECT_EQ(core::KindOf(batch.status()), core::ErrorKind::kBadValue);
  EXPECT_THAT(batch.status().message(),
              testing::AllOf(HasSubstr("field a"), HasSubstr("_id 1"),
                             HasSubstr("index orders"), HasSubstr("300")));
}

TEST(HitsDecoder, TwoValuesForOneAreAnErrorNeverTheFirst) {
  const Field number = Leaf("a", FieldKind::kLong, arrow::int64());
  EXPECT_THAT(Values(number, {R"({"a":[1,2]})"}), HasSubstr("several values"));
  EXPECT_THAT(Values(number, {R"({"a":[1,1]})"}), HasSubstr("several values"));
  const Field word = Leaf("a", FieldKind::kKeyword, arrow::utf8());
  EXPECT_THAT(Values(word, {R"({"a":["x","y"]})"}), HasSubstr("several values"));
  EXPECT_EQ(Values(word, {R"({"a":["x","x"]})"}), "x");
}

TEST(HitsDecoder, KeywordsAreTextAsWritten) {
  const Field field = Leaf("a", FieldKind::kKeyword, arrow::utf8());
  EXPECT_EQ(Values(field, {R"({"a":"\u00e9\n\"\\"})", R"({"a":5.0})", R"({"a":true})",
                           R"({"a":""})", R"({"a":"\ud83d\ude00"})"}),
            "\u00e9\n\"\\ 5.0 true  \U0001F600");
}

TEST(HitsDecoder, HalfASurrogatePairIsWhatItIsIndexedAs) {
  Field field = Leaf("a", FieldKind::kKeyword, arrow::utf8());
  EXPECT_EQ(Values(field, {R"({"a":"x\ud800y\udc00\t"})"}), "x\uFFFDy\uFFFD\t");
  field.half_pairs_are_question_marks = true;
  EXPECT_EQ(Values(field, {R"({"a":"x\ud800y\udc00\t"})"}), "x?y?\t");
}

TEST(HitsDecoder, OtherLeaves) {
  EXPECT_EQ(Values(Leaf("a", FieldKind::kBoolean, arrow::boolean()),
                   {R"({"a":true})", R"({"a":"false"})", R"({"a":""})"}),
            "true false false");
  EXPECT_EQ(Values(Leaf("a", FieldKind::kFloat, arrow::float32()),
                   {R"({"a":0.1})", R"({"a":"1e10"})"}),
            "0.1 1e+10");
  EXPECT_EQ(Values(Leaf("a", FieldKind::kUnsignedLong, arrow::uint64()),
                   {R"({"a":18446744073709551615})", R"({"a":"7"})"}),
            "18446744073709551615 7");
  EXPECT_EQ(Values(Leaf("a", FieldKind::kBinary, arrow::binary()),
                   {R"({"a":"aGk="})", R"({"a":"aGk"})", R"({"a":"aGVs\r\n bG8="})",
                    R"({"a":"QQ"})"}),
            "hi hi hello A");
  EXPECT_THAT(
      Values(Leaf("a", FieldKind::kBinary, arrow::binary()), {R"({"a":"aGVsb"})"}),
      HasSubstr("cannot be converted"));
  EXPECT_THAT(Values(Leaf("a", FieldKind::kBinary, arrow::binary()), {R"({"a":"%%"})"}),
              HasSubstr("cannot be converted"));
  EXPECT_EQ(Values(Leaf("a", FieldKind::kJsonText, arrow::utf8()),
                   {R"({"a":{"lat":1,"lon":[2]}})", R"({"a":[1,2]})", R"({"a":"x"})"}),
            R"({"lat":1,"lon":[2]} [1,2] "x")");
  EXPECT_EQ(
      Values(Leaf("a", FieldKind::kDate, arrow::timestamp(arrow::TimeUnit::MICRO, "UTC")),
             {R"({"a":1773915122000})", R"({"a":"1969-12-31T23:59:59.9994Z"})"}),
      "2026-03-19 10:12:02.000000Z 1969-12-31 23:59:59.999000Z");
}

TEST(HitsDecoder, IgnoreMalformedMakesNull) {
  Field field = Leaf("a", FieldKind::kLong, arrow::int64());
  field.ignore_malformed = true;
  EXPECT_EQ(Values(field, {R"({"a":"abc"})", R"({"a":{"b":1}})", R"({"a":[1,"x"]})"}),
            "null null 1");
}

TEST(HitsDecoder, ObjectsAreReachedByDotsArraysAndEscapes) {
  const Field zip = Leaf("user.zip", FieldKind::kKeyword, arrow::utf8());
  EXPECT_EQ(Values(zip, {R"({"user":{"zip":"1"}})", R"({"user.zip":"2"})",
                         R"({"user":[{"zip":"3"},{"name":"n"}]})", R"({"user":null})",
                         R"({"us\u0065r":{"zip":"5"}})"}),
            "1 2 3 null 5");
  // Escapes and dots together; half of a surrogate pair is nobody's name.
  EXPECT_EQ(Values(zip, {R"({"us\u0065r.zip":"6"})", R"({"user\u002ezip":"7"})",
                         R"({"\ud83d":{"zip":"8"},"user":{"\udc00":1,"zip":"9"}})"}),
            "6 7 9");
  EXPECT_THAT(Values(zip, {R"({"user":{"zip":"1"},"user.zip":"2"})"}),
              HasSubstr("several values"));
}

TEST(HitsDecoder, MembersAreFoundByTheirPathNotTheirName) {
  Field lower = Leaf("o.a", FieldKind::kLong, arrow::int64());
  lower.name = "a__0";
  Field upper = Leaf("o.A", FieldKind::kLong, arrow::int64());
  upper.name = "A__1";
  const Field object = Object("o", FieldKind::kObject, {lower, upper});
  const auto batch = Read({Column(object)}, {R"({"o":{"A":1,"a":2}})"});
  ASSERT_TRUE(batch.ok()) << batch.status();
  const auto& members = static_cast<const arrow::StructArray&>(*(*batch)->column(0));
  EXPECT_EQ((*members.field(0)->GetScalar(0))->ToString(), "2");
  EXPECT_EQ((*members.field(1)->GetScalar(0))->ToString(), "1");
}

TEST(HitsDecoder, StructsAndNestedListsKeepTheirShape) {
  const Field user = Object("user", FieldKind::kObject,
                            {Leaf("user.name", FieldKind::kKeyword, arrow::utf8()),
                             Leaf("user.age", FieldKind::kInteger, arrow::int32())});
  const Field items = Object("items", FieldKind::kNested,
                             {Leaf("items.sku", FieldKind::kKeyword, arrow::utf8())});
  const auto batch = Read(
      {Column(items), Column(user), Column(user.children[1])},
      {R"({"user":{"age":3,"name":"a"},"items":[{"sku":"x"},{}]})",
       R"({"items":{"sku":"y"}})", R"({"items":[],"user":{}})", R"({"items":null})"});
  ASSERT_TRUE(batch.ok()) << batch.status();
  const auto text = [&](int column) {
    std::string all;
    for (int64_t i = 0; i < (*batch)->num_rows(); ++i) {
      all += (*(*batch)->column(column)->GetScalar(i))->ToString() + "; ";
    }
    return all;
  };
  EXPECT_EQ((*batch)->column(0)->null_count(), 1);
  const auto& list = static_cast<const arrow::ListArray&>(*(*batch)->column(0));
  EXPECT_EQ(list.value_length(0), 2);
  EXPECT_EQ(list.value_length(1), 1);
  EXPECT_EQ(list.value_length(2), 0);
  EXPECT_TRUE(list.IsNull(3));
  const auto& skus = static_cast<const arrow::StringArray&>(
      *static_cast<const arrow::StructArray&>(*list.values()).field(0));
  EXPECT_EQ(skus.GetView(0), "x");
  EXPECT_TRUE(skus.IsNull(1));
  EXPECT_EQ(skus.GetView(2), "y");
  EXPECT_EQ((*batch)->column(1)->null_count(), 2) << text(1);
  EXPECT_EQ(text(2), "3; null; null; null; ");
}

TEST(HitsDecoder, ReadsProofsOverChildren) {
  const auto page =
      HitsDecoder::Make({})
          .ValueOrDie()
          ->Decode(core::PaddedBytes(
              R"({"_shards":{"total":1,"successful":1,"failed":0},"hits":{"hits":[]},)"
              R"("aggregations":{"proofs":{"doc_count":4,"c0":{"doc_count":9,)"
              R"("v0":{"value":5},"d0":{"doc_count":6}},"g0":{"doc_count":7}}}})"))
          .ValueOrDie();
  ASSERT_EQ(page.proofs.size(), 1U);
  EXPECT_EQ(page.proofs[0].num_values, 5);
  EXPECT_EQ(page.proofs[0].num_documents, 6);
  EXPECT_EQ(page.proofs[0].num_ignored, 7);
}

OutputColumn Score() {
  return {"_score", nullptr, catalog::VirtualColumn::kScore, arrow::float32()};
}

TEST(HitsDecoder, ReadsScoresAsTheFloatsTheyAre) {
  auto decoder = HitsDecoder::Make({Score()}).ValueOrDie();
  const std::string head =
      R"({"_shards":{"total":1,"successful":1,"failed":0},"hits":{"hits":[)";
  ASSERT_TRUE(decoder
                  ->Decode(core::PaddedBytes(
                      head + R"({"_id":"1","_score":1.2039728},{"_id":"2","_score":2},)"
                             R"({"_id":"3","_score":null},{"_id":"4"}]}})"))
                  .ok());
  const auto batch = decoder->Flush().ValueOrDie();
  const auto& scores = static_cast<const arrow::FloatArray&>(*batch->column(0));
  EXPECT_EQ(scores.Value(0), 1.2039728F);
  EXPECT_EQ(scores.Value(1), 2.0F);
  EXPECT_TRUE(scores.IsNull(2));
  EXPECT_TRUE(scores.IsNull(3));
  EXPECT_EQ(
      core::KindOf(
          decoder->Decode(core::PaddedBytes(head + R"({"_id":"1","_score":"high"}]}})"))
              .status()),
      core::ErrorKind::kProtocol);
}

}  // namespace
}  // namespace recurve::decode
