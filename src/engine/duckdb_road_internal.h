// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "arrow/record_batch.h"
#include "arrow/result.h"
#include "engine/parameters_internal.h"
#include "engine/statement_internal.h"

namespace recurve::engine {

/// Run a query in DuckDB: plans now, works while it is read.
///
/// Batches have up to 32,768 rows and about 2 MiB; the first one has only the first
/// chunk, so that a client sees rows early. Closing or dropping the reader interrupts the
/// work.
arrow::Result<std::shared_ptr<arrow::RecordBatchReader>> OpenDuckDBRoad(
    std::unique_ptr<Statement> statement, const duckdb::SQLStatement& parsed,
    ParameterValues values, std::shared_ptr<arrow::Schema> schema);

}  // namespace recurve::engine
