// SPDX-License-Identifier: Apache-2.0
#include "dsl/search_body.h"

#include "dsl/query_writer.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "plan/sql_pattern.h"

namespace recurve::dsl {
namespace {

using ::testing::HasSubstr;

using plan::Bound;
using plan::Predicate;
using plan::TimestampMicros;

catalog::Field MakeField(std::string path) {
  catalog::Field field;
  field.path = std::move(path);
  return field;
}

std::string Query(const Predicate& predicate) {
  JsonWriter json;
  WriteQuery(predicate, json);
  return std::move(json).Take();
}

TEST(WriteQuery, EscapesNamesAndTexts) {
  const catalog::Field field = MakeField("a\"b");
  Predicate terms;
  terms.kind = Predicate::Kind::kTerms;
  terms.field = &field;
  terms.values = {std::string("line\nquote\"back\\slash\x01")};
  EXPECT_EQ(Query(terms), R"({"term":{"a\"b":"line\u000aquote\"back\\slash\u0001"}})");
}

TEST(WriteQuery, KeepsEveryDigitOfANumber) {
  const catalog::Field field = MakeField("n");
  Predicate range;
  range.kind = Predicate::Kind::kRange;
  range.field = &field;
  range.lower = Bound{int64_t{-9223372036854775807 - 1}, true};
  range.upper = Bound{0.1 + 0.2, false};
  EXPECT_EQ(Query(range),
            R"({"range":{"n":{"gte":-9223372036854775808,"lt":0.30000000000000004}}})");
}

TEST(WriteQuery, KeepsTheSignOfZero) {
  const catalog::Field field = MakeField("n");
  Predicate range;
  range.kind = Predicate::Kind::kRange;
  range.field = &field;
  range.lower = Bound{-0.0, true};
  range.upper = Bound{0.0, true};
  EXPECT_EQ(Query(range), R"({"range":{"n":{"gte":-0.0,"lte":0}}})");
}

TEST(WriteQuery, NamesTheFormatOfATimestamp) {
  const catalog::Field field = MakeField("t");
  Predicate range;
  range.kind = Predicate::Kind::kRange;
  range.field = &field;
  range.lower = Bound{TimestampMicros{-1000}, true};
  range.upper = Bound{TimestampMicros{1773915122000000}, false};
  EXPECT_EQ(Query(range),
            R"({"range":{"t":{"gte":"1969-12-31T23:59:59.999Z","lt":1773915122000,)"
            R"("format":"epoch_millis||strict_date_time"}}})");
}

TEST(WriteQuery, PutsClausesWhereNothingIsScored) {
  const catalog::Field field = MakeField("a");
  Predicate exists;
  exists.kind = Predicate::Kind::kExists;
  exists.field = &field;
  Predicate either;
  either.kind = Predicate::Kind::kOr;
  either.children = {exists, exists};
  EXPECT_EQ(Query(either),
            R"({"bool":{"should":[{"exists":{"field":"a"}},{"exists":{"field":"a"}}],)"
            R"("minimum_should_match":1}})");
}

std::string Pattern(const plan::TextPattern& pattern) {
  const catalog::Field field = MakeField("k");
  Predicate matches;
  matches.kind = Predicate::Kind::kMatches;
  matches.field = &field;
  matches.pattern = pattern;
  return Query(matches);
}

std::string Regex(std::string_view regex) {
  std::string reason;
  return Pattern(*plan::RegexPattern(regex, /*whole=*/true, &reason));
}

TEST(WriteQuery, SaysAPatternWithTheSimplestQueryThatCan) {
  EXPECT_EQ(Pattern(*plan::LikePattern("a*b%", 0)), R"({"prefix":{"k":"a*b"}})");
  EXPECT_EQ(Pattern(*plan::LikePattern("%a*_?\\%", 0)),
            R"({"wildcard":{"k":"*a\\*?\\?\\\\*"}})");
  EXPECT_EQ(Regex("(a|b)+x{2,}\\.[^\\]\\^]"),
            R"x({"regexp":{"k":{"value":"(a|b)+x{2,}\\.[^\\]\\^]","flags":"NONE"}}})x");
  EXPECT_EQ(Regex("a|(bc)?|"),
            R"x({"regexp":{"k":{"value":"a|((bc))?|()","flags":"NONE"}}})x");
}

