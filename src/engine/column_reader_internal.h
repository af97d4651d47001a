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

/// The field that a column of a scan reads: a top-level field, or one inside an object
/// when DuckDB asks for the extracted member. Null for virtual columns. DuckDB may ask
/// for an extracted member in another type, as in `obj.n::VARCHAR`.
const catalog::Field* FieldOf(const duckdb::ColumnIndex& column,
                              const catalog::Table& table);

/// The same; null as well if it is asked for in another type than its own.
const catalog::Field* UncastFieldOf(const duckdb::ColumnIndex& column,
                                    const catalog::Table& table);

/// The field, of any kind and anywhere, that an expression over one scan is the value of;
/// null and `*reason` set if it is anything else.
const catalog::Field* FieldOf(const duckdb::Expression& expression,
                              const duckdb::LogicalGet& get, const catalog::Table& table,
                              std::string* reason);

/// The same for a leaf field outside `nested` only.
const catalog::Field* LeafOf(const duckdb::Expression& expression,
                             const duckdb::LogicalGet& get, const catalog::Table& table,
                             std::string* reason);

/// Finds the field that an expression stands for, or says why there is none.
using FieldFinder =
    std::function<const catalog::Field*(const duckdb::Expression&, std::string* reason)>;

/// Whether a call takes a member out of a STRUCT.
bool IsMemberAccess(const duckdb::BoundFunctionExpression& call);

/// The member that such a call takes out of an object, or out of one child of a nested
/// object; null if there is none.
const catalog::Field* MemberOf(const duckdb::BoundFunctionExpression& call,
                               const catalog::Field& object);

/// The word for a comparison of DuckDB's, nothing if there is none.
std::optional<plan::Comparison> ComparisonOf(duckdb::ExpressionType type);

/// The value of a constant of a column's own type; nothing for NULL, infinite timestamps
/// and types without a word for it.
std::optional<plan::Literal> LiteralOf(const duckdb::Value& value);

}  // namespace recurve::engine
