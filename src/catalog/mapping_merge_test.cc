// SPDX-License-Identifier: Apache-2.0
#include "catalog/mapping_merge.h"

#include "arrow/type.h"
#include "catalog/date_format_merge_internal.h"
#include "catalog/table.h"
#include "fmt/format.h"
#include "gtest/gtest.h"

namespace recurve::catalog {
namespace {

/// The fields of indices "a", "b", ... with the given `properties` or whole mappings.
Table Merge(const std::vector<std::string>& mappings) {
  std::string body = "{";
  char index = 'a';
  for (const std::string& mapping : mappings) {
    if (index != 'a') body += ",";
    body += fmt::format(R"("{}":{{"mappings":{{{}}}}})", index++, mapping);
  }
  auto read = ReadMappings(core::PaddedBytes(body + "}"), {}, false);
  EXPECT_TRUE(read.ok()) << read.status();
  Table table;
  if (read.ok()) table.fields = MergeMappings(*read, &table.hidden);
  return table;
}

Table MergeField(const std::vector<std::string>& descriptions) {
  std::vector<std::string> mappings;
  for (const std::string& description : descriptions) {
    mappings.push_back(fmt::format(R"("properties":{{"x":{}}})", description));
  }
  return Merge(mappings);
}

TEST(MergeMappings, KeepsFirstSeenOrderAndFieldsOfAnyIndex) {
  const Table table = Merge(
      {R"("properties":{"z":{"type":"long"},"o":{"properties":{"p":{"type":"long"}}}})",
       R"("properties":{"a":{"type":"long"},"o":{"properties":{"q":{"type":"long"}}},
                              "z":{"type":"long"}})"});
  ASSERT_EQ(table.fields.size(), 3u);
  EXPECT_EQ(table.fields[0].name, "z");
  EXPECT_EQ(table.fields[1].name, "o");
  EXPECT_EQ(table.fields[2].name, "a");
  EXPECT_EQ(table.Find("o")->type->ToString(), "struct<p: int64, q: int64>");
  EXPECT_TRUE(table.Find("a")->indexed);
  EXPECT_TRUE(table.Find("o.q")->indexed);
}

const Field* Hidden(const Table& table, std::string_view name) {
  for (const Field& field : table.hidden) {
    if (field.name == name) return &field;
  }
  return nullptr;
}

TEST(MergeMappings, KeepsTheConstantOfEachIndex) {
  const std::string prod =
      R"("properties":{"env":{"type":"constant_keyword","value":"prod"}})";
  const std::string test =
      R"("properties":{"env":{"type":"constant_keyword","value":"test"}})";
  const Table table = Merge({prod, test, prod, R"("properties":{})"});
  const std::vector<std::pair<std::string, std::string>> constants = {
      {"a", "prod"}, {"b", "test"}, {"c", "prod"}};
  EXPECT_EQ(table.Find("env")->constants, constants);
  EXPECT_TRUE(table.Find("env")->indexed);
  const Table unset =
      Merge({prod, R"("properties":{"env":{"type":"constant_keyword"}})"});
  EXPECT_EQ(unset.Find("env")->constants.size(), 1u);
  EXPECT_FALSE(unset.Find("env")->indexed);
  const Table mixed = Merge({prod, R"("properties":{"env":{"type":"keyword"}})"});
  EXPECT_EQ(mixed.Find("env")->kind, FieldKind::kText);
  EXPECT_EQ(mixed.Find("env")->constants.size(), 1u);
  EXPECT_FALSE(mixed.Find("env")->indexed);
}

TEST(MergeMappings, MultiFieldsThatAnIndexLacksAreNull) {
  const std::string with =
      R"("properties":{"t":{"type":"text","fields":{"raw":{"type":"keyword"}}}})";
  const std::string without = R"("properties":{"t":{"type":"text"}})";
  const std::string nothing = R"("properties":{"n":{"type":"long"}})";
  EXPECT_EQ(Hidden(Merge({with, nothing}), "t.raw")->read_from, ValueSource::kSource);
  EXPECT_EQ(Merge({with, nothing}).Find("t")->sub_fields.size(), 1u);
  for (const Table& table : {Merge({with, without}), Merge({without, with})}) {
    EXPECT_EQ(Hidden(table, "t.raw")->read_from, ValueSource::kDocValues);
    EXPECT_EQ(PlaceOf(*Hidden(table, "t.raw")), "t.raw");
    EXPECT_TRUE(table.Find("t")->sub_fields.empty());
  }
}

TEST(MergeMappings, AnAliasThatIsAFieldElsewhereIsReadByItsName) {
  const std::string alias = R"("properties":{"at":{"type":"date"},
      "ts":{"type":"alias","path":"at"}})";
  const std::string field = R"("properties":{"ts":{"type":"date"}})";
  for (const Table& table : {Merge({alias, field}), Merge({field, alias})}) {
    ASSERT_NE(table.Find("ts"), nullptr);
    EXPECT_EQ(table.Find("ts")->path, "ts");
    EXPECT_EQ(table.Find("ts")->read_from, ValueSource::kDocValues);
    EXPECT_FALSE(table.Find("ts")->indexed);
    EXPECT_TRUE(table.hidden.empty());
  }
  const Table only = Merge({alias, R"("properties":{"at":{"type":"date"}})"});
  EXPECT_EQ(Hidden(only, "ts")->path, "ts");
  EXPECT_EQ(Hidden(only, "ts")->read_from, ValueSource::kDocValues);
}

