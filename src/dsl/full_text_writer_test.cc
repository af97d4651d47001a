// SPDX-License-Identifier: Apache-2.0
#include "dsl/full_text_writer.h"

#include "dsl/search_body.h"
#include "gtest/gtest.h"

namespace recurve::dsl {
namespace {

using plan::FullText;
using plan::Predicate;

class FullTextWriter : public testing::Test {
 protected:
  static Predicate Search(FullText query, const catalog::Field* field = nullptr) {
    Predicate predicate;
    predicate.kind = Predicate::Kind::kFullText;
    predicate.field = field;
    predicate.full_text = std::move(query);
    return predicate;
  }
  static Predicate Combine(Predicate::Kind kind, std::vector<Predicate> children) {
    Predicate predicate;
    predicate.kind = kind;
    predicate.children = std::move(children);
    return predicate;
  }
  static std::string Plain(const Predicate& predicate) {
    JsonWriter json;
    WriteFullText(predicate, json);
    return std::move(json).Take();
  }
  static std::string Scored(const Predicate& predicate) {
    JsonWriter json;
    WriteScoredQuery(predicate, json);
    return std::move(json).Take();
  }

  FullTextWriter() {
    body_.path = "body";
    other_.kind = Predicate::Kind::kExists;
    other_.field = &body_;
  }

  catalog::Field body_;
  Predicate other_;
  const Predicate raw_ = Search({FullText::Kind::kRawQuery, R"({"q":{}})", {}});
};

TEST_F(FullTextWriter, KeepsEveryByteOfAText) {
  EXPECT_EQ(Plain(Search({FullText::Kind::kMatch, "YOYO \"und\" \\ Füchse", {}}, &body_)),
            R"({"match":{"body":{"query":"YOYO \"und\" \\ Füchse"}}})");
  EXPECT_EQ(Plain(Search({FullText::Kind::kQueryString, "YOYO AND title:Foo", {}})),
            R"({"query_string":{"query":"YOYO AND title:Foo"}})");
}

TEST_F(FullTextWriter, NamesOptionsAsTheClusterDoes) {
  EXPECT_EQ(
      Plain(Search(
          {FullText::Kind::kMatch, "fox", {{"operator", "and"}, {"fuzziness", "1"}}},
          &body_)),
      R"({"match":{"body":{"query":"fox","operator":"and","fuzziness":"1"}}})");
  EXPECT_EQ(
      Plain(Search({FullText::Kind::kQueryString, "fox", {{"default_field", "body"}}})),
      R"({"query_string":{"query":"fox","default_field":"body"}})");
}

TEST_F(FullTextWriter, ScoresFullTextAlone) {
  EXPECT_EQ(Scored(raw_), R"({"q":{}})");
  EXPECT_EQ(Scored(Combine(Predicate::Kind::kAnd, {raw_, other_})),
            R"({"bool":{"must":[{"q":{}}],"filter":[{"exists":{"field":"body"}}]}})");
  EXPECT_EQ(Scored(Combine(Predicate::Kind::kOr, {other_, raw_})),
            R"({"bool":{"should":[{"bool":{"filter":[{"exists":{"field":"body"}}]}},)"
            R"({"q":{}}],"minimum_should_match":1}})");
  EXPECT_EQ(
      Scored(
          Combine(Predicate::Kind::kAnd, {raw_, Combine(Predicate::Kind::kNot, {raw_})})),
      R"({"bool":{"must":[{"q":{}}],"filter":[{"bool":{"must_not":[{"q":{}}]}}]}})");
}

TEST_F(FullTextWriter, AsksForScoresOfHitsInIndexOrder) {
  SearchBody body;
  body.filter = &raw_;
  EXPECT_EQ(WriteSearchBody(body),
            R"({"size":0,"query":{"bool":{"filter":[{"q":{}}]}},"sort":["_doc"],)"
            R"("track_total_hits":false})");
  body.with_scores = true;
  body.alias_filter = R"({"a":{}})";
  EXPECT_EQ(WriteSearchBody(body),
            R"({"size":0,"query":{"bool":{"must":[{"q":{}}],"filter":[{"a":{}}]}},)"
            R"("sort":["_doc"],"track_scores":true,"track_total_hits":false})");
}

}  // namespace
}  // namespace recurve::dsl
