// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "arrow/result.h"
#include "catalog/capabilities.h"
#include "catalog/table.h"
#include "core/cancel.h"
#include "core/column_shape.h"
#include "transport/http_transport.h"

namespace recurve::catalog {

struct TableName {
  std::string name;
  std::string type;  ///< "index", "alias" or "data stream"
};

struct CatalogOptions {
  /// How long an answer is used without asking the cluster whether its state has changed,
  /// where the state's version may not be read (403).
  std::chrono::milliseconds max_age{1000};
  std::string cluster_name = "es";             ///< in SQL and in the configuration
  std::vector<core::TableShapes> tables = {};  ///< what the configuration declares
  bool lists_by_proof = false;  ///< of tables about which `tables` does not say it
};

/// What one cluster holds: product and version, table names, tables.
///
/// Input    a transport to the cluster; nothing is asked before the first call.
/// Freshness  an answer is reused only while `GET /_cluster/state/version` shows the same
///          state version and UUID (one small exchange a call), so a mapping change or a
///          new index is seen by the next statement. Where that call is refused the
///          answer lives for max_age.
/// Errors   kNotFound: no such index (names it, with near names); kUnavailable;
/// kUnauthorized;
///          kProtocol: not the JSON that the cluster promises; kUnsupported: not
///          Elasticsearch 6-9 or OpenSearch 1-3. A failure is not remembered.
/// Threads  all methods are safe to call from any thread.
class ClusterCatalog {
 public:
  virtual ~ClusterCatalog() = default;

  static std::shared_ptr<ClusterCatalog> Make(
      std::shared_ptr<transport::HttpTransport> transport, CatalogOptions options = {});

  /// Product and version, asked once and kept.
  virtual arrow::Result<Capabilities> GetCapabilities(
      const core::CancelToken& cancel) = 0;

  /// Every index, alias and data stream that is not hidden (a leading dot), sorted by
  /// name.
  virtual arrow::Result<std::vector<TableName>> ListTables(
      const core::CancelToken& cancel) = 0;

  /// The table behind a name: index, alias, data stream, pattern, comma list, date math.
  /// A pattern that matches nothing is kNotFound.
  virtual arrow::Result<TablePtr> GetTable(std::string_view name,
                                           const core::CancelToken& cancel) = 0;
};

}  // namespace recurve::catalog
