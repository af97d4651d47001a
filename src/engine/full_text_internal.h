// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "engine/column_reader_internal.h"
#include "engine/duckdb_internal.h"
#include "plan/condition.h"

namespace recurve::engine {

/// Register es_match, es_query and es_dsl (docs/functions.md): conditions that only the
/// cluster can answer.
///
/// As functions of DuckDB they have a name and types but nothing to run: they are NULL
/// for a constant NULL, which DuckDB tries for the rows that an outer join makes up, and
/// an error for anything else. Before DuckDB optimizes, a call without a column is tied
/// to the only table it can mean, so that it moves with that table; after, every call
/// that is still in the plan is refused. Neither depends on whether the session pushes.
void RegisterFullText(duckdb::DatabaseInstance& instance);

/// The first call of one of the functions in an expression, or null.
const duckdb::BoundFunctionExpression* FindFullText(const duckdb::Expression& expression);

/// Whether the call is of one of the functions.
bool IsFullText(const duckdb::BoundFunctionExpression& call);

/// Put a call into plan's words; kOpaque with the reason where that cannot be.
///
/// Errors   throws a BinderException for an es_dsl text that is not one JSON object.
plan::Condition ReadFullText(const duckdb::BoundFunctionExpression& call,
                             const FieldFinder& find_field);

/// The error of a call that cannot be pushed, with its place in the statement.
arrow::Status FullTextRefused(const duckdb::BoundFunctionExpression& call,
                              const std::string& reason);

}  // namespace recurve::engine
