// SPDX-License-Identifier: Apache-2.0
#include "catalog/mapping_reader.h"

#include <algorithm>

#include "arrow/type.h"
#include "catalog/catalog_fixtures.h"
#include "catalog/mapping_merge.h"
#include "catalog/table.h"
#include "core/error_detail.h"
#include "fmt/format.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace recurve::catalog {
namespace {

using SettingsByIndex = std::unordered_map<std::string, IndexSettings>;

/// The table fields of a mapping answer.
Table Read(const std::string& body, const SettingsByIndex& settings = {},
           bool mapping_types = false) {
  auto mappings = ReadMappings(core::PaddedBytes(body), settings, mapping_types);
  EXPECT_TRUE(mappings.ok()) << mappings.status();
  Table table;
  if (mappings.ok()) table.fields = MergeMappings(*mappings, &table.hidden);
  return table;
}

const Field* Hidden(const Table& table, std::string_view name) {
  const auto found = std::ranges::find(table.hidden, name, &Field::name);
  return found == table.hidden.end() ? nullptr : &*found;
}

std::string Properties(const std::string& properties) {
  return R"({"i":{"mappings":{"properties":{)" + properties + "}}}}";
}

TEST(MappingReader, ReadsEveryTypeOfElasticsearch8) {
  const Table table = Read(MappingFixture("types_es_8.19.21.json"));
  struct Row {
    const char* path;
    FieldKind kind;
    const char* arrow_type;
    bool indexed;
    bool doc_values;
  };
  const Row rows[] = {
      {"k", FieldKind::kKeyword, "string", true, true},
      {"t", FieldKind::kText, "string", true, false},
      {"b", FieldKind::kByte, "int8", true, true},
      {"s", FieldKind::kShort, "int16", true, true},
      {"i", FieldKind::kInteger, "int32", false, true},
      {"l", FieldKind::kLong, "int64", true, true},
      {"hf", FieldKind::kHalfFloat, "float", true, true},
      {"f", FieldKind::kFloat, "float", true, true},
      {"d", FieldKind::kDouble, "double", true, false},
      {"flag", FieldKind::kBoolean, "bool", true, true},
      {"dt", FieldKind::kDate, "timestamp[us, tz=UTC]", true, true},
      {"dn", FieldKind::kDateNanos, "timestamp[ns, tz=UTC]", true, true},
      {"ip", FieldKind::kIp, "string", true, true},
      {"v", FieldKind::kVersion, "string", true, true},
      {"bin", FieldKind::kBinary, "binary", false, false},
      {"geo", FieldKind::kGeoPoint, "struct<lat: double, lon: double>", true, true},
      {"flat", FieldKind::kJsonText, "string", false, false},
      {"range", FieldKind::kJsonText, "string", false, false},
      {"empty", FieldKind::kJsonText, "string", false, false},
      {"opaque", FieldKind::kJsonText, "string", false, false},
      {"user.address.zip", FieldKind::kKeyword, "string", true, true},
      {"items.tags.name", FieldKind::kKeyword, "string", true, true},
      {"dotted.a.b", FieldKind::kLong, "int64", true, true},
  };
  for (const Row& row : rows) {
    const Field* field = table.Find(row.path);
    ASSERT_NE(field, nullptr) << row.path;
    EXPECT_EQ(field->kind, row.kind) << row.path;
    EXPECT_EQ(field->path, row.path);
    EXPECT_EQ(field->type->ToString(), row.arrow_type) << row.path;
    EXPECT_EQ(field->indexed, row.indexed) << row.path;
    EXPECT_EQ(field->doc_values, row.doc_values) << row.path;
  }
  // An alias is its target under another name.
  ASSERT_NE(Hidden(table, "al"), nullptr);
  EXPECT_EQ(Hidden(table, "al")->path, "k");
  EXPECT_EQ(Hidden(table, "al")->kind, FieldKind::kKeyword);
  // A multi-field has the value of the field it belongs to.
  ASSERT_NE(Hidden(table, "t.raw"), nullptr);
  EXPECT_EQ(Hidden(table, "t.raw")->path, "t.raw");
  EXPECT_EQ(PlaceOf(*Hidden(table, "t.raw")), "t");
  // copy_to writes into the index of a text, where nothing can be read.
  ASSERT_NE(Hidden(table, "all_text"), nullptr);
  EXPECT_THAT(Hidden(table, "all_text")->unreadable, testing::HasSubstr("copy_to"));
  // A member has its full path for a second name.
  EXPECT_NE(Hidden(table, "user.address.zip"), nullptr);
  EXPECT_NE(Hidden(table, "dotted.a.b"), nullptr);
  EXPECT_EQ(Hidden(table, "items.sku"), nullptr);
  EXPECT_EQ(table.Find("k")->ignore_above, 256);
  EXPECT_EQ(table.Find("k")->null_value, "\"none\"");
  EXPECT_EQ(table.Find("l")->null_value, "-1");
  EXPECT_FALSE(table.Find("l")->coerce);
  EXPECT_EQ(table.Find("dt")->date_format, "strict_date_optional_time||epoch_millis");
  EXPECT_EQ(table.Find("dn")->date_format,
            "strict_date_optional_time_nanos||epoch_millis");
  EXPECT_EQ(table.Find("dt_f")->date_format, "yyyy-MM-dd HH:mm:ss||epoch_second");
  EXPECT_TRUE(table.Find("dt_f")->ignore_malformed);
  EXPECT_EQ(table.Find("opaque")->es_type, "object");
  EXPECT_EQ(table.Find("user")->type->ToString(),
            "struct<address: struct<geo: struct<lat: double, lon: double>, zip: string>, "
            "name: string>");
  EXPECT_EQ(table.Find("items")->type->ToString(),
            "list<item: struct<sku: string, tags: struct<name: string>>>");
  EXPECT_TRUE(table.Find("items")->inside_nested);
  EXPECT_TRUE(table.Find("items.tags.name")->inside_nested);
  EXPECT_EQ(table.Find("items.tags.name")->nested_path, "items");
  EXPECT_EQ(table.Find("items")->nested_path, "");
  EXPECT_FALSE(table.Find("user.name")->inside_nested);
}

TEST(MappingReader, LooksInsideTheMappingTypeOfElasticsearch6) {
  const std::string body = MappingFixture("types_es_6.8.9.json");
  const Table table = Read(body, {}, /*mapping_types=*/true);
  ASSERT_NE(table.Find("k"), nullptr);
  EXPECT_TRUE(table.Find("k")->has_normalizer);
  EXPECT_EQ(table.Find("sf")->kind, FieldKind::kScaledFloat);
  EXPECT_EQ(table.Find("sf")->scaling_factor, 100);
  EXPECT_EQ(table.Find("n.y")->type->ToString(), "float");
  EXPECT_EQ(table.Find("join")->kind, FieldKind::kJsonText);
  EXPECT_EQ(table.Find("event"), nullptr);
}

TEST(MappingReader, JoinsTheMappingTypesOfAnOldIndex) {
  const Table table = Read(
      R"({"i":{"mappings":{"_default_":{"properties":{"z":{"type":"long"}}},
          "a":{"properties":{"x":{"type":"long"}}},
          "b":{"properties":{"x":{"type":"long"},"y":{"type":"keyword"}}}}}})",
      {}, true);
  ASSERT_EQ(table.fields.size(), 2u);
  EXPECT_EQ(table.fields[0].name, "x");
  EXPECT_EQ(table.fields[1].name, "y");
}

