// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <vector>

#include "arrow/api.h"
#include "core/error_detail.h"
#include "decode/field_fixture_test.h"
#include "decode/hits_decoder.h"
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
  field.children = std::move(children);
  return field;
}

Field ListOf(Field field, int depth = 1) {
  field.list_depth = depth;
  for (int i = 0; i < depth; ++i) field.type = arrow::list(field.type);
  return field;
}

Field Words() { return ListOf(Leaf("a", FieldKind::kKeyword, arrow::utf8())); }
Field Numbers(int depth = 1) {
  return ListOf(Leaf("a", FieldKind::kInteger, arrow::int32()), depth);
}

std::string ToText(const arrow::Array& array);

std::string ValueText(const arrow::Array& array, int64_t row) {
  if (array.IsNull(row)) return "null";
  if (array.type_id() == arrow::Type::LIST) {
    return "[" + ToText(*static_cast<const arrow::ListArray&>(array).value_slice(row)) +
           "]";
  }
  if (array.type_id() == arrow::Type::STRUCT) {
    const auto& members = static_cast<const arrow::StructArray&>(array);
    std::string text = "{";
    for (int i = 0; i < members.num_fields(); ++i) {
      if (i > 0) text += ',';
      text += ValueText(*members.field(i), row);
    }
    return text + "}";
  }
  return (*array.GetScalar(row))->ToString();
}

std::string ToText(const arrow::Array& array) {
  std::string text;
  for (int64_t i = 0; i < array.length(); ++i) {
    if (i > 0) text += ' ';
    text += ValueText(array, i);
  }
  return text;
}

// The column's values in documents that have `a` spelt so, or the error's message.
std::string Values(const Field& field, const std::vector<std::string>& sources) {
  std::string hits;
  for (size_t i = 0; i < sources.size(); ++i) {
    if (i > 0) hits += ',';
    hits += R"({"_index":"orders","_id":")" + std::to_string(i) + R"(","_source":)" +
            sources[i] + "}";
  }
  const std::string body =
      R"({"_shards":{"total":1,"successful":1,"failed":0},"hits":{"hits":[)" + hits +
      "]}}";
  const auto decoder =
      HitsDecoder::Make({{"a", &field, {}, field.type}}, {"es", "orders-*"});
  if (!decoder.ok()) return decoder.status().message();
  const auto page = (*decoder)->Decode(core::PaddedBytes(body));
  if (!page.ok()) return page.status().message();
  const auto batch = (*decoder)->Flush();
  if (!batch.ok()) return batch.status().message();
  const arrow::Status valid = (*batch)->ValidateFull();
  return valid.ok() ? ToText(*(*batch)->column(0)) : valid.message();
}

TEST(ListWriter, KeepsOrderDuplicatesAndNulls) {
  EXPECT_EQ(Values(Words(), {R"({"a":["b","a","b"]})", R"({"a":["x",null,""]})",
                             R"({"a":[null]})"}),
            "[b a b] [x null ] [null]");
}

TEST(ListWriter, OneValueIsAListOfOne) {
  EXPECT_EQ(Values(Words(), {R"({"a":"x"})", R"({"a":5.0})", R"({"a":true})"}),
            "[x] [5.0] [true]");
}

TEST(ListWriter, TellsEmptyFromNull) {
  EXPECT_EQ(Values(Words(), {R"({"a":[]})", R"({"a":null})", "{}", R"({"a":[[]]})"}),
            "[] null null []");
}

TEST(ListWriter, DepthOneFlattensAsTheIndexDoes) {
  EXPECT_EQ(Values(Numbers(), {R"({"a":[[1,2],[3]]})", R"({"a":[1,[[2],null]]})"}),
            "[1 2 3] [1 2 null]");
}

TEST(ListWriter, DeeperListsKeepTheNesting) {
  EXPECT_EQ(Values(Numbers(2), {R"({"a":[[1,2],[3]]})", R"({"a":[]})",
                                R"({"a":[[],null,[null]]})", R"({"a":null})"}),
            "[[1 2] [3]] [] [[] null [null]] null");
  EXPECT_EQ(Values(Numbers(3), {R"({"a":[[[1,2],[3]],[[4]]]})"}), "[[[1 2] [3]] [[4]]]");
}

