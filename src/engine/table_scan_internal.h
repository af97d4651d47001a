// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/cluster_catalog_internal.h"
#include "engine/database.h"
#include "engine/duckdb_internal.h"
#include "plan/pushdown.h"
#include "plan/scan_request.h"

namespace recurve::engine {

/// What the plan of one scan has become so far: which table, what was decided about each
/// condition, and how many rows are wanted.
class ScanBindData : public duckdb::TableFunctionData {
 public:
  ScanBindData(ClusterTable& entry_in, std::shared_ptr<const Cluster> cluster_in,
               catalog::TablePtr table_in)
      : entry(entry_in), cluster(std::move(cluster_in)), table(std::move(table_in)) {}

  duckdb::unique_ptr<duckdb::FunctionData> Copy() const override {
    return duckdb::make_uniq<ScanBindData>(*this);
  }

  /// The request for these columns with everything that was pushed.
  plan::ScanRequest Request(std::vector<plan::Column> columns) const;

  ClusterTable& entry;  ///< kept alive by the StatementContext
  std::shared_ptr<const Cluster> cluster;
  catalog::TablePtr table;
  /// The verdict about every condition that DuckDB offered, in that order.
  std::vector<plan::Pushed> verdicts;
  std::optional<int64_t> limit;
  std::vector<plan::SortKey> order;  ///< which rows the limit picks
  plan::Road road = plan::Road::kAuto;
};

/// What the verdicts on other conditions than `text` leave of a query's clauses.
int64_t ClausesLeft(const std::vector<plan::Pushed>& verdicts, const std::string& text);

/// The bind data of a replaced `count(*)`: the scan whose rows are counted.
class CountBindData : public duckdb::TableFunctionData {
 public:
  explicit CountBindData(ScanBindData scan_in) : scan(std::move(scan_in)) {}
  duckdb::unique_ptr<duckdb::FunctionData> Copy() const override {
    return duckdb::make_uniq<CountBindData>(*this);
  }
  ScanBindData scan;
};

/// Where a column of a DuckDB scan comes from.
struct ScanColumn {
  std::optional<plan::Column> column;  ///< nothing: only the number of rows matters
  duckdb::LogicalType type;            ///< what DuckDB expects to see
};

/// Columns in the order of DuckDB's column ids.
std::vector<ScanColumn> ScanColumns(const ScanBindData& scan,
                                    const duckdb::vector<duckdb::ColumnIndex>& columns);

/// The table function behind every cluster table; bind data is a ScanBindData.
duckdb::TableFunction TableScanFunction();

/// One row with num_columns equal BIGINT columns: the exact count; bind data is a
/// CountBindData.
duckdb::TableFunction CountScanFunction();

/// Columns beside those of the mapping: "_id", "_index", "_source", "_ignored", "_score",
/// the table's hidden columns, and the one that stands for "no column at all".
duckdb::virtual_column_map_t ScanVirtualColumns(duckdb::ClientContext& context,
                                                const catalog::Table& table);

/// The bind data if an operator scans one of our tables, else null.
ScanBindData* FindScan(duckdb::LogicalOperator& op);

}  // namespace recurve::engine
