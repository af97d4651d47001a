// SPDX-License-Identifier: Apache-2.0
#include <unistd.h>

#include <atomic>
#include <filesystem>
#include <string>
#include <system_error>
#include <utility>

#include "core/error_detail.h"
#include "engine/cluster_catalog_internal.h"
#include "engine/duckdb_error_internal.h"
#include "engine/es_scan_internal.h"
#include "engine/full_text_internal.h"
#include "engine/geo_functions_internal.h"
#include "engine/instance_internal.h"
#include "engine/ip_functions_internal.h"
#include "engine/ip_type_internal.h"
#include "engine/plan_rewriter_internal.h"
#include "fmt/format.h"

namespace recurve::engine {

namespace {

/// The C++ interface of DuckDB is not stable: library and headers must be of one version.
constexpr const char* kDuckDBVersion = "v1.5.6";

std::string Quoted(const std::string& text) {
  return "'" + duckdb::StringUtil::Replace(text, "'", "''") + "'";
}

/// In this order: what is set after enable_external_access=false or lock_configuration
/// has no effect or breaks spilling.
std::vector<std::string> LockDown(const DatabaseOptions& options,
                                  const std::string& temp_directory) {
  std::vector<std::string> statements = {
      "SET GLOBAL autoinstall_known_extensions=false",
      "SET GLOBAL autoload_known_extensions=false",
      "SET GLOBAL allow_community_extensions=false",
      "SET GLOBAL allow_unsigned_extensions=false",
      fmt::format("SET GLOBAL memory_limit='{}B'", options.memory_limit_bytes),
      fmt::format("SET GLOBAL threads={}", options.threads),
      "SET GLOBAL TimeZone='UTC'",
      "SET GLOBAL preserve_insertion_order=false",
      "SET GLOBAL errors_as_json=false",
      // A join sends up to so many keys to the other side's scan; its range beyond. A
      // terms query takes 65,536 (index.max_terms_count) and repeats them on every page.
      "SET GLOBAL dynamic_or_filter_threshold=10000",
      // Rewrites a regular expression into a range over the column's prefix, which hides
      // from the pushdown what the user asked for.
      "SET GLOBAL disabled_optimizers='regex_range'",
  };
  if (!temp_directory.empty()) {
    statements.push_back("SET GLOBAL temp_directory=" + Quoted(temp_directory));
    statements.push_back(
        fmt::format("SET GLOBAL max_temp_directory_size='{}B'", options.max_temp_bytes));
  }
  statements.emplace_back("SET GLOBAL enable_external_access=false");
  statements.emplace_back("SET GLOBAL lock_configuration=true");
  return statements;
}

void AttachCluster(duckdb::ClientContext& context, const std::string& name) {
  duckdb::AttachInfo info;
  info.name = name;
  info.path = name;
  duckdb::unordered_map<duckdb::string, duckdb::Value> words;
  words.emplace("type", duckdb::Value(kStorageType));
  duckdb::AttachOptions attach(words, duckdb::AccessMode::READ_ONLY);
  duckdb::DatabaseManager::Get(context).AttachDatabase(context, info, attach);
}

/// A directory of its own for each instance: DuckDB numbers its spill files from zero,
/// and a replaced instance may still be in use. DuckDB makes and removes it.
arrow::Result<std::string> SpillDirectory(const DatabaseOptions& options) {
  if (options.temp_directory.empty()) return std::string();
  static std::atomic<int> counter = 0;
  std::error_code error;
  std::filesystem::create_directories(options.temp_directory, error);
  if (error) {
    return core::MakeError(core::ErrorKind::kInternal,
                           fmt::format("cannot make the directory to spill into, {}: {}",
                                       options.temp_directory, error.message()));
  }
  return fmt::format("{}/recurve-{}-{}", options.temp_directory, getpid(), ++counter);
}

arrow::Status CheckNames(const std::vector<Cluster>& clusters) {
  for (const Cluster& cluster : clusters) {
    for (const char* taken : {"", "memory", "temp", "system", "main"}) {
      if (duckdb::StringUtil::CIEquals(cluster.name, taken)) {
        return core::MakeError(
            core::ErrorKind::kInvalidSql,
            fmt::format("a cluster cannot have the name \"{}\"", cluster.name));
      }
    }
  }
  return arrow::Status::OK();
}

}  // namespace

arrow::Result<std::shared_ptr<Instance>> Instance::Make(const DatabaseOptions& options) {
  if (std::string(duckdb::DuckDB::LibraryVersion()) != kDuckDBVersion) {
    return core::MakeError(core::ErrorKind::kInternal,
                           fmt::format("the DuckDB library is not {} but {}",
                                       kDuckDBVersion, duckdb::DuckDB::LibraryVersion()));
  }
  ARROW_RETURN_NOT_OK(CheckNames(options.clusters));
  std::vector<std::shared_ptr<const Cluster>> clusters;
  for (const Cluster& cluster : options.clusters) {
    clusters.push_back(std::make_shared<const Cluster>(cluster));
  }
  ARROW_ASSIGN_OR_RAISE(const std::string temp_directory, SpillDirectory(options));
  try {
    std::shared_ptr<Instance> instance(new Instance());
    RegisterStorage(*instance->db_.instance, clusters);
    RegisterRewriter(*instance->db_.instance);
    RegisterIpType(*instance->db_.instance);
    RegisterIpFunctions(*instance->db_.instance);
    RegisterGeoFunctions(*instance->db_.instance);
    RegisterEsScan(*instance->db_.instance);
    RegisterFullText(*instance->db_.instance);
    duckdb::Connection connection(instance->db_);
    connection.context->RunFunctionInTransaction([&] {
      for (const auto& cluster : clusters) {
        AttachCluster(*connection.context, cluster->name);
      }
    });
    for (const std::string& statement : LockDown(options, temp_directory)) {
      auto result = connection.Query(statement);
      if (result->HasError()) {
        return core::Within(statement, FromDuckDB(result->GetErrorObject()));
      }
    }
    return instance;
  } catch (const std::exception& exception) {
    return core::Within("opening DuckDB", FromDuckDB(duckdb::ErrorData(exception)));
  }
}

arrow::Result<std::unique_ptr<InstanceSlot>> InstanceSlot::Make(DatabaseOptions options) {
  std::unique_ptr<InstanceSlot> slot(new InstanceSlot(std::move(options)));
  ARROW_RETURN_NOT_OK(slot->Get().status());
  return slot;
}

arrow::Result<std::shared_ptr<Instance>> InstanceSlot::Get() {
  const std::scoped_lock lock(mutex_);
  if (!instance_ || instance_->IsInvalidated()) {
    ARROW_ASSIGN_OR_RAISE(instance_, Instance::Make(options_));
  }
  return instance_;
}

}  // namespace recurve::engine