TEST(MappingReader, ReadsTypesOfOpenSearch2AndLeavesOutWhatSourceLacks) {
  const Table table = Read(MappingFixture("types_opensearch_2.19.6.json"));
  EXPECT_EQ(table.Find("ul")->type->ToString(), "uint64");
  EXPECT_EQ(table.Find("w")->kind, FieldKind::kWildcard);
  EXPECT_EQ(table.Find("mot")->kind, FieldKind::kText);
  EXPECT_EQ(table.Find("saut")->kind, FieldKind::kText);
  EXPECT_EQ(table.Find("fo")->kind, FieldKind::kJsonText);
  EXPECT_EQ(table.Find("ck")->kind, FieldKind::kConstantKeyword);
  EXPECT_TRUE(table.Find("ck")->indexed);
  ASSERT_EQ(table.Find("ck")->constants.size(), 1u);
  EXPECT_EQ(table.Find("ck")->constants[0],
            std::make_pair(std::string("types"), std::string("prod")));
  // What `_source` leaves out is read from doc values, and not where its object stands.
  EXPECT_EQ(table.Find("vec")->read_from, ValueSource::kDocValues);
  EXPECT_EQ(table.Find("secret"), nullptr);
  ASSERT_NE(Hidden(table, "secret.a"), nullptr);
  EXPECT_EQ(Hidden(table, "secret.a")->read_from, ValueSource::kDocValues);
  EXPECT_NE(table.Find("open.a"), nullptr);
}