TEST(ListWriter, OtherDepthsThanDeclaredNameTheDocument) {
  for (const char* source :
       {R"({"a":[1,2]})", R"({"a":1})", R"({"a":[[[1]]]})", R"({"a":[[1],2]})"}) {
    EXPECT_THAT(Values(Numbers(2), {R"({"a":[[1]]})", source}),
                testing::AllOf(HasSubstr("nested to another depth"), HasSubstr("_id 1"),
                               HasSubstr("field a"), HasSubstr("json := ['a']")))
        << source;
  }
}

TEST(ListWriter, ElementsAreConvertedAsSingleValuesAre) {
  EXPECT_EQ(Values(Numbers(), {R"({"a":["5",5.7,""]})"}), "[5 5 null]");
  EXPECT_THAT(Values(Numbers(), {R"({"a":[1,"x"]})"}), HasSubstr("field a, _id 0"));
  Field loose = Numbers();
  loose.ignore_malformed = true;
  EXPECT_EQ(Values(loose, {R"({"a":[1,"x",2]})"}), "[1 null 2]");
  const auto micros = arrow::timestamp(arrow::TimeUnit::MICRO, "UTC");
  EXPECT_EQ(
      Values(ListOf(Leaf("a", FieldKind::kDate, micros)), {R"({"a":[0,"1970-01-02"]})"}),
      "[1970-01-01 00:00:00.000000Z 1970-01-02 00:00:00.000000Z]");
}

TEST(ListWriter, ValuesUnderSeveralSpellingsAreOneList) {
  const Field field = ListOf(Leaf("o.a", FieldKind::kKeyword, arrow::utf8()));
  EXPECT_EQ(Values(field, {R"({"o":[{"a":"x"},{"a":["y","z"]}]})",
                           R"({"o.a":"x","o":{"a":"y"}})", R"({"o":[{},{"a":null}]})"}),
            "[x y z] [x y] null");
}

TEST(ListWriter, ObjectsBecomeStructs) {
  const Field field =
      ListOf(Object("o", FieldKind::kObject,
                    {Leaf("o.a", FieldKind::kKeyword, arrow::utf8()),
                     ListOf(Leaf("o.n", FieldKind::kInteger, arrow::int32()))}));
  EXPECT_EQ(Values(field, {R"({"o":[{"a":"x","n":1},{"n":[2,3]},null,{}]})",
                           R"({"o":{"a":"y"}})", R"({"o":[]})", "{}"}),
            "[{x,[1]} {null,[2 3]} null {null,null}] [{y,null}] [] null");
  EXPECT_THAT(Values(field, {R"({"o":[1]})"}), HasSubstr("does not fit: field o"));
}

TEST(ListWriter, DottedMembersAreOneElement) {
  const Field field = ListOf(Object("o", FieldKind::kObject,
                                    {Leaf("o.a", FieldKind::kKeyword, arrow::utf8()),
                                     Leaf("o.b", FieldKind::kInteger, arrow::int32())}));
  EXPECT_EQ(Values(field, {R"({"o.a":"x","o.b":1})", R"({"o.a":"x","o":[{"b":2}]})"}),
            "[{x,1}] [{x,null} {null,2}]");
}

TEST(ListWriter, SingleValuesNameTheDeclarationThatMakesThemAList) {
  const Field field = Leaf("o.a", FieldKind::kKeyword, arrow::utf8());
  EXPECT_THAT(
      Values(field, {R"({"o":{"a":["x","y"]}})"}),
      HasSubstr("field o.a, _id 0, index orders, value \"y\"; declare it: \"o.a\" = "
                "\"list\" below [cluster.es.tables.\"orders-*\".columns] in the "
                "configuration, or FROM es_scan('orders-*', lists := ['o.a'])"));
}

}  // namespace
}  // namespace recurve::decode