TEST(WriteQuery, WritesNanosecondsWithAllTheirDigits) {
  catalog::Field field = MakeField("t");
  field.kind = catalog::FieldKind::kDateNanos;
  Predicate range;
  range.kind = Predicate::Kind::kRange;
  range.field = &field;
  range.lower = Bound{int64_t{1709210096123456789}, true};
  EXPECT_EQ(Query(range), R"({"range":{"t":{"gte":"2024-02-29T12:34:56.123456789Z",)"
                          R"("format":"strict_date_optional_time_nanos"}}})");
}

TEST(WriteSearchBody, LeavesOutWhatIsNotAskedFor) {
  SearchBody body;
  body.size = 10;
  EXPECT_EQ(WriteSearchBody(body),
            R"({"size":10,"sort":["_doc"],"track_total_hits":false})");
}

TEST(WriteSearchBody, JoinsTheAliasFilterToTheStatements) {
  const catalog::Field field = MakeField("a");
  Predicate exists;
  exists.kind = Predicate::Kind::kExists;
  exists.field = &field;
  SearchBody body;
  body.filter = &exists;
  body.alias_filter = R"({"term":{"b":1}})";
  body.pit_id = "abc";
  body.keep_alive = std::chrono::seconds(300);
  body.slice = Slice{3, 18};
  body.search_after = "[7]";
  EXPECT_EQ(
      WriteSearchBody(body),
      R"({"size":0,"pit":{"id":"abc","keep_alive":"300s"},"slice":{"id":3,"max":18},)"
      R"("query":{"bool":{"filter":[{"exists":{"field":"a"}},{"term":{"b":1}}]}},)"
      R"("sort":["_doc"],"search_after":[7],"track_total_hits":false})");
}

TEST(WriteSearchBody, AsksForTheProofsOverAllDocuments) {
  const catalog::Field field = MakeField("tags");
  SearchBody body;
  body.sort_by_doc = false;
  body.track_total = TrackTotal::kExactly;
  body.proofs = {&field};
  EXPECT_EQ(WriteSearchBody(body),
            R"({"size":0,"track_total_hits":true,"aggs":{"proofs":{"global":{},"aggs":{)"
            R"("v0":{"value_count":{"field":"tags"}},)"
            R"("d0":{"filter":{"exists":{"field":"tags"}}},)"
            R"("g0":{"filter":{"term":{"_ignored":"tags"}}}}}}})");
}

TEST(WriteSearchBody, AsksForDocumentsThatAMultiFieldLacks) {
  catalog::Field field = MakeField("title.raw");
  field.source_path = "title";
  SearchBody body;
  body.proofs = {&field};
  EXPECT_THAT(
      WriteSearchBody(body),
      HasSubstr(R"("m0":{"filter":{"bool":{"should":[{"exists":{"field":"title"}},)"
                R"({"term":{"_ignored":"title"}}],"minimum_should_match":1,)"
                R"("must_not":[{"exists":{"field":"title.raw"}},)"
                R"({"term":{"_ignored":"title.raw"}}]}}})"));
}

