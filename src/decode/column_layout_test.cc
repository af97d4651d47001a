// SPDX-License-Identifier: Apache-2.0
// Columns that are read from elsewhere than their own place in `_source`.

#include "arrow/api.h"
#include "catalog/field.h"
#include "core/error_detail.h"
#include "decode/field_fixture_test.h"
#include "decode/hits_decoder.h"
#include "fmt/format.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace recurve::decode {
namespace {

using catalog::Field;
using catalog::FieldKind;
using catalog::ValueSource;
using catalog::VirtualColumn;
using testing::HasSubstr;

Field Keyword(std::string path) {
  return Leaf(std::move(path), FieldKind::kKeyword, arrow::utf8());
}

Field FromDocValues(Field field) {
  field.read_from = ValueSource::kDocValues;
  return field;
}

/// Rows as text for hits given by what follows `_index` and `_id`.
std::string Rows(std::vector<OutputColumn> columns, const std::vector<std::string>& hits,
                 const std::string& index = "logs-1") {
  std::string list;
  for (const std::string& hit : hits) {
    if (!list.empty()) list += ',';
    list += fmt::format(R"({{"_index":"{}","_id":"7",{}}})", index, hit);
  }
  const auto decoder = HitsDecoder::Make(std::move(columns));
  if (!decoder.ok()) return decoder.status().message();
  const auto page = (*decoder)->Decode(core::PaddedBytes(fmt::format(
      R"({{"took":1,"timed_out":false,"_shards":{{"total":1,"successful":1,"skipped":0,)"
      R"("failed":0}},"hits":{{"hits":[{}]}}}})",
      list)));
  if (!page.ok()) return page.status().message();
  const auto batch = (*decoder)->Flush();
  if (!batch.ok()) return batch.status().message();
  const auto valid = (*batch)->ValidateFull();
  if (!valid.ok()) return valid.message();
  std::string text;
  for (int64_t row = 0; row < (*batch)->num_rows(); ++row) {
    if (row > 0) text += '\n';
    for (int column = 0; column < (*batch)->num_columns(); ++column) {
      if (column > 0) text += '|';
      text += (*(*batch)->column(column)->GetScalar(row))->ToString();
    }
  }
  return text;
}

TEST(ColumnLayout, AMultiFieldIsTheValueUnderAnotherType) {
  const Field text = Leaf("o.t", FieldKind::kText, arrow::utf8());
  Field raw = Keyword("o.t.raw");
  raw.source_path = "o.t";
  Field number = Leaf("o.t.n", FieldKind::kLong, arrow::int64());
  number.source_path = "o.t";
  const Field other = Keyword("o.k");
  EXPECT_EQ(Rows({Column(text), Column(raw), Column(number), Column(other), Column(raw)},
                 {R"("_source":{"o":{"t":"12","k":"x"}})", R"("_source":{"o.k":"y"})"}),
            "12|12|12|x|12\nnull|null|null|y|null");
  EXPECT_EQ(Rows({Column(number)}, {R"("_source":{"o":{"t":"5"}})"}), "5");
  EXPECT_THAT(Rows({Column(number)}, {R"("_source":{"o":{"t":"five"}})"}),
              HasSubstr("field o.t.n"));
}

TEST(ColumnLayout, AnAliasSharesTheColumnOfItsTarget) {
  const Field target = Keyword("a.b");
  Field alias = target;
  alias.name = "short";
  Field object =
      Leaf("a", FieldKind::kObject, arrow::struct_({arrow::field("b", arrow::utf8())}));
  object.children = {target};
  EXPECT_EQ(Rows({Column(target), Column(alias)}, {R"("_source":{"a":{"b":"x"}})"}),
            "x|x");
  EXPECT_EQ(Rows({Column(alias), Column(object), Column(target)},
                 {R"("_source":{"a":{"b":"x"}})"}),
            "x|{b:string = x}|x");
}

TEST(ColumnLayout, DocValuesAreReadByTheirWholeName) {
  const Field keyword = FromDocValues(Keyword("o.k"));
  Field date = FromDocValues(
      Leaf("o.d", FieldKind::kDate, arrow::timestamp(arrow::TimeUnit::MICRO, "UTC")));
  date.date_format = "dd/MM/yyyy";  // of the mapping; doc values are asked for otherwise
  const Field nanos = FromDocValues(
      Leaf("n", FieldKind::kDateNanos, arrow::timestamp(arrow::TimeUnit::NANO, "UTC")));
  const Field source = Keyword("s");
  EXPECT_EQ(Rows({Column(keyword), Column(source), Column(date), Column(nanos)},
                 {R"("_source":{"o":{"k":"no"},"s":"yes"},"fields":{"o.k":["x"],)"
                  R"("o.d":["-1"],"n":["1970-01-01T00:00:00.123456789Z"]})",
                  R"("_source":{})"}),
            "x|yes|1969-12-31 23:59:59.999000Z|1970-01-01 00:00:00.123456789Z\n"
            "null|null|null|null");
  // Nothing else is needed from a hit.
  EXPECT_EQ(Rows({Column(keyword)}, {R"("fields":{"o.k":["x"]})"}), "x");
  EXPECT_THAT(Rows({Column(keyword)}, {R"("fields":{"o.k":["x","y"]})"}),
              HasSubstr("several values"));
}

TEST(ColumnLayout, DocValuesThatAreCutAreAnError) {
  Field keyword = FromDocValues(Keyword("k"));
  const std::string ignored = R"("_ignored":["n","k"],"fields":{"n":[1]})";
  EXPECT_EQ(Rows({Column(keyword)}, {ignored}), "null");
  keyword.ignore_above = 256;
  EXPECT_THAT(Rows({Column(keyword)}, {ignored}),
              testing::AllOf(HasSubstr("ignore_above"), HasSubstr("field k"),
                             HasSubstr("_id 7"), HasSubstr("logs-1")));
  Field text = FromDocValues(Leaf("t", FieldKind::kText, arrow::utf8()));
  text.source_path = "t.keyword";
  EXPECT_EQ(Rows({Column(text)}, {R"("fields":{"t.keyword":["x"]})"}), "x");
  EXPECT_THAT(Rows({Column(text)}, {R"("_ignored":["t.keyword"])"}),
              HasSubstr("ignore_above"));
}

TEST(ColumnLayout, ConstantsNeedNoDocument) {
  Field constant = Leaf("stream.set", FieldKind::kConstantKeyword, arrow::utf8());
  constant.constants = {{"logs-1", "one"}, {"logs-2", "two"}};
  Field object = Leaf("stream", FieldKind::kObject,
                      arrow::struct_({arrow::field("set", arrow::utf8())}));
  object.children = {constant};
  const std::vector<std::string> hits = {R"("_source":{})",
                                         R"("_source":{"stream":{"set":"x"}})"};
  EXPECT_EQ(Rows({Column(constant)}, hits), "one\nx");
  EXPECT_EQ(Rows({Column(object)}, hits, "logs-2"),
            "{set:string = two}\n{set:string = x}");
  EXPECT_EQ(Rows({Column(constant)}, hits, "logs-3"), "null\nx");
  EXPECT_EQ(Rows({Column(object)}, hits, "logs-3"), "null\n{set:string = x}");
  EXPECT_EQ(Rows({Column(constant)}, {R"("_score":null)"}), "one");
}

TEST(ColumnLayout, VirtualColumns) {
  const Field field = Keyword("a");
  EXPECT_EQ(Rows({Column(VirtualColumn::kSource), Column(field),
                  Column(VirtualColumn::kIgnored), Column(VirtualColumn::kIndex)},
                 {R"("_ignored":["a","b"],"_source":{ "a" : "x", "b":[1, 2.50] })",
                  R"("_source":{})"}),
            R"({ "a" : "x", "b":[1, 2.50] }|x|list<item: string>[a, b]|logs-1)"
            "\n{}|null|null|logs-1");
  EXPECT_THAT(Rows({Column(VirtualColumn::kSource)}, {R"("_score":null)"}),
              HasSubstr("no _source"));
}

TEST(ColumnLayout, GeoPointsInEverySpelling) {
  const Field point = Leaf("g", FieldKind::kGeoPoint,
                           arrow::struct_({arrow::field("lat", arrow::float64()),
                                           arrow::field("lon", arrow::float64())}));
  const std::string wanted = "{lat:double = 1.5, lon:double = -2.25}";
  for (const char* spelling :
       {R"({"lat":1.5,"lon":-2.25})", R"({"lon":"-2.25","lat":"1.5"})", "[-2.25,1.5]",
        "[-2.25,1.5,100]", "[[-2.25,1.5]]", R"("1.5,-2.25")", R"(" 1.5 , -2.25 ")",
        R"("1.5,-2.25,100")", "\"POINT (-2.25 1.5)\"", "\"point(-2.25  1.5)\"",
        R"({"type":"Point","coordinates":[-2.25,1.5]})",
        R"([{"lat":1.5,"lon":-2.25}])"}) {
    EXPECT_EQ(Rows({Column(point)}, {fmt::format(R"("_source":{{"g":{}}})", spelling)}),
              wanted)
        << spelling;
  }
  EXPECT_EQ(Rows({Column(point)}, {R"("_source":{"g":"s0"})", R"("_source":{"g":null})",
                                   R"("_source":{"g":[]})"}),
            "{lat:double = 0, lon:double = 0}\nnull\nnull");
  for (const char* spelling : {R"("")", R"("1.5")", "\"POINT (1)\"", "[1]", "7",
                               R"({"lat":1})", "\"LINESTRING (1 2)\"", R"("1,x")"}) {
    EXPECT_THAT(Rows({Column(point)}, {fmt::format(R"("_source":{{"g":{}}})", spelling)}),
                HasSubstr("field g"))
        << spelling;
  }
  EXPECT_THAT(Rows({Column(point)}, {R"("_source":{"g":["1,2","3,4"]})"}),
              HasSubstr("several values"));
}

TEST(ColumnLayout, AVectorIsOneValue) {
  const Field vector = Leaf("v", FieldKind::kVector, arrow::list(arrow::float32()));
  EXPECT_EQ(Rows({Column(vector)},
                 {R"("_source":{"v":[0.5,-1,2e3]})", R"("_source":{"v":null})"}),
            "list<item: float>[0.5, -1, 2000]\nnull");
  EXPECT_THAT(Rows({Column(vector)}, {R"("_source":{"v":["x"]})"}), HasSubstr("field v"));
}

}  // namespace
}  // namespace recurve::decode
