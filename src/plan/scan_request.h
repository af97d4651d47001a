// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "arrow/type_fwd.h"
#include "catalog/table.h"
#include "plan/predicate.h"
#include "plan/top_rows.h"

namespace recurve::plan {

/// One output column of a scan: a field (leaf, object or nested, wherever it stands in
/// the mapping) or a virtual column.
struct Column {
  std::string name;                       ///< Arrow field name of the output
  const catalog::Field* field = nullptr;  ///< null for a virtual column
  catalog::VirtualColumn virtual_column = catalog::VirtualColumn::kId;
  std::shared_ptr<arrow::DataType>
      type;  ///< output type: field->type, or that of the virtual column
};

/// How the rows of a scan leave the cluster; none changes a row.
enum class Road {
  kAuto,    ///< the cheapest that can carry the columns
  kSource,  ///< the JSON of `_source`
  kEsql,    ///< ES|QL answers in Arrow wherever they can carry the columns, however few
};

/// "auto", "source", "esql"; nothing for any other word.
std::optional<Road> RoadOf(std::string_view word);
std::string_view ToString(Road road);

/// What one scan reads: rows of one table.
struct ScanRequest {
  catalog::TablePtr table;
  std::vector<Column> columns;  ///< may be empty: only the number of rows matters
  Predicate filter;             ///< which documents
  std::vector<const catalog::Field*> proofs;  ///< see Pushed::proofs
  /// At most this many rows: any of the matching ones, or the first ones by `order`.
  std::optional<int64_t> limit;
  /// Which rows a limit picks. REQUIRES limit where there is any, as PushOrder accepts it
  /// (hence proofs too); a scan may give more rows instead, in any order.
  std::vector<SortKey> order;
  Road road = Road::kAuto;
};

/// Whether hits have to carry a score: `_score` is wanted and something gives one.
bool NeedsScores(const ScanRequest& request);

/// Arrow schema of the batches of a scan; every column is nullable.
std::shared_ptr<arrow::Schema> OutputSchema(const ScanRequest& request);

}  // namespace recurve::plan
