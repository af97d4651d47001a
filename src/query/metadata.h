// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "arrow/result.h"
#include "arrow/type.h"
#include "catalog/cluster_catalog.h"
#include "core/cancel.h"
#include "engine/database.h"
#include "query/statement_runner.h"

namespace recurve::query {

/// What clients see when they browse: catalogs, their tables, and the tables' columns.
///
/// Names cost one listing of the cluster and no mapping; a schema costs one mapping.
/// Errors   those of catalog::ClusterCatalog; kNotFound: no such catalog.
/// Threads  safe to call from any thread.
class Metadata {
 public:
  virtual ~Metadata() = default;

  static std::shared_ptr<Metadata> Make(std::vector<engine::Cluster> clusters,
                                        std::shared_ptr<StatementRunner> runner);

  /// Catalog names; the first is the default.
  virtual std::vector<std::string> Catalogs() const = 0;

  virtual arrow::Result<std::vector<catalog::TableName>> Tables(
      std::string_view catalog, const core::CancelToken& cancel) = 0;

  /// The schema of `SELECT *` from the table.
  virtual arrow::Result<std::shared_ptr<arrow::Schema>> TableSchema(
      std::string_view catalog, std::string_view table,
      const core::CancelToken& cancel) = 0;
};

/// `name` as SQL writes it: in double quotes, those inside doubled.
std::string QuotedName(std::string_view name);

}  // namespace recurve::query