TEST(MergeMappings, AMemberThatOneSourceLeavesOutIsAColumnOfItsOwn) {
  const std::string kept =
      R"("properties":{"o":{"properties":{"x":{"type":"long"},"y":{"type":"long"}}}})";
  const Table table = Merge({kept, R"("_source":{"excludes":["o.x"]},)" + kept});
  EXPECT_EQ(table.Find("o")->type->ToString(), "struct<y: int64>");
  EXPECT_EQ(Hidden(table, "o.x")->read_from, ValueSource::kDocValues);
  const Table flat = Merge({kept, R"("_source":{"enabled":false},)" + kept});
  EXPECT_EQ(flat.fields.size(), 2u);
  EXPECT_EQ(flat.Find("o.x")->read_from, ValueSource::kDocValues);
  EXPECT_EQ(flat.Find("o.y")->read_from, ValueSource::kDocValues);
}

TEST(MergeMappings, NamesApartWhatDiffersByCaseOnly) {
  const Table table = Merge(
      {R"("properties":{"userId":{"type":"long"},"o":{"properties":{"a":{"type":"long"}}}})",
       R"("properties":{"userid":{"type":"keyword"},"o":{"properties":{"A":{"type":"long"}}}})"});
  ASSERT_EQ(table.fields.size(), 3u);
  EXPECT_EQ(table.fields[0].name, "userId__10");
  EXPECT_EQ(table.fields[0].path, "userId");
  EXPECT_EQ(table.fields[2].name, "userid__0");
  EXPECT_EQ(table.fields[1].type->ToString(), "struct<a__0: int64, A__1: int64>");
}

TEST(MergeMappings, WidensAndNeverPushesWhatItWidened) {
  struct Row {
    const char* left;
    const char* right;
    FieldKind kind;
  };
  const Row rows[] = {
      {"byte", "long", FieldKind::kLong},
      {"integer", "short", FieldKind::kInteger},
      {"long", "float", FieldKind::kDouble},
      {"byte", "half_float", FieldKind::kDouble},
      {"half_float", "float", FieldKind::kFloat},
      {"float", "double", FieldKind::kDouble},
      {"scaled_float", "float", FieldKind::kDouble},
      {"unsigned_long", "double", FieldKind::kDouble},
      {"keyword", "text", FieldKind::kText},
      {"ip", "keyword", FieldKind::kText},
      {"wildcard", "keyword", FieldKind::kText},
      {"date", "date_nanos", FieldKind::kDateNanos},
  };
  for (const Row& row : rows) {
    for (const bool swapped : {false, true}) {
      const Table table =
          MergeField({fmt::format(R"({{"type":"{}"}})", swapped ? row.right : row.left),
                      fmt::format(R"({{"type":"{}"}})", swapped ? row.left : row.right)});
      const Field& field = table.fields.front();
      EXPECT_EQ(field.kind, row.kind) << row.left << " " << row.right;
      EXPECT_FALSE(field.indexed);
      EXPECT_FALSE(field.doc_values);
    }
  }
}

TEST(MergeMappings, MakesJsonTextOfWhatNothingHolds) {
  const Table table = MergeField({R"({"type":"long"})", R"({"type":"keyword"})"});
  const Field& field = table.fields.front();
  EXPECT_EQ(field.kind, FieldKind::kJsonText);
  EXPECT_EQ(field.es_type, "conflict: long in a, keyword in b");
  EXPECT_EQ(field.type->ToString(), "string");
  EXPECT_FALSE(field.indexed);

  const std::pair<const char*, const char*> others[] = {
      {R"({"type":"long"})", R"({"type":"unsigned_long"})"},
      {R"({"type":"boolean"})", R"({"type":"long"})"},
      {R"({"properties":{"y":{"type":"long"}}})", R"({"type":"keyword"})"},
      {R"({"properties":{"y":{"type":"long"}}})",
       R"({"type":"nested","properties":{"y":{"type":"long"}}})"},
      {R"({"type":"geo_point"})", R"({"type":"geo_shape"})"},
      {R"({"type":"date","format":"dd/MM/yyyy"})",
       R"({"type":"date","format":"MM/dd/yyyy"})"},
      {R"({"type":"date","format":"epoch_second"})", R"({"type":"date"})"},
  };
  for (const auto& [left, right] : others) {
    const Table conflict = MergeField({left, right});
    EXPECT_EQ(conflict.fields.front().kind, FieldKind::kJsonText) << left << right;
    EXPECT_TRUE(conflict.fields.front().es_type.starts_with("conflict: ")) << left;
  }
}

