// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "catalog/table.h"
#include "engine/duckdb_internal.h"
#include "plan/pushdown.h"
#include "plan/scan_request.h"

namespace recurve::engine {

/// What the filters that reach a scan at run time let the cluster leave out: the keys
/// that a join has seen on its other side, or their range.
///
/// Guarantee  a row of use fulfils all of these conditions, provided their proofs hold;
/// DuckDB itself applies what it counts on, whatever becomes of them. A filter without a
/// word for the cluster is left out, so is a range beside a list of keys.
///
/// Filters are by position in `columns`, which have these types.
std::vector<plan::Pushed> PushRuntimeFilters(
    const duckdb::TableFilterSet& filters,
    const duckdb::vector<duckdb::ColumnIndex>& columns,
    const duckdb::vector<duckdb::LogicalType>& types, const catalog::Table& table,
    int64_t clauses_left);

/// The request narrowed to documents that fulfil these conditions too.
plan::ScanRequest Narrow(plan::ScanRequest request,
                         const std::vector<plan::Pushed>& conditions);

}  // namespace recurve::engine
