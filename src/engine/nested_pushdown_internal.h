// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/duckdb_internal.h"

namespace recurve::engine {

/// Give scans what conditions on unnested children say about their documents: where a row
/// can come out of the plan only if one child satisfies the conditions, the scan asks for
/// documents with such a child. The conditions stay where they are and pick the children.
///
/// So are conditions on the document itself that DuckDB leaves above a lateral UNNEST.
///
/// Seen     a filter over UNNEST of a `nested` column, in the SELECT list or in FROM,
///          also below EXISTS and IN (SELECT ...), and UNNEST in UNNEST. Conditions of
///          one filter on one child go into one query.
/// Use      on the optimized plan; adds verdicts to the scans' bind data.
void PushNestedConditions(duckdb::ClientContext& context, duckdb::LogicalOperator& plan);

}  // namespace recurve::engine
