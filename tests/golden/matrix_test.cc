// SPDX-License-Identifier: Apache-2.0
// The matrix of operators and types: one row of tests/golden/matrix.txt per condition,
// and docs/pushdown.md, which is written from the same rows. RECURVE_UPDATE_GOLDEN=1
// rewrites the expected halves of both.

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "fmt/format.h"
#include "gtest/gtest.h"
#include "planning_cluster.h"

namespace recurve {
namespace {

namespace fs = std::filesystem;

/// One condition. In the file: "type | operator | condition", below it the verdict with
/// its reason and the query, if there is one.
struct Row {
  std::string type;
  std::string op;
  std::string condition;
  std::string verdict;
  std::string reason;
  std::string query;
};

const fs::path kRows = fs::path(RECURVE_GOLDEN) / "matrix.txt";
const fs::path kPage = fs::path(RECURVE_DOCS) / "pushdown.md";

/// The condition is the last part: it may have a bar in it.
std::vector<Row> ReadRows() {
  std::istringstream in(ReadFile(kRows));
  std::vector<Row> rows;
  for (std::string line; std::getline(in, line);) {
    if (line.empty() || line.front() == '#' || line.front() == ' ') continue;
    const size_t first = line.find(" | ");
    const size_t second = line.find(" | ", first + 3);
    if (first == std::string::npos || second == std::string::npos) {
      ADD_FAILURE() << "not a row: " << line;
      continue;
    }
    Row row;
    row.type = line.substr(0, first);
    row.op = line.substr(first + 3, second - first - 3);
    row.condition = line.substr(second + 3);
    rows.push_back(std::move(row));
  }
  return rows;
}

std::string Between(const std::string& text, const std::string& head,
                    const std::string& tail) {
  const size_t at = text.find(head);
  if (at == std::string::npos) return {};
  const size_t begin = at + head.size();
  const size_t end = text.find(tail, begin);
  return text.substr(begin, end == std::string::npos ? end : end - begin);
}

void Plan(Row& row) {
  const std::string text = Explain("SELECT id FROM t WHERE " + row.condition, "8.19.21");
  if (text.starts_with("error: ")) {
    row.verdict = "error";
    row.reason = text.substr(7);
    return;
  }
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) {
    const size_t arrow = line.rfind(" -> ");
    if (!line.starts_with("pushdown: ") || arrow == std::string::npos) continue;
    const std::string verdict = line.substr(arrow + 4);
    const size_t colon = verdict.find(": ");
    if (!row.verdict.empty()) row.verdict += ", ";
    row.verdict += verdict.substr(0, colon);
    // That one value per document is proved goes for every row.
    if (colon != std::string::npos && !verdict.starts_with("exact")) {
      row.reason = verdict.substr(colon + 2);
    }
  }
  row.query = Between(text, R"("query":{"bool":{"filter":[)", R"(]}},"sort")");
}

std::string WriteRows(const std::string& old_text, const std::vector<Row>& rows) {
  std::string text;
  std::istringstream in(old_text);
  size_t next = 0;
  for (std::string line; std::getline(in, line);) {
    if (!line.empty() && line.front() == ' ') continue;
    text += line + "\n";
    if (line.empty() || line.front() == '#' || next == rows.size()) continue;
    const Row& row = rows[next++];
    text += "  " + row.verdict + (row.reason.empty() ? "" : ": " + row.reason) + "\n";
    if (!row.query.empty()) text += "  " + row.query + "\n";
  }
  return text;
}

std::string Cell(std::string text) {
  for (size_t at = 0; (at = text.find('|', at)) != std::string::npos; at += 2) {
    text.insert(at, "\\");
  }
  return text;
}

std::vector<std::string> InOrder(const std::vector<Row>& rows, std::string Row::* part) {
  std::vector<std::string> values;
  for (const Row& row : rows) {
    if (std::ranges::find(values, row.*part) == values.end()) values.push_back(row.*part);
  }
  return values;
}

/// The verdict of an operator on a type; both if its conditions differ.
std::string VerdictOf(const std::vector<Row>& rows, const std::string& op,
                      const std::string& type) {
  std::vector<std::string> verdicts;
  for (const Row& row : rows) {
    if (row.op != op || row.type != type) continue;
    if (std::ranges::find(verdicts, row.verdict) == verdicts.end()) {
      verdicts.push_back(row.verdict);
    }
  }
  std::string text;
  for (const std::string& verdict : verdicts) {
    text += (text.empty() ? "" : " / ") + verdict;
  }
  return text;
}

std::string WritePage(const std::vector<Row>& rows) {
  std::string page = R"(# Pushdown

What becomes of a condition, by operator and type. Written by `tests/golden/matrix_test.cc` from `tests/golden/matrix.txt`: each row is
planned by the test, so this page is what the code does. `EXPLAIN` says the same of any statement.

- **exact**: the cluster answers the condition, and DuckDB does not look at it again. It rests on a proof that each scan makes on its own
  snapshot: the field has at most one value per document, and no value was too long to be indexed. Where the proof fails, the
  statement runs again with nothing pushed (ADR 3).
- **superset**: the cluster leaves out what surely does not match; the condition stays above and decides. Proved in the same way.
- **none**: the condition stays above; the reason is given.

Groups and aggregates are exact or are computed here (ADR 11). Where their proof fails, the statement runs again with its conditions
pushed, and only where a condition's fails with nothing pushed.

Rows are the same either way; `SET recurve_pushdown = false` runs a statement without any of it.

A cluster with `search.allow_expensive_queries: false` refuses prefixes, patterns and ranges of text: such a statement runs again with
nothing pushed. What is not indexed (`index: false`, `doc_values: false`), has a `null_value`, a normalizer or `ignore_malformed`, or
is inside `nested`, is not pushed whatever its type; conditions on one unnested child of a `nested` column are (ADR 13).

Full text (`es_match`, `es_query`, `es_dsl`) is not below: the cluster decides it, without a proof, whatever a session pushes, and a statement in which it
cannot go down is refused ([functions.md](functions.md), ADR 12).

## Matrix

)";
  const auto types = InOrder(rows, &Row::type);
  page += "| |";
  for (const std::string& type : types) page += " " + Cell(type) + " |";
  page += "\n|---|";
  for (size_t i = 0; i < types.size(); ++i) page += "---|";
  page += "\n";
  for (const std::string& op : InOrder(rows, &Row::op)) {
    page += "| `" + Cell(op) + "` |";
    for (const std::string& type : types) {
      const std::string verdict = VerdictOf(rows, op, type);
      page += verdict.empty() ? " |" : " " + verdict + " |";
    }
    page += "\n";
  }
  for (const std::string& type : types) {
    page += fmt::format("\n## {}\n\n| condition | verdict | query, or why not |\n", type);
    page += "|---|---|---|\n";
    for (const Row& row : rows) {
      if (row.type != type) continue;
      std::string last = row.query.empty() ? "" : "`" + Cell(row.query) + "`";
      if (!row.reason.empty()) last += (last.empty() ? "" : "; ") + Cell(row.reason);
      page += fmt::format("| `{}` | {} | {} |\n", Cell(row.condition), row.verdict, last);
    }
  }
  return page;
}

TEST(Matrix, PlansAsWrittenAndThePageIsNotStale) {
  std::vector<Row> rows = ReadRows();
  ASSERT_FALSE(rows.empty());
  for (Row& row : rows) Plan(row);
  const std::string old_text = ReadFile(kRows);
  const std::string text = WriteRows(old_text, rows);
  const std::string page = WritePage(rows);
  if (std::getenv("RECURVE_UPDATE_GOLDEN") != nullptr) {
    std::ofstream(kRows, std::ios::binary) << text;
    std::ofstream(kPage, std::ios::binary) << page;
    return;
  }
  EXPECT_EQ(old_text, text);
  EXPECT_EQ(ReadFile(kPage), page) << "docs/pushdown.md is stale: make golden";
}

}  // namespace
}  // namespace recurve