TEST(MergeMappings, KeepsAConflictWhateverFollows) {
  const Table table = MergeField(
      {R"({"type":"long"})", R"({"type":"keyword"})", R"({"type":"integer"})"});
  EXPECT_EQ(table.fields.front().es_type, "conflict: long in a, keyword in b");
}

TEST(MergeMappings, KeepsTheDescriptionOfTheFirstWidening) {
  const Table table = MergeField({R"({"type":"keyword"})", R"({"type":"text"})",
                                  R"({"type":"keyword","index":false})"});
  EXPECT_EQ(table.fields.front().es_type, "keyword in a, text in b");
}

TEST(MergeMappings, MergesFactsToTheWeakerOne) {
  const Table table = MergeField(
      {R"({"type":"keyword","ignore_above":100})",
       R"({"type":"keyword","normalizer":"n","ignore_above":50,"doc_values":false})",
       R"({"type":"keyword","ignore_malformed":true})"});
  const Field& field = table.fields.front();
  EXPECT_EQ(field.kind, FieldKind::kKeyword);
  EXPECT_EQ(field.ignore_above, 50);
  EXPECT_TRUE(field.has_normalizer);
  EXPECT_TRUE(field.ignore_malformed);
  EXPECT_TRUE(field.indexed);
  EXPECT_FALSE(field.doc_values);
}

TEST(MergeMappings, DoesNotPushWhenNullValuesDiffer) {
  const Table table =
      MergeField({R"({"type":"long","null_value":1})", R"({"type":"long"})"});
  EXPECT_EQ(table.fields.front().kind, FieldKind::kLong);
  EXPECT_FALSE(table.fields.front().indexed);
}

TEST(MergeMappings, DoesNotPushAFieldThatAnIndexMayHoldUnmapped) {
  const std::string with = R"("properties":{"x":{"type":"long"},"y":{"type":"long"}})";
  const std::string without = R"("dynamic":"false","properties":{"y":{"type":"long"}})";
  for (const Table& table : {Merge({with, without}), Merge({without, with})}) {
    EXPECT_FALSE(table.Find("x")->indexed);
    EXPECT_TRUE(table.Find("y")->indexed);
  }
}

TEST(MergeMappings, TakesAnEmptyObjectForAnObject) {
  const Table table =
      MergeField({R"({"type":"object"})", R"({"properties":{"y":{"type":"long"}}})"});
  EXPECT_EQ(table.Find("x")->kind, FieldKind::kObject);
  EXPECT_EQ(table.Find("x.y")->kind, FieldKind::kLong);
}

TEST(MergeDateFormats, JoinsOnlyWhatReadsTheSameInBoth) {
  struct Row {
    const char* left;
    const char* right;
    const char* merged;  // null: nothing
  };
  const Row rows[] = {
      {"dd/MM/yyyy", "dd/MM/yyyy", "dd/MM/yyyy"},
      {"strict_date_optional_time||epoch_millis",
       "strict_date_optional_time_nanos||epoch_millis",
       "strict_date_optional_time||strict_date_optional_time_nanos||epoch_millis"},
      {"yyyy-MM-dd HH:mm:ss", "strict_date_optional_time||epoch_millis",
       "yyyy-MM-dd HH:mm:ss||strict_date_optional_time||epoch_millis"},
      {"strict_date_optional_time||epoch_second",
       "strict_date_optional_time||epoch_millis", nullptr},
      {"epoch_millis", "strict_date_optional_time", nullptr},
      {"epoch_millis||strict_date_optional_time",
       "strict_date_optional_time||epoch_millis", nullptr},
      {"yyyyMMdd", "strict_date_optional_time||epoch_millis", nullptr},
      {"yyyy-dd-MM", "yyyy-MM-dd", nullptr},
  };
  for (const Row& row : rows) {
    const auto merged = MergeDateFormats(row.left, row.right);
    EXPECT_EQ(merged, row.merged == nullptr ? std::nullopt
                                            : std::optional<std::string>(row.merged))
        << row.left << " " << row.right;
  }
}

}  // namespace
}  // namespace recurve::catalog
