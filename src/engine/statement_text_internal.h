// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "arrow/result.h"
#include "engine/database.h"
#include "engine/duckdb_internal.h"
#include "engine/statement_internal.h"

namespace recurve::engine {

/// A parsed statement that this server runs.
struct StatementText {
  StatementKind kind = StatementKind::kQuery;
  bool analyze = false;  ///< EXPLAIN ANALYZE
  /// The query itself, without EXPLAIN; a SetStatement for kSession.
  duckdb::unique_ptr<duckdb::SQLStatement> parsed;
};

/// Parse exactly one statement and refuse every kind but queries, EXPLAIN of a query,
/// USE, SET and RESET.
arrow::Result<StatementText> ParseStatement(Statement& statement, std::string_view sql);

/// Refuse a bound plan that calls a function with effects on other sessions.
arrow::Status CheckFunctions(duckdb::LogicalOperator& plan);

/// Change the session as USE, SET or RESET say: `schema`, `search_path`,
/// `recurve_pushdown`, `recurve_straight_road`, `recurve_road`. Everything else is
/// kUnsupported, with the reason.
arrow::Status ChangeSession(const duckdb::SQLStatement& parsed,
                            const DatabaseOptions& options, Session& session);

}  // namespace recurve::engine
