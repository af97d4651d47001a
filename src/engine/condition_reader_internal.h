// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "catalog/table.h"
#include "engine/column_reader_internal.h"
#include "engine/duckdb_internal.h"
#include "plan/condition.h"

namespace recurve::engine {

/// Put a bound WHERE condition over one scan into plan's words.
///
/// Guarantee  the answer means the same as the expression, or is (or contains in its
/// place) kOpaque with a reason. Only leaf fields outside `nested` are named. Volatile
/// expressions, expressions with parameters and subqueries are opaque as a whole.
/// `context` evaluates functions of constants.
plan::Condition ReadCondition(duckdb::ClientContext& context,
                              const duckdb::Expression& expression,
                              const duckdb::LogicalGet& get, const catalog::Table& table);

/// The same for an expression whose columns are not those of a scan; lists and full text
/// are not looked for in them.
plan::Condition ReadCondition(duckdb::ClientContext& context,
                              const duckdb::Expression& expression,
                              const FieldFinder& find_leaf);

}  // namespace recurve::engine
