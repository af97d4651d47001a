// SPDX-License-Identifier: Apache-2.0
#include <iostream>

#include "commands.h"
#include "wiring.h"

namespace recurve::app {

namespace {

constexpr size_t kMaxNames = 20;

arrow::Status CheckCluster(const engine::Cluster& cluster) {
  const core::CancelToken never;
  ARROW_ASSIGN_OR_RAISE(const auto capabilities, cluster.catalog->GetCapabilities(never));
  const bool is_elastic = capabilities.product == catalog::Product::kElasticsearch;
  std::cout << cluster.name << ": " << (is_elastic ? "Elasticsearch " : "OpenSearch ")
            << capabilities.version << ", cluster " << capabilities.cluster_name << '\n';
  ARROW_ASSIGN_OR_RAISE(const auto tables, cluster.catalog->ListTables(never));
  std::cout << "  " << tables.size() << " tables\n";
  for (size_t i = 0; i < tables.size() && i < kMaxNames; ++i) {
    std::cout << "  " << tables[i].name << " (" << tables[i].type << ")\n";
  }
  if (tables.size() > kMaxNames) std::cout << "  ...\n";
  return arrow::Status::OK();
}

}  // namespace

arrow::Status Check(const core::Config& config) {
  ARROW_ASSIGN_OR_RAISE(const auto clusters, MakeClusters(config));
  arrow::Status first_error;
  for (const engine::Cluster& cluster : clusters) {
    const arrow::Status status = CheckCluster(cluster);
    if (status.ok()) continue;
    std::cout << cluster.name << ": " << status.message() << '\n';
    if (first_error.ok()) first_error = status;
  }
  return first_error;
}

}  // namespace recurve::app