TEST(MappingReader, TakesDefaultsFromTheIndexSettings) {
  IndexSettings settings;
  settings.ignore_above = 8191;
  settings.ignore_malformed = true;
  settings.coerce = false;
  const Table table =
      Read(Properties(R"("k":{"type":"keyword"},"k9":{"type":"keyword","ignore_above":9},
                         "l":{"type":"long"},"d":{"type":"date","ignore_malformed":false})"),
           {{"i", settings}});
  EXPECT_EQ(table.Find("k")->ignore_above, 8191);
  EXPECT_EQ(table.Find("k9")->ignore_above, 9);
  EXPECT_EQ(table.Find("l")->ignore_above, std::nullopt);
  EXPECT_TRUE(table.Find("l")->ignore_malformed);
  EXPECT_FALSE(table.Find("l")->coerce);
  EXPECT_FALSE(table.Find("d")->ignore_malformed);
}

TEST(MappingReader, AMultiFieldOfAChildKnowsItsNestedObject) {
  const Table table = Read(Properties(
      R"("n":{"type":"nested","properties":{
          "t":{"type":"text","fields":{"raw":{"type":"keyword"}}}}})"));
  ASSERT_EQ(table.Find("n.t")->sub_fields.size(), 1u);
  EXPECT_EQ(table.Find("n.t")->sub_fields[0].nested_path, "n");
}

TEST(MappingReader, ReadsFromDocValuesWhatTheIndexMakes) {
  const Table table = Read(Properties(
      R"("x":{"type":"long","script":{"source":"emit"}},
         "n":{"type":"nested","properties":{"y":{"type":"long","script":{"source":"e"}}}},
         "t":{"type":"text","fields":{"length":{"type":"token_count"}}},
         "o":{"properties":{"z":{"type":"text","copy_to":"all"}}},
         "all":{"type":"text","fields":{"keyword":{"type":"keyword"}}})"));
  EXPECT_EQ(table.Find("x")->read_from, ValueSource::kDocValues);
  EXPECT_THAT(Hidden(table, "n.y")->unreadable, testing::HasSubstr("nested"));
  EXPECT_EQ(Hidden(table, "t.length")->read_from, ValueSource::kDocValues);
  EXPECT_EQ(Hidden(table, "t.length")->type->ToString(), "int32");
  // A keyword stands in for the text it is made from.
  EXPECT_EQ(table.Find("all")->read_from, ValueSource::kDocValues);
  EXPECT_EQ(PlaceOf(*table.Find("all")), "all.keyword");
}

TEST(MappingReader, ReadsRuntimeFields) {
  const Table table = Read(
      R"({"i":{"mappings":{"properties":{"day":{"type":"text"},"o":{"properties":{
          "x":{"type":"long"}}}},"runtime":{"day":{"type":"keyword"},
          "hour":{"type":"long"},"o.y":{"type":"date"},"who":{"type":"lookup"},
          "http":{"type":"composite","fields":{"code":{"type":"long"}}}}}}})");
  for (const char* name : {"day", "hour"}) {
    ASSERT_NE(table.Find(name), nullptr) << name;
    EXPECT_EQ(table.Find(name)->read_from, ValueSource::kDocValues) << name;
    EXPECT_FALSE(table.Find(name)->indexed) << name;
  }
  EXPECT_EQ(table.Find("day")->kind, FieldKind::kKeyword);
  for (const char* name : {"o.y", "http.code"}) {
    ASSERT_NE(Hidden(table, name), nullptr) << name;
    EXPECT_EQ(Hidden(table, name)->read_from, ValueSource::kDocValues) << name;
  }
  EXPECT_THAT(Hidden(table, "who")->unreadable, testing::HasSubstr("runtime"));
}

