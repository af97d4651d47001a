// SPDX-License-Identifier: Apache-2.0
// The table of docs/types.md says what the code does.

#include <fstream>
#include <iterator>
#include <map>

#include "arrow/type.h"
#include "catalog/field_types_internal.h"
#include "gtest/gtest.h"

namespace recurve::catalog {
namespace {

struct Row {
  std::string kind;
  std::string arrow_type;
};

std::vector<std::string> Cells(const std::string& line) {
  std::vector<std::string> cells;
  for (size_t at = 1; at < line.size();) {
    size_t end = line.find(" |", at);
    if (end == std::string::npos) break;
    cells.push_back(line.substr(at + 1, end - at - 1));
    at = end + 2;
  }
  return cells;
}

/// Rows of the first table, by the mapping types that they name; of the last row, which
/// stands for all others, what it says is in `others`.
std::map<std::string, Row> ReadTypes(Row* others) {
  std::ifstream in(std::string(RECURVE_FIXTURES) + "/../../docs/types.md");
  std::map<std::string, Row> rows;
  for (std::string line; std::getline(in, line) && !line.starts_with("- ");) {
    if (!line.starts_with("| `") && !line.starts_with("| any other")) continue;
    const auto cells = Cells(line);
    const Row row{cells[1], cells[2]};
    if (line.starts_with("| any other")) *others = row;
    for (size_t open = 0; !line.starts_with("| any other") &&
                          (open = cells[0].find('`', open)) != std::string::npos;) {
      const size_t close = cells[0].find('`', open + 1);
      rows[cells[0].substr(open + 1, close - open - 1)] = row;
      open = close + 1;
    }
  }
  return rows;
}

std::string NameOf(FieldKind kind) {
  static const std::map<FieldKind, std::string> kNames = {
      {FieldKind::kKeyword, "kKeyword"},
      {FieldKind::kConstantKeyword, "kConstantKeyword"},
      {FieldKind::kWildcard, "kWildcard"},
      {FieldKind::kText, "kText"},
      {FieldKind::kByte, "kByte"},
      {FieldKind::kShort, "kShort"},
      {FieldKind::kInteger, "kInteger"},
      {FieldKind::kLong, "kLong"},
      {FieldKind::kUnsignedLong, "kUnsignedLong"},
      {FieldKind::kHalfFloat, "kHalfFloat"},
      {FieldKind::kFloat, "kFloat"},
      {FieldKind::kDouble, "kDouble"},
      {FieldKind::kScaledFloat, "kScaledFloat"},
      {FieldKind::kBoolean, "kBoolean"},
      {FieldKind::kDate, "kDate"},
      {FieldKind::kDateNanos, "kDateNanos"},
      {FieldKind::kIp, "kIp"},
      {FieldKind::kVersion, "kVersion"},
      {FieldKind::kBinary, "kBinary"},
      {FieldKind::kGeoPoint, "kGeoPoint"},
      {FieldKind::kVector, "kVector"},
      {FieldKind::kObject, "kObject"},
      {FieldKind::kNested, "kNested"},
      {FieldKind::kJsonText, "kJsonText"}};
  return kNames.at(kind);
}

// As the document spells Arrow's types.
std::string ArrowName(FieldKind kind) {
  if (kind == FieldKind::kObject) return "struct";
  if (kind == FieldKind::kNested) return "list&lt;item: struct&gt;";
  std::string name = LeafType(kind)->ToString();
  const std::pair<std::string, std::string> spellings[] = {
      {"string", "utf8"}, {"tz=", ""}, {"<", "&lt;"}, {">", "&gt;"}};
  for (const auto& [from, to] : spellings) {
    if (const size_t at = name.find(from); at != std::string::npos) {
      name.replace(at, from.size(), to);
    }
  }
  return name == "float" ? "float32" : name == "double" ? "float64" : name;
}

TEST(FieldTypes, AreDocumentedAsTheyAre) {
  Row others;
  const auto rows = ReadTypes(&others);
  ASSERT_FALSE(rows.empty());
  for (const auto& [es_type, row] : rows) {
    EXPECT_EQ(row.kind, NameOf(KindOfType(es_type))) << es_type;
    EXPECT_EQ(row.arrow_type, ArrowName(KindOfType(es_type))) << es_type;
  }
  for (const auto& [es_type, kind] : KnownTypes()) {
    EXPECT_TRUE(rows.contains(std::string(es_type))) << es_type;
  }
  EXPECT_EQ(others.kind, NameOf(KindOfType("a type of the future")));
  EXPECT_EQ(others.arrow_type, "utf8");
}

}  // namespace
}  // namespace recurve::catalog
