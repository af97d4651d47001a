// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "engine/duckdb_internal.h"

namespace recurve::engine {

/// The table filters that DuckDB leaves to the scan and does not check again: one boolean
/// expression over the scan's columns, or null if there are none. Optional filters are
/// hints and left out. `types` are those of all columns of the scan, by position.
duckdb::unique_ptr<duckdb::Expression> RequiredFilter(
    const duckdb::TableFilterSet& filters,
    const duckdb::vector<duckdb::LogicalType>& types);

}  // namespace recurve::engine
