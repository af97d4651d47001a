// SPDX-License-Identifier: Apache-2.0
#include "plan/road_rules.h"

#include <memory>
#include <string>

#include "arrow/type.h"
#include "gtest/gtest.h"

namespace recurve::plan {
namespace {

using catalog::Field;
using catalog::FieldKind;

Field FieldOf(FieldKind kind, std::string es_type) {
  Field field;
  field.name = field.path = "f";
  field.kind = kind;
  field.es_type = std::move(es_type);
  return field;
}

TEST(RoadRules, DocValuesThatAreTheValue) {
  for (const auto& [kind, type] : {std::pair{FieldKind::kKeyword, "keyword"},
                                   {FieldKind::kByte, "byte"},
                                   {FieldKind::kShort, "short"},
                                   {FieldKind::kInteger, "integer"},
                                   {FieldKind::kLong, "long"},
                                   {FieldKind::kFloat, "float"},
                                   {FieldKind::kDouble, "double"},
                                   {FieldKind::kBoolean, "boolean"},
                                   {FieldKind::kDate, "date"},
                                   {FieldKind::kIp, "ip"}}) {
    EXPECT_EQ(WhyNotFromDocValues(FieldOf(kind, type)), "") << type;
  }
}

TEST(RoadRules, DocValuesThatAreNot) {
  for (const auto& [kind, type] : {std::pair{FieldKind::kText, "text"},
                                   {FieldKind::kHalfFloat, "half_float"},
                                   {FieldKind::kScaledFloat, "scaled_float"},
                                   {FieldKind::kDateNanos, "date_nanos"},
                                   {FieldKind::kUnsignedLong, "unsigned_long"},
                                   {FieldKind::kVersion, "version"},
                                   {FieldKind::kWildcard, "wildcard"},
                                   {FieldKind::kConstantKeyword, "constant_keyword"},
                                   {FieldKind::kBinary, "binary"},
                                   {FieldKind::kJsonText, "geo_point"},
                                   {FieldKind::kObject, "object"},
                                   {FieldKind::kNested, "nested"},
                                   // What another index widened.
                                   {FieldKind::kDouble, "integer in a, double in b"}}) {
    EXPECT_NE(WhyNotFromDocValues(FieldOf(kind, type)), "") << type;
  }
}

TEST(RoadRules, MappingParametersThatMakeThemOther) {
  const auto refused = [](auto change) {
    Field field = FieldOf(FieldKind::kKeyword, "keyword");
    change(field);
    return !WhyNotFromDocValues(field).empty();
  };
  EXPECT_TRUE(refused([](Field& field) { field.doc_values = false; }));
  EXPECT_TRUE(refused([](Field& field) { field.inside_nested = true; }));
  EXPECT_TRUE(refused([](Field& field) { field.has_normalizer = true; }));
  EXPECT_TRUE(refused([](Field& field) { field.null_value = "\"none\""; }));
  EXPECT_TRUE(refused([](Field& field) { field.path = "a*"; }));
  EXPECT_TRUE(refused([](Field& field) {
    field.ignore_above = 10;
    field.records_ignored = false;
  }));
  EXPECT_FALSE(refused([](Field& field) { field.ignore_above = 10; }));
  EXPECT_FALSE(refused([](Field& field) { field.indexed = false; }));
  Field number = FieldOf(FieldKind::kLong, "long");
  number.ignore_malformed = true;
  EXPECT_NE(WhyNotFromDocValues(number), "");
}

class Request : public testing::Test {
 protected:
  Request() {
    table_->fields = {FieldOf(FieldKind::kKeyword, "keyword")};
    table_->shards = {{"a", 0, ""}, {"b", 0, ""}};
    request_.table = table_;
    request_.columns = {{"f", &table_->fields[0], {}, arrow::utf8()}};
  }

  std::shared_ptr<catalog::Table> table_ = std::make_shared<catalog::Table>();
  ScanRequest request_;
};

TEST_F(Request, OfPlainColumnsMayTakeTheRoad) {
  request_.columns.push_back(
      {"_index", nullptr, catalog::VirtualColumn::kIndex, arrow::utf8()});
  EXPECT_EQ(WhyNotEsql(request_), "");
  EXPECT_TRUE(FieldsToProve(request_).empty());
}

TEST_F(Request, OfTheIdMayNot) {
  request_.columns.push_back(
      {"_id", nullptr, catalog::VirtualColumn::kId, arrow::utf8()});
  EXPECT_EQ(WhyNotEsql(request_), "_id is a stored field");
}

TEST_F(Request, OfTheScoreMayNot) {
  request_.columns.push_back(
      {"_score", nullptr, catalog::VirtualColumn::kScore, arrow::float32()});
  EXPECT_EQ(WhyNotEsql(request_), "_score is what a search computes");
}

TEST_F(Request, OfFullTextMayNot) {
  Predicate words;
  words.kind = Predicate::Kind::kFullText;
  words.full_text = FullText{FullText::Kind::kQueryString, "fox", {}};
  request_.filter.kind = Predicate::Kind::kNot;
  request_.filter.children = {words};
  EXPECT_EQ(WhyNotEsql(request_), "full text is asked for by search");
}

TEST_F(Request, OfDocumentsWithAChildMayNot) {
  Predicate child;
  child.kind = Predicate::Kind::kNested;
  child.children = {Predicate{}};
  request_.filter.kind = Predicate::Kind::kAnd;
  request_.filter.children = {Predicate{}, child};
  EXPECT_EQ(WhyNotEsql(request_), "children are asked for by search");
}

TEST_F(Request, ThroughAliasesNeedsOneFilterForAll) {
  table_->shards[0].alias_filter = R"({"term":{"x":1}})";
  EXPECT_NE(WhyNotEsql(request_), "");
  table_->shards[1].alias_filter = table_->shards[0].alias_filter;
  EXPECT_EQ(WhyNotEsql(request_), "");
}

TEST_F(Request, OfDocumentsWithUnmappedValuesMayNot) {
  table_->keeps_unmapped_values = true;
  EXPECT_NE(WhyNotEsql(request_), "");
}

TEST_F(Request, OfKeywordsThatMayBeTooLongHasToBeProved) {
  table_->fields[0].ignore_above = 10;
  EXPECT_EQ(FieldsToProve(request_).size(), 1u);
}

}  // namespace
}  // namespace recurve::plan
