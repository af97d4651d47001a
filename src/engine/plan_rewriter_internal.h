// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "engine/duckdb_internal.h"

namespace recurve::engine {

class ScanBindData;

/// Register the rewrites that run on DuckDB's optimized plan:
///
/// LIMIT   over projections over a scan without conditions above it: the scan is told how
/// many
///         rows are enough; the LIMIT stays.
/// ORDER BY ... LIMIT, as one operator or two, likewise: the cluster picks the first
/// rows. COUNT   `count(*)` without groups over such a scan becomes the cluster's exact
/// count.
///
/// Also takes join filters away from scans where DuckDB would apply them too early, and
/// notes in the StatementContext whether a listing needs the columns of every table.
void RegisterRewriter(duckdb::DatabaseInstance& instance);

/// Rows that a LIMIT wants from below it, offset included; nothing if it is not constant.
std::optional<int64_t> ConstantRows(const duckdb::LogicalLimit& limit);

/// True unless the scan gives rows that a condition further above drops. That condition
/// may stand above other operators, such as an UNNEST.
bool HasExactRows(const ScanBindData& scan);

/// True if every condition on the scan is pushed exactly: the scan's rows are the rows.
/// REQUIRES a scan of ours.
bool NothingLeft(const duckdb::LogicalGet& get);

}  // namespace recurve::engine
