// SPDX-License-Identifier: Apache-2.0
#include "catalog/shapes.h"

#include "arrow/type.h"
#include "catalog/field_types_internal.h"
#include "core/error_detail.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace recurve::catalog {
namespace {

using core::ColumnShape;
using core::ColumnShapes;
using testing::HasSubstr;

constexpr ColumnShape kScalar{ColumnShape::Kind::kScalar, 0};
constexpr ColumnShape kList{ColumnShape::Kind::kList, 1};
constexpr ColumnShape kJson{ColumnShape::Kind::kJson, 0};

Field Make(std::string path, FieldKind kind, std::vector<Field> children = {}) {
  Field field;
  field.name = path.substr(path.rfind('.') + 1);
  field.path = std::move(path);
  field.kind = kind;
  field.es_type = "some";
  field.children = std::move(children);
  return field;
}

TablePtr MakeTable() {
  auto table = std::make_shared<Table>();
  table->name = "logs-*";
  table->shards = {{"logs-1", 0, ""}, {"logs-2", 0, ""}};
  table->fields = {
      Make("tags", FieldKind::kKeyword), Make("n", FieldKind::kLong),
      Make("place", FieldKind::kJsonText),
      Make(
          "user", FieldKind::kObject,
          {Make("user.roles", FieldKind::kKeyword), Make("user.age", FieldKind::kShort)}),
      Make("items", FieldKind::kNested, {Make("items.sku", FieldKind::kKeyword)})};
  AssignTypes(table->fields);
  table->schema = SchemaOf(table->fields);
  return table;
}

std::string TypeOf(const TablePtr& table, const std::string& path) {
  return table->Find(path)->type->ToString();
}

TEST(Shapes, ColumnsBecomeListsAndJsonText) {
  const TablePtr table = WithShapes(MakeTable(), {{"tags", kList},
                                                  {"n", {ColumnShape::Kind::kList, 2}},
                                                  {"user.roles", kList},
                                                  {"items", kJson},
                                                  {"nothing", kList}});
  EXPECT_EQ(TypeOf(table, "tags"), "list<item: string>");
  EXPECT_EQ(TypeOf(table, "n"), "list<item: list<item: int64>>");
  EXPECT_EQ(TypeOf(table, "user"), "struct<roles: list<item: string>, age: int16>");
  EXPECT_EQ(TypeOf(table, "items"), "string");
  EXPECT_EQ(table->schema->field(3)->type()->ToString(), TypeOf(table, "user"));
  EXPECT_EQ(table->mapped_schema()->field(0)->type()->ToString(), "string");
}

TEST(Shapes, AnObjectBecomesAListOfStructs) {
  const TablePtr table = WithShapes(MakeTable(), {{"user", kList}, {"items", kList}});
  EXPECT_EQ(TypeOf(table, "user"), "list<item: struct<roles: string, age: int16>>");
  EXPECT_EQ(TypeOf(table, "items"), "list<item: struct<sku: string>>");
  EXPECT_FALSE(IsStruct(*table->Find("user")));
}

TEST(Shapes, ListsAreNotPushedButTheirElementsAreKnown) {
  const TablePtr table = WithShapes(MakeTable(), {{"tags", kList}, {"n", kJson}});
  EXPECT_FALSE(table->Find("tags")->indexed);
  EXPECT_FALSE(table->Find("tags")->doc_values);
  EXPECT_TRUE(table->Find("tags")->elements_indexed);
  EXPECT_FALSE(table->Find("n")->indexed);
  EXPECT_FALSE(table->Find("n")->elements_indexed);
}

TEST(Shapes, AStatementSpeaksLast) {
  const TablePtr declared = WithShapes(MakeTable(), {{"tags", kJson}, {"n", kList}});
  const TablePtr table = *Reshape(declared, {{"tags", kList}, {"user.age", kList}});
  EXPECT_EQ(TypeOf(table, "tags"), "list<item: string>");
  EXPECT_EQ(TypeOf(table, "n"), "list<item: int64>");
  EXPECT_EQ(TypeOf(table, "user"), "struct<roles: string, age: list<item: int16>>");
  EXPECT_EQ(TypeOf(*Reshape(declared, {{"n", kScalar}}), "n"), "int64");
  EXPECT_TRUE((*Reshape(declared, {{"n", kScalar}}))->Find("n")->doc_values);
}

TEST(Shapes, AStatementMustNameColumns) {
  const auto missing = Reshape(MakeTable(), {{"tgas", kList}}).status();
  EXPECT_EQ(core::KindOf(missing), core::ErrorKind::kNotFound);
  EXPECT_THAT(missing.message(), HasSubstr("no field tgas in logs-*"));
  const auto json = Reshape(MakeTable(), {{"place", kList}}).status();
  EXPECT_EQ(core::KindOf(json), core::ErrorKind::kUnsupported);
  EXPECT_THAT(json.message(), HasSubstr("place is the JSON text"));
}

TEST(Shapes, TheLongestPatternThatFitsWins) {
  const TablePtr made = MakeTable();
  const Table& table = *made;
  const auto shape_of = [&](std::vector<core::TableShapes> declared) {
    const auto shapes = DeclaredShapes(declared, table);
    const auto found = shapes.find("tags");
    return found == shapes.end() ? "none" : core::ToString(found->second);
  };
  EXPECT_EQ(shape_of({{"logs-*", {}, {{"tags", kList}}}}), "list(1)");
  EXPECT_EQ(shape_of({{"*", {}, {{"tags", kJson}}}, {"logs-*", {}, {{"tags", kList}}}}),
            "list(1)");
  EXPECT_EQ(shape_of({{"logs-2", {}, {{"tags", kList}}}}), "list(1)");
  EXPECT_EQ(shape_of({{"logs-3", {}, {{"tags", kList}}}}), "none");
  EXPECT_EQ(shape_of({{"logs", {}, {{"tags", kList}}}}), "none");
  EXPECT_EQ(shape_of({{"*gs-*1", {}, {{"tags", kScalar}}}}), "scalar");
  // Equally long ones: what holds more.
  EXPECT_EQ(
      shape_of({{"logs-1", {}, {{"tags", kList}}}, {"logs-2", {}, {{"tags", kJson}}}}),
      "json");
  EXPECT_EQ(
      shape_of({{"logs-1", {}, {{"tags", kScalar}}}, {"logs-2", {}, {{"tags", kList}}}}),
      "list(1)");
}

TEST(Shapes, ListsAreFoundWhereTheLongestPatternSaysSo) {
  const TablePtr made = MakeTable();
  const Table& table = *made;
  const std::vector<core::TableShapes> declared = {
      {"*", true, {}}, {"logs-*", false, {}}, {"orders-with-a-long-name", true, {}}};
  EXPECT_FALSE(WantsListsByProof(declared, table, true));
  EXPECT_TRUE(WantsListsByProof({{"*", true, {}}, {"logs-*", {}, {}}}, table, false));
  EXPECT_TRUE(WantsListsByProof({}, table, true));
}

TEST(Shapes, NamesWithShapesAreReadBack) {
  const ShapedName name{"logs-*,a",
                        {{"a#b", kJson}, {"ü.x", {ColumnShape::Kind::kList, 3}}}};
  const auto read = ReadShapedName(WriteShapedName(name));
  ASSERT_TRUE(read.ok()) << read.status();
  EXPECT_EQ(read->table, name.table);
  EXPECT_EQ(read->shapes, name.shapes);
  EXPECT_EQ(ReadShapedName("orders")->table, "orders");
  EXPECT_FALSE(ReadShapedName("orders#x").ok());
}

}  // namespace
}  // namespace recurve::catalog