TEST(WriteSearchBody, SortsAndCountsWhatWouldTieWithNull) {
  catalog::Field name = MakeField("name");
  name.kind = catalog::FieldKind::kKeyword;
  name.es_type = "keyword";
  catalog::Field count = MakeField("count");
  count.kind = catalog::FieldKind::kLong;
  count.es_type = "long";
  SearchBody body;
  body.size = 3;
  body.order = {{&name, false, true}, {&count, true, false}};
  body.proofs = {&count};
  EXPECT_EQ(
      WriteSearchBody(body),
      R"({"size":3,"sort":[{"name":{"order":"asc","missing":"_first",)"
      R"("unmapped_type":"keyword"}},{"count":{"order":"desc","missing":"_last",)"
      R"("unmapped_type":"long"}}],"track_total_hits":false,)"
      R"("aggs":{"proofs":{"global":{},"aggs":{"v0":{"value_count":{"field":"count"}},)"
      R"("d0":{"filter":{"exists":{"field":"count"}}},)"
      R"("g0":{"filter":{"term":{"_ignored":"count"}}},)"
      R"("n0":{"filter":{"term":{"count":-9223372036854775808}}}}}}})");
}

TEST(SearchBody, AsksForRangesOfSequenceNumbersAndReadsThem) {
  const catalog::Field field = MakeField("k");
  SearchBody body;
  body.sort_by_doc = false;
  body.seq_no_ranges = {{0, 5}, {7, 9}};
  body.seq_no_facts = SearchBody::SeqNoFacts{{&field}};
  EXPECT_EQ(
      WriteSearchBody(body),
      R"({"size":0,"query":{"bool":{"filter":[{"bool":{"should":[)"
      R"({"range":{"_seq_no":{"gte":0,"lt":5}}},{"range":{"_seq_no":{"gte":7,"lt":9}}}],)"
      R"("minimum_should_match":1}}]}},"track_total_hits":false,"aggs":)"
      R"({"seq_no":{"stats":{"field":"_seq_no"}},)"
      R"("num_ignored":{"filter":{"terms":{"_ignored":["k"]}}}}})");
}

TEST(WriteSearchBody, ProvesAFieldInsideANestedObjectOverChildren) {
  catalog::Field field = MakeField("items.sku");
  field.nested_path = "items";
  SearchBody body;
  body.sort_by_doc = false;
  body.track_total = TrackTotal::kExactly;
  body.proofs = {&field};
  EXPECT_EQ(WriteSearchBody(body),
            R"({"size":0,"track_total_hits":true,"aggs":{"proofs":{"global":{},"aggs":{)"
            R"("c0":{"nested":{"path":"items"},"aggs":{)"
            R"("v0":{"value_count":{"field":"items.sku"}},)"
            R"("d0":{"filter":{"exists":{"field":"items.sku"}}}}},)"
            R"("g0":{"filter":{"term":{"_ignored":"items.sku"}}}}}}})");
}

TEST(WriteQuery, AsksForCirclesAndBoxes) {
  catalog::Field place;
  place.path = "place";
  Predicate predicate;
  predicate.field = &place;
  predicate.kind = Predicate::Kind::kCircle;
  predicate.values = {52.5, 13.0, 1'000'002.0004};
  EXPECT_EQ(Query(predicate),
            R"({"geo_distance":{"distance":"1000002.000m",)"
            R"("place":{"lat":52.5,"lon":13},"ignore_unmapped":true}})");
  predicate.kind = Predicate::Kind::kBox;
  predicate.values = {2.0, -1.5, 1.0, 3.0};
  EXPECT_EQ(Query(predicate),
            R"({"geo_bounding_box":{"place":{"top":2,"left":-1.5,"bottom":1,)"
            R"("right":3},"ignore_unmapped":true}})");
}

TEST(WriteQuery, AsksAboutOneChild) {
  const catalog::Field items = MakeField("items");
  const catalog::Field sku = MakeField("items.sku");
  Predicate exists;
  exists.kind = Predicate::Kind::kExists;
  exists.field = &sku;
  Predicate nested;
  nested.kind = Predicate::Kind::kNested;
  nested.field = &items;
  nested.children = {exists};
  EXPECT_EQ(Query(nested), R"({"nested":{"path":"items","ignore_unmapped":true,)"
                           R"("query":{"exists":{"field":"items.sku"}}}})");
}

}  // namespace
}  // namespace recurve::dsl
