// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "catalog/table.h"
#include "engine/duckdb_internal.h"
#include "plan/condition.h"

namespace recurve::engine {

/// DuckDB's number of the first of catalog::Table::hidden; its VIRTUAL_COLUMN_START and
/// room for catalog::VirtualColumn.
constexpr duckdb::column_t kHiddenColumns = (duckdb::column_t{1} << 63) + 1000;

/// Put a bound WHERE condition over one scan into plan's words.
///
/// Guarantee  the answer means the same as the expression, or is (or contains in its
/// place) kOpaque with a reason. Only leaf fields outside `nested` are named. Volatile
/// expressions, expressions with parameters and subqueries are opaque as a whole.
/// `context` evaluates functions of constants.
plan::Condition ReadCondition(duckdb::ClientContext& context,
                              const duckdb::Expression& expression,
                              const duckdb::LogicalGet& get, const catalog::Table& table);

/// Finds the single-valued leaf field that an expression stands for, or says why there is
/// none.
using LeafFinder =
    std::function<const catalog::Field*(const duckdb::Expression&, std::string* reason)>;

/// The same for an expression whose columns are not those of a scan.
plan::Condition ReadCondition(duckdb::ClientContext& context,
                              const duckdb::Expression& expression,
                              const LeafFinder& find_leaf);

/// The word for a comparison of DuckDB's, nothing if there is none.
std::optional<plan::Comparison> ComparisonOf(duckdb::ExpressionType type);

/// The value of a constant of a column's own type; nothing for NULL, infinite timestamps
/// and types without a word for it.
std::optional<plan::Literal> LiteralOf(const duckdb::Value& value);

/// The leaf field outside `nested` that an expression over one scan is the value of; null
/// and `*reason` set if it is anything else.
const catalog::Field* LeafOf(const duckdb::Expression& expression,
                             const duckdb::LogicalGet& get, const catalog::Table& table,
                             std::string* reason);

/// Whether a call takes a member out of a STRUCT.
bool IsMemberAccess(const duckdb::BoundFunctionExpression& call);

/// The member that such a call takes out of an object, or out of one child of a nested
/// object; null if there is none.
const catalog::Field* MemberOf(const duckdb::BoundFunctionExpression& call,
                               const catalog::Field& object);

/// The field that a column of a scan reads: a top-level field, or one inside an object
/// when DuckDB asks for the extracted member. Null for virtual columns.
const catalog::Field* FieldOf(const duckdb::ColumnIndex& column,
                              const catalog::Table& table);

}  // namespace recurve::engine
