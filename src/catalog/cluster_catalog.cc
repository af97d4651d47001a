// SPDX-License-Identifier: Apache-2.0
#include "catalog/cluster_catalog.h"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <unordered_map>
#include <utility>

#include "catalog/fresh_internal.h"
#include "catalog/index_reader_internal.h"
#include "catalog/json_reading_internal.h"
#include "catalog/root_reader_internal.h"
#include "catalog/table_loader_internal.h"
#include "catalog/table_name_internal.h"
#include "core/error_detail.h"
#include "fmt/format.h"
#include "fmt/ranges.h"

namespace recurve::catalog {

namespace {

using core::ErrorKind;
using std::chrono::steady_clock;

// Clients may ask for any number of patterns; beyond this many, the cache starts again.
constexpr size_t kMaxTables = 1024;

// A right that is missing is not asked for with every statement.
constexpr std::chrono::seconds kRefusalMemory{60};

class HttpClusterCatalog : public ClusterCatalog {
 public:
  HttpClusterCatalog(std::shared_ptr<transport::HttpTransport> transport,
                     CatalogOptions options)
      : transport_(std::move(transport)), options_(std::move(options)) {}

  arrow::Result<Capabilities> GetCapabilities(const core::CancelToken& cancel) override {
    // Always the same state: asked once.
    return capabilities_.Get(StateId{}, options_.max_age, cancel,
                             [&](const Capabilities*) -> arrow::Result<Capabilities> {
                               ARROW_ASSIGN_OR_RAISE(auto body, Get("/", cancel));
                               return ReadRoot(body);
                             });
  }

  arrow::Result<std::vector<TableName>> ListTables(
      const core::CancelToken& cancel) override {
    ARROW_ASSIGN_OR_RAISE(const Capabilities can, GetCapabilities(cancel));
    ARROW_ASSIGN_OR_RAISE(const auto state, AskState(cancel));
    return names_.Get(
        state, options_.max_age, cancel, [&](const Names*) -> arrow::Result<Names> {
          if (can.resolve_index) {
            ARROW_ASSIGN_OR_RAISE(auto body, Get("/_resolve/index/*", cancel));
            return ReadResolvedNames(body);
          }
          ARROW_ASSIGN_OR_RAISE(auto body, Get("/_alias?expand_wildcards=open", cancel));
          return ReadAliasNames(body);
        });
  }

  arrow::Result<TablePtr> GetTable(std::string_view name,
                                   const core::CancelToken& cancel) override {
    auto table = TryGetTable(std::string(name), cancel);
    if (table.ok()) return table;
    const auto* detail = core::FindDetail(table.status());
    if (detail == nullptr || detail->kind != ErrorKind::kNotFound) return table;
    return WithNearNames(*detail, std::string(table.status().message()), name, cancel);
  }

 private:
  using Names = std::vector<TableName>;

  arrow::Result<core::PaddedBytes> Get(std::string target,
                                       const core::CancelToken& cancel) {
    transport::HttpRequest request;
    request.target = std::move(target);
    ARROW_ASSIGN_OR_RAISE(auto response, transport_->Send(request, cancel));
    return std::move(response.body);
  }

  /// The version of the cluster's state, nothing where it may not be read.
  arrow::Result<std::optional<StateId>> AskState(const core::CancelToken& cancel) {
    if (steady_clock::now() < refused_until_.load()) return std::nullopt;
    auto body = Get("/_cluster/state/version", cancel);
    if (!body.ok()) {
      if (core::KindOf(body.status()) != ErrorKind::kUnauthorized) return body.status();
      refused_until_ = steady_clock::now() + kRefusalMemory;
      return std::nullopt;
    }
    simdjson::dom::parser parser;
    ARROW_ASSIGN_OR_RAISE(const auto root, ParseObject(parser, *body, "state version"));
    const auto version = IntegerAt(root, "version");
    const std::string_view uuid = TextAt(root, "state_uuid");
    if (!version || uuid.empty()) return NotPromised("state version", "no version");
    return StateId{*version, std::string(uuid)};
  }

  arrow::Result<TablePtr> TryGetTable(const std::string& name,
                                      const core::CancelToken& cancel) {
    ARROW_ASSIGN_OR_RAISE(const std::string encoded_name, EncodeTableName(name));
    ARROW_ASSIGN_OR_RAISE(const Capabilities can, GetCapabilities(cancel));
    // Before the fetch: what is fetched is at least as new as the state it is kept under.
    ARROW_ASSIGN_OR_RAISE(auto state, AskState(cancel));
    const bool moves_with_time = HasDateMath(name);
    if (moves_with_time) state.reset();
    const auto max_age =
        moves_with_time ? std::chrono::milliseconds(0) : options_.max_age;
    ARROW_ASSIGN_OR_RAISE(
        const LoadedTable loaded,
        SlotOf(name)->Get(state, max_age, cancel, [&](const LoadedTable* previous) {
          return LoadTable(*transport_, can, options_, name, encoded_name, previous,
                           cancel);
        }));
    return loaded.table;
  }

  std::shared_ptr<Fresh<LoadedTable>> SlotOf(const std::string& name) {
    const std::lock_guard lock(mutex_);
    const auto found = tables_.find(name);
    if (found != tables_.end()) return found->second;
    if (tables_.size() >= kMaxTables) tables_.clear();
    return tables_.emplace(name, std::make_shared<Fresh<LoadedTable>>()).first->second;
  }

  arrow::Status WithNearNames(const core::ErrorDetail& detail, std::string message,
                              std::string_view name, const core::CancelToken& cancel) {
    const auto known = ListTables(cancel);
    if (known.ok()) {
      const auto near = NearNames(detail.index.empty() ? name : detail.index, *known);
      if (!near.empty())
        message += fmt::format("; near names: {}", fmt::join(near, ", "));
    }
    return core::MakeError(detail, std::move(message));
  }

  const std::shared_ptr<transport::HttpTransport> transport_;
  const CatalogOptions options_;
  Fresh<Capabilities> capabilities_;
  Fresh<Names> names_;
  std::atomic<steady_clock::time_point> refused_until_{steady_clock::time_point::min()};
  std::mutex mutex_;
  // Guarded by mutex_; a slot outlives its place here while somebody uses it.
  std::unordered_map<std::string, std::shared_ptr<Fresh<LoadedTable>>> tables_;
};

}  // namespace

std::shared_ptr<ClusterCatalog> ClusterCatalog::Make(
    std::shared_ptr<transport::HttpTransport> transport, CatalogOptions options) {
  return std::make_shared<HttpClusterCatalog>(std::move(transport), std::move(options));
}

}  // namespace recurve::catalog
