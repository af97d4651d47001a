// SPDX-License-Identifier: Apache-2.0
#include "catalog/column_marks.h"

#include <algorithm>
#include <string>

#include "arrow/type.h"
#include "catalog/field_types_internal.h"
#include "catalog/shapes.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace recurve::catalog {
namespace {

using testing::ElementsAre;

constexpr core::ColumnShape kList{core::ColumnShape::Kind::kList, 1};

Field Make(const std::string& path, FieldKind kind, std::vector<Field> children = {}) {
  Field field;
  field.name = path.substr(path.rfind('.') + 1);
  field.path = path;
  field.kind = kind;
  field.es_type = "some";
  field.children = std::move(children);
  return field;
}

Field Hidden(const std::string& path, FieldKind kind) {
  Field field = Make(path, kind);
  field.name = path;
  return field;
}

Table Finished(Table table) {
  table.name = "logs-*";
  if (table.shards.empty()) table.shards = {{"logs-1", 0, ""}};
  AssignTypes(table.fields);
  AssignTypes(table.hidden);
  table.schema = SchemaOf(table.fields);
  return table;
}

Table Planned() {
  Table table;
  table.fields = {Make("n", FieldKind::kLong),
                  Make("user", FieldKind::kObject,
                       {Make("user.name", FieldKind::kText),
                        Make("user.at", FieldKind::kNested,
                             {Make("user.at.place", FieldKind::kKeyword)})}),
                  Make("open", FieldKind::kObject)};
  table.hidden = {Hidden("user.name", FieldKind::kText),
                  Hidden("user.name.raw", FieldKind::kKeyword)};
  return Finished(std::move(table));
}

/// Planned() with a field more at every place that can have one.
Table Grown() {
  Table table = Planned();
  table.shards.push_back({"logs-2", 0, ""});
  table.fields.insert(table.fields.begin(), Make("a", FieldKind::kKeyword));
  Field& user = table.fields[2];
  user.children.push_back(Make("user.age", FieldKind::kShort));
  user.children[1].children.push_back(Make("user.at.since", FieldKind::kLong));
  Field& open = table.fields[3];
  open.kind = FieldKind::kObject;
  open.children = {Make("open.door", FieldKind::kBoolean)};
  table.hidden.insert(table.hidden.begin(), Hidden("user.age", FieldKind::kShort));
  table.hidden.push_back(Hidden("n.text", FieldKind::kText));
  return Finished(std::move(table));
}

std::vector<std::string> NamesOf(const std::vector<Field>& fields) {
  std::vector<std::string> names;
  for (const Field& field : fields) names.push_back(field.name);
  return names;
}

TablePtr Shared(Table table) { return std::make_shared<Table>(std::move(table)); }

TEST(ColumnMarks, ATableThatIsAsItWasIsTheSame) {
  const auto table = Shared(Planned());
  const auto marks = MarksOf(*table);
  ASSERT_TRUE(marks);
  EXPECT_EQ(WithMarkedColumns(table, *marks), table);
  EXPECT_EQ(*marks, MarksOf(Planned()));
  // The hidden member shares the mark of the member.
  EXPECT_EQ(marks->size(), 7U);
}

TEST(ColumnMarks, WhatHasComeIsLeftOutOnEveryLevel) {
  const auto grown = Shared(Grown());
  const auto table = WithMarkedColumns(grown, *MarksOf(Planned()));
  ASSERT_NE(table, nullptr);
  EXPECT_EQ(table->schema->ToString(), Planned().schema->ToString());
  EXPECT_EQ(table->schema->ToString(),
            "n: int64\n"
            "user: struct<name: string, at: list<item: struct<place: string>>>\n"
            "open: string");
  EXPECT_THAT(NamesOf(table->hidden), ElementsAre("user.name", "user.name.raw"));
  EXPECT_EQ(table->shards, grown->shards);
  EXPECT_TRUE(table->mapped_schema()->Equals(*grown->schema));
}

TEST(ColumnMarks, ColumnsThatStayAreAsTheyAreNow) {
  Table grown = Grown();
  grown.fields[1].indexed = false;
  grown.fields[1].doc_values = false;
  grown.keeps_unmapped_values = true;
  const auto table = WithMarkedColumns(Shared(grown), *MarksOf(Planned()));
  ASSERT_NE(table, nullptr);
  EXPECT_FALSE(table->fields[0].indexed);
  EXPECT_FALSE(table->fields[0].doc_values);
  EXPECT_TRUE(table->keeps_unmapped_values);
}

TEST(ColumnMarks, AnotherTypeIsSeenInTheSchema) {
  Table grown = Grown();
  grown.fields[1].kind = FieldKind::kKeyword;
  const auto table =
      WithMarkedColumns(Shared(Finished(std::move(grown))), *MarksOf(Planned()));
  ASSERT_NE(table, nullptr);
  EXPECT_EQ(table->schema->field(0)->ToString(), "n: string");
}

TEST(ColumnMarks, ColumnsStandInTheOrderTheyHad) {
  Table grown = Grown();
  std::reverse(grown.fields.begin(), grown.fields.end());
  std::reverse(grown.fields[1].children.begin(), grown.fields[1].children.end());
  const auto table =
      WithMarkedColumns(Shared(Finished(std::move(grown))), *MarksOf(Planned()));
  ASSERT_NE(table, nullptr);
  EXPECT_EQ(table->schema->ToString(), Planned().schema->ToString());
}

TEST(ColumnMarks, AColumnThatIsGoneIsNoTable) {
  const auto marks = *MarksOf(Planned());
  Table without = Grown();
  without.fields.erase(without.fields.begin() + 1);
  EXPECT_EQ(WithMarkedColumns(Shared(Finished(std::move(without))), marks), nullptr);
  without = Grown();
  without.fields[2].children[1].children.erase(
      without.fields[2].children[1].children.begin());
  EXPECT_EQ(WithMarkedColumns(Shared(Finished(std::move(without))), marks), nullptr);
  without = Grown();
  std::erase_if(without.hidden,
                [](const Field& field) { return field.name == "user.name.raw"; });
  EXPECT_EQ(WithMarkedColumns(Shared(Finished(std::move(without))), marks), nullptr);
}

TEST(ColumnMarks, ANameThatMeansAnotherFieldIsNoColumnThatStayed) {
  Table grown = Grown();
  grown.fields[1].path = "another";
  EXPECT_EQ(WithMarkedColumns(Shared(Finished(std::move(grown))), *MarksOf(Planned())),
            nullptr);
  // One more spelling gives both other names (docs/types.md, "Names").
  grown = Grown();
  grown.fields.push_back(Make("N", FieldKind::kLong));
  EXPECT_EQ(WithMarkedColumns(Shared(Finished(std::move(grown))), *MarksOf(Planned())),
            nullptr);
}

TEST(ColumnMarks, ShapesStay) {
  const core::ColumnShapes shapes = {{"n", kList}};
  const auto planned = WithShapes(Shared(Planned()), shapes);
  const auto grown = WithShapes(Shared(Grown()), shapes);
  const auto table = WithMarkedColumns(grown, *MarksOf(*planned));
  ASSERT_NE(table, nullptr);
  EXPECT_TRUE(table->schema->Equals(*planned->schema));
  EXPECT_EQ(table->schema->field(0)->ToString(), "n: list<item: int64>");
  EXPECT_TRUE(table->mapped_schema()->Equals(*Grown().schema));
}

TEST(ColumnMarks, ATableThatHadNoColumnHasNone) {
  const auto table = WithMarkedColumns(Shared(Grown()), {});
  ASSERT_NE(table, nullptr);
  EXPECT_TRUE(table->fields.empty());
  EXPECT_TRUE(table->hidden.empty());
}

}  // namespace
}  // namespace recurve::catalog
