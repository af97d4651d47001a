// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/duckdb_internal.h"

namespace recurve::engine {

/// Turn long `x = 1 OR x = 2 OR ...` into `x IN (1, 2, ...)`, which means the same,
/// before DuckDB optimizes: its rewriter of expressions compares all parts of an OR with
/// each other (DuckDB 1.5.6: 69 s for 20,000 of them, 1 s as a list).
void FoldEqualities(duckdb::LogicalOperator& plan);

}  // namespace recurve::engine
