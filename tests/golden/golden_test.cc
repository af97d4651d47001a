// SPDX-License-Identifier: Apache-2.0
// Golden plan cases: for a statement over tests/golden/mapping.json, what is pushed with
// which verdict, the request text and the residual. One case file per behaviour, its name
// ends in the verdict. RECURVE_UPDATE_GOLDEN=1 rewrites the expected halves (`make
// golden`).

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "gtest/gtest.h"
#include "planning_cluster.h"

namespace recurve {
namespace {

namespace fs = std::filesystem;

struct Case {
  std::string name;
  fs::path path;
};

void PrintTo(const Case& c, std::ostream* out) { *out << c.name; }

std::vector<Case> AllCases() {
  std::vector<Case> cases;
  for (const auto& entry : fs::directory_iterator(fs::path(RECURVE_GOLDEN) / "cases")) {
    if (entry.path().extension() != ".case") continue;
    cases.push_back({entry.path().stem().string(), entry.path()});
  }
  std::ranges::sort(cases, {}, &Case::name);
  return cases;
}

/// The text between a "-- name" line and the next one, without surrounding newlines.
std::string Section(const std::string& text, const std::string& name) {
  const std::string head = "-- " + name + "\n";
  const size_t at = text.find(head);
  if (at == std::string::npos) return {};
  size_t end = text.find("\n-- ", at + head.size());
  if (end == std::string::npos) end = text.size();
  std::string body = text.substr(at + head.size(), end - at - head.size());
  while (!body.empty() && body.back() == '\n') body.pop_back();
  return body;
}

class Golden : public testing::TestWithParam<Case> {};

TEST_P(Golden, PlansAsWritten) {
  const std::string text = ReadFile(GetParam().path);
  const std::string sql = Section(text, "sql");
  ASSERT_FALSE(sql.empty());
  const std::string version = Section(text, "elasticsearch");
  const std::string actual =
      Explain(sql, version.empty() ? "8.19.21" : version, Section(text, "road"));
  if (std::getenv("RECURVE_UPDATE_GOLDEN") != nullptr) {
    const size_t at = text.find("-- explain\n");
    std::ofstream(GetParam().path, std::ios::binary)
        << text.substr(0, at) << (at == std::string::npos ? "\n" : "") << "-- explain\n"
        << actual << '\n';
    return;
  }
  EXPECT_EQ(Section(text, "explain"), actual);
}

INSTANTIATE_TEST_SUITE_P(Cases, Golden, testing::ValuesIn(AllCases()),
                         [](const auto& row) { return row.param.name; });

}  // namespace
}  // namespace recurve
