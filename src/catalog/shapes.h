// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "arrow/result.h"
#include "catalog/table.h"
#include "core/column_shape.h"

namespace recurve::catalog {

/// The shapes that an operator's declarations give the columns of a table: a pattern fits
/// by the table's name or by the name of an index behind it; of several that say
/// something about one column the longest wins, and of equally long ones what holds more
/// (JSON text before lists before single values).
core::ColumnShapes DeclaredShapes(const std::vector<core::TableShapes>& declared,
                                  const Table& table);

/// Whether the operator wants lists of the table's columns to be found, `otherwise` where
/// no declaration says it: the longest pattern that does wins.
bool WantsListsByProof(const std::vector<core::TableShapes>& declared, const Table& table,
                       bool otherwise);

/// The table with these shapes in place of its own. A path that the table does not have,
/// or whose values are JSON text anyway, is left out.
TablePtr WithShapes(const TablePtr& table, const core::ColumnShapes& shapes);

/// As WithShapes, but on top of the table's own shapes, and each path must be a column.
///
/// Errors   kNotFound: no such field. kUnsupported: a list of what has no single values.
arrow::Result<TablePtr> Reshape(const TablePtr& table, const core::ColumnShapes& shapes);

/// What a statement says about the table that it names, as one name that DuckDB can look
/// up: "logs-*#list(1):tags#json:a%23b". No index has a # in its name.
struct ShapedName {
  std::string table;
  core::ColumnShapes shapes;
};
std::string WriteShapedName(const ShapedName& name);
/// A name without shapes is the table's. Errors: kInvalidSql.
arrow::Result<ShapedName> ReadShapedName(std::string_view text);

}  // namespace recurve::catalog
