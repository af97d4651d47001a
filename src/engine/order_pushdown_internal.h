// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "engine/duckdb_internal.h"

namespace recurve::engine {

/// Put ORDER BY ... LIMIT on the scan below it, if it can be pushed exactly; the verdict
/// is noted there in any case. The operators above stay: they sort and cut again.
///
/// Follows projections only: `below` is what is sorted, `num_rows` includes the offset.
void PushOrder(const duckdb::vector<duckdb::BoundOrderByNode>& orders, int64_t num_rows,
               duckdb::LogicalOperator& below);

}  // namespace recurve::engine
