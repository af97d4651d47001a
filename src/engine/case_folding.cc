// SPDX-License-Identifier: Apache-2.0
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "engine/case_folding_internal.h"
#include "engine/duckdb_internal.h"

namespace recurve::engine {

namespace {

/// What is mapped to a code point other than by itself, and what is not mapped to itself.
struct CaseTable {
  std::map<char32_t, std::vector<char32_t>> sources;
  std::map<char32_t, char32_t> images;
};

/// Lower and upper case.
using CaseTables = std::pair<CaseTable, CaseTable>;

void Take(CaseTable& table, char32_t source, char32_t image) {
  if (source == image) return;
  table.images.emplace(source, image);
  table.sources[image].push_back(source);
}

// A text is mapped one code point after the other, each to exactly one (the length would
// tell). Letters with a case stand below U+20000 in every version of Unicode.
std::optional<CaseTables> LoadTables() {
  try {
    duckdb::DuckDB database(nullptr);
    duckdb::Connection connection(database);
    const auto result = connection.Query(
        "SELECT i, unicode(lower(chr(i))), unicode(upper(chr(i))), "
        "length(lower(chr(i)) || upper(chr(i))) "
        "FROM (SELECT range::INTEGER AS i FROM range(1, 55296) UNION ALL "
        "SELECT range::INTEGER FROM range(57344, 131072)) "
        "WHERE lower(chr(i)) <> chr(i) OR upper(chr(i)) <> chr(i)");
    if (result->HasError()) return std::nullopt;
    CaseTables tables;
    for (const auto& row : *result) {
      if (row.GetValue<int64_t>(3) != 2) return std::nullopt;
      const auto source = static_cast<char32_t>(row.GetValue<int32_t>(0));
      Take(tables.first, source, static_cast<char32_t>(row.GetValue<int32_t>(1)));
      Take(tables.second, source, static_cast<char32_t>(row.GetValue<int32_t>(2)));
    }
    return tables;
  } catch (const std::exception&) {
    return std::nullopt;
  }
}

const std::optional<CaseTables>& Tables() {
  static const std::optional<CaseTables> tables = LoadTables();
  return tables;
}

}  // namespace

std::optional<char32_t> LowerOf(char32_t c) {
  if (!Tables()) return std::nullopt;
  const auto found = Tables()->first.images.find(c);
  return found == Tables()->first.images.end() ? c : found->second;
}

plan::Preimage CasePreimage(LetterCase letter_case) {
  const std::optional<CaseTables>& tables = Tables();
  if (!tables) return nullptr;
  const CaseTable& table =
      letter_case == LetterCase::kLower ? tables->first : tables->second;
  return [&table](char32_t c) {
    std::vector<plan::CharRange> ranges;
    if (!table.images.contains(c)) ranges.push_back({c, c});
    if (const auto found = table.sources.find(c); found != table.sources.end()) {
      for (const char32_t source : found->second) ranges.push_back({source, source});
    }
    return plan::MakeCharSet(std::move(ranges));
  };
}

}  // namespace recurve::engine
