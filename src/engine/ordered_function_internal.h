// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "engine/duckdb_internal.h"
#include "plan/condition.h"

namespace recurve::engine {

/// The column below one or more functions and casts that never fall where it rises:
/// `date_trunc('day', ts)`, `year(ts)`, `ts::DATE`, `n::DOUBLE`, `n + 1`. Null if the
/// expression is the column itself, or has anything else in it.
///
/// What is said of zoned timestamps holds because every session's time zone is UTC.
const duckdb::Expression* OrderedColumn(const duckdb::Expression& expression);

/// Which values of the column a comparison of such an expression with a constant selects:
/// all from `first` to `last` (either may be open), or `none`. Both are of the column's
/// type.
struct ColumnRange {
  bool none = false;
  /// Nothing is said of times before the year 1: year() of DuckDB 1.5.6 counts them
  /// backwards, date_trunc() and time_bucket() fail or wrap at the far end of them.
  bool from_year_one = false;
  std::optional<duckdb::Value> first;
  std::optional<duckdb::Value> last;
};

/// Ask DuckDB itself for the range, by bisection over the values of the column's type;
/// for any comparison but kNotEqual. Nothing where the expression fails for a value that
/// the column may have, or is NULL for one.
std::optional<ColumnRange> RangeOf(duckdb::ClientContext& context,
                                   const duckdb::Expression& expression,
                                   plan::Comparison comparison,
                                   const duckdb::Value& constant);

}  // namespace recurve::engine
