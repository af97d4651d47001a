// SPDX-License-Identifier: Apache-2.0
// Golden plan cases: for a statement over tests/golden/mapping.json, what is pushed with
// which verdict, the request text and the residual. One case file per behaviour, its name
// ends in the verdict. RECURVE_UPDATE_GOLDEN=1 rewrites the expected halves (`make
// golden`).

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "arrow/api.h"
#include "core/error_detail.h"
#include "engine/database.h"
#include "fmt/format.h"
#include "gtest/gtest.h"

namespace recurve {
namespace {

namespace fs = std::filesystem;

std::string ReadFile(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// Answers what planning asks a cluster, for one index "t" of two shards; nothing else.
class PlanningCluster : public transport::HttpTransport {
 public:
  PlanningCluster(std::string version, std::string mapping)
      : version_(std::move(version)), mapping_(std::move(mapping)) {}

  arrow::Result<transport::HttpResponse> Send(const transport::HttpRequest& request,
                                              const core::CancelToken&) override {
    const auto asks = [&](const char* what) {
      return request.target.find(what) != std::string::npos;
    };
    std::string body;
    if (request.target == "/") {
      body = fmt::format(
          R"({{"cluster_name":"c","version":{{"number":"{}"}},"tagline":"You Know, for Search"}})",
          version_);
    } else if (asks("/_cluster/state/version")) {
      body = R"({"cluster_name":"c","cluster_uuid":"u","version":1,"state_uuid":"s"})";
    } else if (asks("/_mapping")) {
      body = mapping_;
      if (version_.starts_with("6.")) {  // the fields stand below a mapping type
        const std::string head = "\"mappings\": ";
        body.replace(body.find(head), head.size(), "\"mappings\": {\"_doc\": ");
        body.insert(body.rfind('}'), "}");
      }
    } else if (asks("/_search_shards")) {
      body = R"({"nodes":{},"indices":{"t":{}},"shards":[[{"index":"t","shard":0}],)"
             R"([{"index":"t","shard":1}]]})";
    } else if (asks("/_settings")) {
      body = R"({"t":{"settings":{"index.version.created":"8536000"}}})";
    } else {
      return core::MakeError(core::ErrorKind::kInternal,
                             "planning must not ask for " + request.target);
    }
    transport::HttpResponse response;
    response.status = 200;
    response.body = core::PaddedBytes(body);
    return response;
  }

 private:
  const std::string version_;
  const std::string mapping_;
};

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

std::string Explain(const std::string& sql, const std::string& version,
                    const std::string& road) {
  auto transport = std::make_shared<PlanningCluster>(
      version, ReadFile(fs::path(RECURVE_GOLDEN) / "mapping.json"));
  auto catalog = catalog::ClusterCatalog::Make(transport);
  engine::DatabaseOptions options;
  options.temp_directory = fs::temp_directory_path() / "recurve-golden";
  options.clusters = {{"es", catalog, scan::Scanner::Make(transport, catalog)}};
  const auto database = engine::Database::Make(options);
  if (!database.ok()) return database.status().ToString();
  engine::Session session;
  session.road = plan::RoadOf(road).value_or(plan::Road::kSource);
  const auto reader = (*database)->Run("EXPLAIN " + sql, nullptr, session, {});
  if (!reader.ok()) return "error: " + reader.status().message();
  std::string text;
  std::shared_ptr<arrow::RecordBatch> batch;
  for (;;) {
    const arrow::Status status = (*reader)->ReadNext(&batch);
    if (!status.ok()) return "error: " + status.message();
    if (!batch) return text;
    const auto& keys = static_cast<const arrow::StringArray&>(*batch->column(0));
    const auto& values = static_cast<const arrow::StringArray&>(*batch->column(1));
    for (int64_t i = 0; i < batch->num_rows(); ++i) {
      if (!text.empty()) text += '\n';
      text += keys.GetString(i) + ": " + values.GetString(i);
      while (text.back() == '\n') text.pop_back();
    }
  }
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
