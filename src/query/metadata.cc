// SPDX-License-Identifier: Apache-2.0
#include "query/metadata.h"

#include <utility>

#include "core/error_detail.h"
#include "fmt/format.h"

namespace recurve::query {

namespace {

class ClusterMetadata : public Metadata {
 public:
  ClusterMetadata(std::vector<engine::Cluster> clusters,
                  std::shared_ptr<StatementRunner> runner)
      : clusters_(std::move(clusters)), runner_(std::move(runner)) {}

  std::vector<std::string> Catalogs() const override {
    std::vector<std::string> names;
    for (const engine::Cluster& cluster : clusters_) names.push_back(cluster.name);
    return names;
  }

  arrow::Result<std::vector<catalog::TableName>> Tables(
      std::string_view catalog, const core::CancelToken& cancel) override {
    for (const engine::Cluster& cluster : clusters_) {
      if (cluster.name == catalog) return cluster.catalog->ListTables(cancel);
    }
    return core::MakeError(core::ErrorKind::kNotFound,
                           fmt::format("no such catalog: {}", catalog));
  }

  arrow::Result<std::shared_ptr<arrow::Schema>> TableSchema(
      std::string_view catalog, std::string_view table,
      const core::CancelToken& cancel) override {
    const std::string sql =
        fmt::format("SELECT * FROM {}.main.{}", QuotedName(catalog), QuotedName(table));
    ARROW_ASSIGN_OR_RAISE(engine::Description description,
                          runner_->Describe(sql, engine::Session{}, cancel));
    return std::move(description.schema);
  }

 private:
  const std::vector<engine::Cluster> clusters_;
  const std::shared_ptr<StatementRunner> runner_;
};

}  // namespace

std::shared_ptr<Metadata> Metadata::Make(std::vector<engine::Cluster> clusters,
                                         std::shared_ptr<StatementRunner> runner) {
  return std::make_shared<ClusterMetadata>(std::move(clusters), std::move(runner));
}

std::string QuotedName(std::string_view name) {
  std::string text = "\"";
  for (const char c : name) {
    if (c == '"') text += '"';
    text += c;
  }
  text += '"';
  return text;
}

}  // namespace recurve::query
