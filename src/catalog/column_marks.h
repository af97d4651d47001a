// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "catalog/table.h"

namespace recurve::catalog {

/// Which columns a table had at one moment: a mark for each column, member and hidden
/// column, in their order, members behind their object. A mark stands for a name and a
/// path and is the same in every process, so marks can be sent anywhere and compared with
/// the table that is found there; they say nothing about types.
///
/// Four bytes a column, not its name: a statement's ticket carries them.
using ColumnMarks = std::vector<uint32_t>;

/// Nothing for the one table of a thousand columns in some ten thousand in which two
/// columns would have the same mark.
std::optional<ColumnMarks> MarksOf(const Table& table);

/// The table as it is now, but with the columns that are marked only, in the order of the
/// marks: what has come to the mapping since then is left out, members of objects and
/// hidden columns too. Everything that is known about a column that stays is what is true
/// now. The table itself where nothing has come; null where a marked column is gone.
///
/// The shards are those of `table`, and its mapped_schema() stays that of the whole
/// mapping, which scans compare with what they find. Shapes have to be given before.
TablePtr WithMarkedColumns(const TablePtr& table, const ColumnMarks& marks);

}  // namespace recurve::catalog
