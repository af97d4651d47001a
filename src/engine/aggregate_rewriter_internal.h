// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/duckdb_internal.h"

namespace recurve::engine {

/// Put the cluster's groups in the place of an aggregate (`op`, below `root`) over
/// projections over a scan without conditions above it; the same for SELECT DISTINCT.
///
/// Where the cluster cannot compute it exactly nothing changes, and the scan's verdicts
/// say why. HAVING, ORDER BY and LIMIT above stay DuckDB's.
void PushAggregate(duckdb::Binder& binder,
                   duckdb::unique_ptr<duckdb::LogicalOperator>& root,
                   duckdb::unique_ptr<duckdb::LogicalOperator>& op);
void PushDistinct(duckdb::Binder& binder,
                  duckdb::unique_ptr<duckdb::LogicalOperator>& root,
                  duckdb::unique_ptr<duckdb::LogicalOperator>& op);

}  // namespace recurve::engine
