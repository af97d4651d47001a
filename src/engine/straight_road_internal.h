// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "arrow/record_batch.h"
#include "arrow/result.h"
#include "engine/query_plan_internal.h"
#include "engine/table_scan_internal.h"

namespace recurve::engine {

/// A query whose rows are those of one scan as they come.
struct StraightRoad {
  const ScanBindData* scan = nullptr;  ///< owned by the plan
  std::shared_ptr<scan::Scanner> scanner;
  plan::ScanRequest request;
  std::vector<int> columns;  ///< column of the scan's batches for each result column
};

/// The straight road of a plan: projections of columns and constant limits without offset
/// over one scan with exact pieces only, whose Arrow types are those of the wire. Nothing
/// if DuckDB has anything to do.
std::optional<StraightRoad> FindStraightRoad(const QueryPlan& plan, bool pushdown);

/// Start the scan; its batches come out with the schema of the plan, which may be gone.
arrow::Result<std::shared_ptr<arrow::RecordBatchReader>> OpenStraightRoad(
    std::unique_ptr<Statement> statement, StraightRoad road,
    std::shared_ptr<arrow::Schema> schema);

}  // namespace recurve::engine
