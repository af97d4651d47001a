// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "arrow/status.h"
#include "engine/duckdb_internal.h"
#include "engine/statement_context_internal.h"

namespace recurve::engine {

/// An error of DuckDB in our words: kind, one-line message, position in the statement.
arrow::Status FromDuckDB(const duckdb::ErrorData& error);

/// The same, but an error of ours that travelled through DuckDB comes out unchanged: one
/// thrown by StatementContext::Throw, or a cluster's own words about a missing table.
arrow::Status FromDuckDB(const duckdb::ErrorData& error,
                         const StatementContext& statement);

}  // namespace recurve::engine
