// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "catalog/table.h"
#include "engine/duckdb_internal.h"
#include "plan/condition.h"

namespace recurve::engine {

/// Put a bound WHERE condition over one scan into plan's words.
///
/// Guarantee  the answer means the same as the expression, or is (or contains in its
/// place) kOpaque with a reason. Only leaf fields outside `nested` are named. Volatile
/// expressions, expressions with parameters and subqueries are opaque as a whole.
plan::Condition ReadCondition(const duckdb::Expression& expression,
                              const duckdb::LogicalGet& get, const catalog::Table& table);

/// The leaf field outside `nested` that an expression over one scan is the value of; null
/// and `*reason` set if it is anything else.
const catalog::Field* LeafOf(const duckdb::Expression& expression,
                             const duckdb::LogicalGet& get, const catalog::Table& table,
                             std::string* reason);

/// The field that a column of a scan reads: a top-level field, or one inside an object
/// when DuckDB asks for the extracted member. Null for virtual columns.
const catalog::Field* FieldOf(const duckdb::ColumnIndex& column,
                              const catalog::Table& table);

}  // namespace recurve::engine
