// SPDX-License-Identifier: Apache-2.0
#include "planning_cluster.h"

#include <fstream>
#include <iterator>
#include <map>
#include <memory>
#include <utility>

#include "arrow/api.h"
#include "core/error_detail.h"
#include "engine/database.h"
#include "fmt/format.h"

namespace recurve {

namespace fs = std::filesystem;

std::string ReadFile(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

namespace {

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

}  // namespace

namespace {

/// One for all cases of a version: opening DuckDB costs more than planning. Never closed:
/// at the end of the program DuckDB's own globals may be gone before.
arrow::Result<std::shared_ptr<engine::Database>> DatabaseOver(
    const std::string& version) {
  static auto& databases =
      *new std::map<std::string, std::shared_ptr<engine::Database>>();
  std::shared_ptr<engine::Database>& database = databases[version];
  if (database) return database;
  auto transport = std::make_shared<PlanningCluster>(
      version, ReadFile(fs::path(RECURVE_GOLDEN) / "mapping.json"));
  auto catalog = catalog::ClusterCatalog::Make(transport);
  engine::DatabaseOptions options;
  options.temp_directory = fs::temp_directory_path() / "recurve-golden";
  options.clusters = {{"es", catalog, scan::Scanner::Make(transport, catalog)}};
  ARROW_ASSIGN_OR_RAISE(database, engine::Database::Make(options));
  return database;
}

}  // namespace

std::string Explain(const std::string& sql, const std::string& version,
                    const std::string& road) {
  const auto database = DatabaseOver(version);
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

}  // namespace recurve