TEST(MappingReader, HasOneColumnPerLeafWithoutSource) {
  IndexSettings settings;
  settings.records_ignored = false;
  const Table table = Read(
      R"({"i":{"mappings":{"_source":{"enabled":false},"properties":{
          "k":{"type":"keyword"},"t":{"type":"text"},"u":{"type":"keyword","ignore_above":9},
          "o":{"properties":{"x":{"type":"long"},"p":{"type":"object"}}},
          "n":{"type":"nested","properties":{"y":{"type":"long"}}}}}}})",
      {{"i", settings}});
  ASSERT_EQ(table.fields.size(), 2u);
  EXPECT_EQ(table.fields[0].name, "k");
  EXPECT_EQ(table.fields[1].name, "o.x");
  EXPECT_THAT(Hidden(table, "t")->unreadable, testing::HasSubstr("type text"));
  EXPECT_THAT(Hidden(table, "u")->unreadable, testing::HasSubstr("ignore_above"));
  EXPECT_THAT(Hidden(table, "n.y")->unreadable, testing::HasSubstr("nested"));
}

TEST(MappingReader, MindsCopiesOfFieldsThatSourceLeavesOut) {
  const Table table = Read(R"({"i":{"mappings":{"_source":{"excludes":["secret"]},
      "properties":{"all":{"type":"keyword"},
                    "secret":{"type":"keyword","copy_to":"all"}}}}})");
  EXPECT_EQ(table.Find("secret")->read_from, ValueSource::kDocValues);
  EXPECT_EQ(table.Find("all")->read_from, ValueSource::kDocValues);
}

TEST(MappingReader, NoticesThatSourceIsOff) {
  for (const char* source : {R"({"enabled":false})", R"({"mode":"disabled"})"}) {
    const std::string body =
        fmt::format(R"({{"i":{{"mappings":{{"_source":{}}}}}}})", source);
    const auto mappings = ReadMappings(core::PaddedBytes(body), {}, false);
    ASSERT_TRUE(mappings.ok());
    EXPECT_FALSE(mappings->front().mapping->source_enabled) << source;
  }
}

TEST(MappingReader, SharesTheMappingOfIndicesWithTheSameText) {
  const std::string one = R"({"mappings":{"properties":{"x":{"type":"long"}}}})";
  const std::string body = fmt::format(R"({{"b":{0},"a":{0},"c":{0}}})", one);
  IndexSettings other;
  other.coerce = false;
  const auto mappings = ReadMappings(core::PaddedBytes(body), {{"c", other}}, false);
  ASSERT_TRUE(mappings.ok());
  EXPECT_EQ(mappings->at(0).index, "a");
  EXPECT_EQ(mappings->at(0).mapping, mappings->at(1).mapping);
  EXPECT_NE(mappings->at(0).mapping, mappings->at(2).mapping);
}

TEST(MappingReader, ReportsWhatIsNotAMapping) {
  for (const char* body :
       {"", "[]", "{", R"({"i":1})", R"({"i":{}})", R"({"i":{"mappings":[]}})",
        R"({"i":{"mappings":{"properties":{"x":1}}}})",
        R"({"i":{"mappings":{"properties":{"x":{"type":"long"}})"}) {
    EXPECT_EQ(core::KindOf(ReadMappings(core::PaddedBytes(body), {}, false).status()),
              core::ErrorKind::kProtocol)
        << body;
  }
}

}  // namespace
}  // namespace recurve::catalog
