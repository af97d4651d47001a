// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "arrow/record_batch.h"
#include "arrow/result.h"
#include "engine/query_plan_internal.h"

namespace recurve::engine {

/// The columns of EXPLAIN: explain_key and explain_value, both utf8.
std::shared_ptr<arrow::Schema> ExplainSchema();

/// What a plan does, without reading a row. For each scan: `table`, `pushdown` once per
/// condition ("<text> -> exact|superset|none: <reason>") and for a limit or a count,
/// `request` (the first request to the cluster). At the end `residual`: DuckDB's plan, or
/// "nothing: straight road".
arrow::Result<std::shared_ptr<arrow::RecordBatch>> Explain(Statement& statement,
                                                           QueryPlan& plan,
                                                           const Session& session);

}  // namespace recurve::engine
