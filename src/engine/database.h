// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "arrow/record_batch.h"
#include "arrow/result.h"
#include "catalog/cluster_catalog.h"
#include "catalog/column_marks.h"
#include "core/cancel.h"
#include "plan/scan_request.h"
#include "scan/list_finder.h"
#include "scan/scanner.h"

namespace recurve::engine {

/// A cluster as SQL sees it: the catalog `name`, with one schema, "main".
struct Cluster {
  std::string name;
  std::shared_ptr<catalog::ClusterCatalog> catalog;
  std::shared_ptr<scan::Scanner> scanner;
  /// Finds lists where tables want it; null: nowhere.
  std::shared_ptr<scan::ListFinder> list_finder = nullptr;
};

struct DatabaseOptions {
  std::vector<Cluster> clusters;  ///< the first one is the default catalog
  int64_t memory_limit_bytes = int64_t{1} << 30;
  std::string temp_directory;  ///< where DuckDB spills; must be writable
  int64_t max_temp_bytes = int64_t{10} << 30;
  int threads = 2;
};

enum class StatementKind {
  kQuery,    ///< SELECT, SHOW, DESCRIBE, SUMMARIZE, VALUES, WITH ...
  kExplain,  ///< EXPLAIN of a query
  kSession,  ///< USE, SET, RESET of an allowed setting: changes the session only
};

/// A table as a statement was described with it.
struct DescribedTable {
  std::string cluster;
  std::string name;  ///< as the statement calls it, shapes included
  catalog::ColumnMarks columns;
  bool operator==(const DescribedTable&) const = default;
};

/// What the statements of one client share; changed by kSession statements.
struct Session {
  std::string catalog;          ///< current catalog, empty: the default
  std::string schema = "main";  ///< current schema
  /// False: nothing is pushed, every row is filtered and cut here.
  bool pushdown = true;
  /// False: groups and aggregates are computed here, conditions are pushed all the same.
  bool push_aggregates = true;
  /// False: every statement runs through DuckDB, plain scans too.
  bool straight_road = true;
  /// How rows leave the cluster.
  plan::Road road = plan::Road::kAuto;
  /// Not shared: from the description of the one statement that is run. A table has the
  /// columns it had then, whatever its mapping has got since, or, where one of them is
  /// gone, those it has now: the caller compares the schemas.
  std::vector<DescribedTable> tables = {};
};

struct Description {
  StatementKind kind = StatementKind::kQuery;
  std::shared_ptr<arrow::Schema> schema;      ///< of the rows
  std::shared_ptr<arrow::Schema> parameters;  ///< one field per `?` or `$n`, in order
  /// The tables it names, but for one that MarksOf has nothing for.
  std::vector<DescribedTable> tables = {};
};

/// DuckDB as SQL front end and residual engine over attached clusters.
///
/// DuckDB parses, binds and optimizes; what the cluster can do exactly goes into
/// plan::ScanRequest; a plan that is only columns and exact pieces over one scan does not
/// run in DuckDB at all (the straight road): the scan's batches are the result.
///
/// Schema   of a description equals that of the run's batches, on either road.
/// Errors   kInvalidSql (with the position), kNotFound, kUnsupported (statements that are
/// not
///          read-only queries; files, network and extensions), kMemory,
///          kPushdownDisproved, and those of scan and catalog, unchanged.
/// Threads  safe to call from any thread; one DuckDB connection per running statement. A
///          reader belongs to one thread at a time; dropping or closing it, or a stop
///          request, ends the statement and its scans.
class Database {
 public:
  virtual ~Database() = default;

  /// Open an in-memory DuckDB, lock it down, attach the clusters. No network.
  static arrow::Result<std::shared_ptr<Database>> Make(DatabaseOptions options);

  /// Parse, bind and type a statement; reads mappings, no rows.
  virtual arrow::Result<Description> Describe(std::string_view sql,
                                              const Session& session,
                                              const core::CancelToken& cancel) = 0;

  /// Run a query or EXPLAIN. `parameters` has one row and one column per parameter, or is
  /// null. A kSession statement changes `session` and gives one row, one column "ok"
  /// (boolean).
  virtual arrow::Result<std::shared_ptr<arrow::RecordBatchReader>> Run(
      std::string_view sql, std::shared_ptr<arrow::RecordBatch> parameters,
      Session& session, core::CancelToken cancel) = 0;
};

}  // namespace recurve::engine
