// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/duckdb_internal.h"

namespace recurve::engine {

/// How many rows a scan gives under the conditions that were pushed so far: the cluster's
/// count, asked for once. Only where the statement joins, since DuckDB then builds its
/// hash table from the smaller side and sends the keys to the larger one; null elsewhere,
/// and where the count fails (the scan itself will say why).
duckdb::unique_ptr<duckdb::NodeStatistics> EstimateRows(
    duckdb::ClientContext& context, const duckdb::FunctionData* bind_data);

/// Notes in the StatementContext that a plan, not optimized yet, joins.
void NoteJoins(duckdb::ClientContext& context, const duckdb::LogicalOperator& plan);

}  // namespace recurve::engine
