// SPDX-License-Identifier: Apache-2.0
#include "wiring.h"

#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <thread>
#include <utility>

#include "catalog/cluster_catalog.h"
#include "core/error_detail.h"
#include "scan/scanner.h"
#include "transport/curl_transport.h"

namespace recurve::app {

namespace {

std::vector<std::string> SplitList(std::string_view text) {
  std::vector<std::string> parts;
  std::stringstream stream{std::string(text)};
  for (std::string part; std::getline(stream, part, ',');) {
    const size_t begin = part.find_first_not_of(' ');
    if (begin == std::string::npos) continue;
    parts.push_back(part.substr(begin, part.find_last_not_of(' ') - begin + 1));
  }
  return parts;
}

transport::Authentication AuthenticationOf(const core::SettingValues& values) {
  const std::string_view method = values.Text("cluster.auth");
  if (method == "basic") {
    return transport::BasicAuthentication{std::string(values.Text("cluster.user")),
                                          std::string(values.Text("cluster.password"))};
  }
  if (method == "apikey") {
    return transport::ApiKeyAuthentication{std::string(values.Text("cluster.api_key"))};
  }
  if (method == "bearer") {
    return transport::BearerAuthentication{
        std::string(values.Text("cluster.bearer_token"))};
  }
  return transport::NoAuthentication{};
}

transport::TransportOptions TransportOptionsOf(const core::SettingValues& cluster,
                                               const core::SettingValues& values) {
  transport::TransportOptions options;
  options.urls = SplitList(cluster.Text("cluster.url"));
  options.authentication = AuthenticationOf(cluster);
  options.tls.ca_file = cluster.Text("cluster.ca_file");
  options.tls.client_certificate_file = cluster.Text("cluster.cert_file");
  options.tls.client_key_file = cluster.Text("cluster.key_file");
  options.tls.verify = cluster.Switch("cluster.verify");
  options.connect_timeout = values.Duration("transport.connect_timeout");
  options.request_timeout = values.Duration("transport.request_timeout");
  options.gzip = values.Switch("transport.gzip");
  options.max_response_bytes =
      static_cast<size_t>(values.Bytes("transport.max_response_bytes"));
  options.user_agent = "recurve/" RECURVE_VERSION;
  return options;
}

scan::ScanOptions ScanOptionsOf(const core::SettingValues& values) {
  scan::ScanOptions options;
  options.max_page_rows = values.Count("scan.max_page_rows");
  options.target_page_bytes = values.Bytes("scan.target_page_bytes");
  options.target_partition_bytes = values.Bytes("scan.target_partition_bytes");
  options.road = plan::RoadOf(values.Text("scan.road")).value_or(plan::Road::kAuto);
  options.target_batch_bytes = values.Bytes("scan.target_batch_bytes");
  options.max_batch_rows = values.Count("scan.max_batch_rows");
  options.max_concurrent_requests =
      static_cast<int>(values.Count("scan.max_concurrent_requests"));
  options.max_cluster_requests =
      static_cast<int>(values.Count("scan.max_cluster_requests"));
  options.max_retries = static_cast<int>(values.Count("scan.max_retries"));
  options.first_backoff = values.Duration("scan.first_backoff");
  options.keep_alive = std::chrono::duration_cast<std::chrono::seconds>(
      values.Duration("scan.keep_alive"));
  return options;
}

arrow::Result<std::string> ReadFile(const core::SettingValues& values,
                                    std::string_view name) {
  const std::string_view path = values.Text(name);
  if (path.empty()) return std::string();
  std::ifstream file{std::string(path), std::ios::binary};
  std::stringstream text;
  if (!(text << file.rdbuf())) {
    return arrow::Status::Invalid(values.SourceOf(name).value_or(std::string(name)),
                                  " cannot be read: ", path);
  }
  return text.str();
}

}  // namespace

arrow::Result<std::unique_ptr<TempDirectory>> TempDirectory::Make(std::string path) {
  const bool is_ours = path.empty();
  std::error_code error;
  if (is_ours) {
    const auto parent = std::filesystem::temp_directory_path(error);
    path = (parent / ("recurve-" + std::to_string(getpid()))).string();
  }
  if (!error) std::filesystem::create_directories(path, error);
  if (!error) {
    return std::unique_ptr<TempDirectory>(new TempDirectory(std::move(path), is_ours));
  }
  return arrow::Status::Invalid("engine.temp_directory cannot be made (", error.message(),
                                "): ", path);
}

TempDirectory::~TempDirectory() {
  std::error_code ignored;  // the process ends; there is nothing better to do
  if (is_ours_) std::filesystem::remove_all(path_, ignored);
}

arrow::Result<std::vector<engine::Cluster>> MakeClusters(const core::Config& config) {
  std::vector<engine::Cluster> clusters;
  for (const core::ClusterConfig& cluster : config.clusters) {
    const auto made =
        transport::CurlTransport::Make(TransportOptionsOf(cluster.values, config.values));
    if (!made.ok()) return core::Within("cluster " + cluster.name, made.status());
    const auto& transport = *made;
    const auto catalog = catalog::ClusterCatalog::Make(
        transport, {.max_age = config.values.Duration("catalog.max_age"),
                    .cluster_name = cluster.name,
                    .tables = cluster.tables,
                    .lists_by_proof = cluster.values.Text("cluster.lists") == "auto"});
    clusters.push_back(
        {cluster.name, catalog,
         scan::Scanner::Make(transport, catalog, ScanOptionsOf(config.values)),
         scan::ListFinder::Make(transport, ScanOptionsOf(config.values))});
  }
  return clusters;
}

arrow::Result<House> MakeHouse(const core::Config& config) {
  const core::SettingValues& values = config.values;
  House house;
  ARROW_ASSIGN_OR_RAISE(house.clusters, MakeClusters(config));
  engine::DatabaseOptions options;
  options.clusters = house.clusters;
  options.memory_limit_bytes = values.Bytes("engine.memory_limit");
  ARROW_ASSIGN_OR_RAISE(
      house.temp, TempDirectory::Make(std::string(values.Text("engine.temp_directory"))));
  options.temp_directory = house.temp->path();
  options.max_temp_bytes = values.Bytes("engine.max_temp");
  options.threads = static_cast<int>(values.Count("engine.threads"));
  if (options.threads == 0) {
    options.threads = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
  }
  ARROW_ASSIGN_OR_RAISE(auto database, engine::Database::Make(std::move(options)));
  query::Limits limits;
  limits.max_running_statements =
      static_cast<int>(values.Count("limits.max_running_statements"));
  limits.statement_timeout = std::chrono::ceil<std::chrono::seconds>(
      values.Duration("limits.statement_timeout"));
  house.runner = query::StatementRunner::Make(std::move(database), limits);
  house.metadata = query::Metadata::Make(house.clusters, house.runner);
  return house;
}

arrow::Result<service::ServiceOptions> MakeServiceOptions(const core::Config& config) {
  const core::SettingValues& values = config.values;
  service::ServiceOptions options;
  const std::string_view listen = values.Text("listen");
  const size_t colon = listen.rfind(':');
  const std::string_view port =
      colon == std::string_view::npos ? std::string_view() : listen.substr(colon + 1);
  const auto [end, error] =
      std::from_chars(port.data(), port.data() + port.size(), options.port);
  if (port.empty() || error != std::errc() || end != port.data() + port.size() ||
      options.port < 0 || options.port > 65535) {
    return arrow::Status::Invalid(values.SourceOf("listen").value_or("listen"),
                                  " must be HOST:PORT, not \"", listen, '"');
  }
  options.host = listen.substr(0, colon);
  if (options.host.empty()) options.host = "0.0.0.0";
  ARROW_ASSIGN_OR_RAISE(options.tls_certificate,
                        ReadFile(values, "server.tls_cert_file"));
  ARROW_ASSIGN_OR_RAISE(options.tls_key, ReadFile(values, "server.tls_key_file"));
  options.user = values.Text("server.user");
  options.password = values.Text("server.password");
  options.token = values.Text("server.token");
  options.session_idle = values.Duration("server.session_idle");
  options.prepared_idle = values.Duration("server.prepared_idle");
  options.max_metadata_bytes = values.Bytes("server.max_metadata_bytes");
  options.version = RECURVE_VERSION;
  return options;
}

}  // namespace recurve::app
