// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "engine/duckdb_internal.h"

namespace recurve::engine {

/// An expression with one value in each stretch of time of `grain_seconds`, counted from
/// the epoch, as long as its clocks run evenly there.
struct CoarseTime {
  const duckdb::Expression* instant = nullptr;  ///< the column, a part of the expression
  int64_t grain_seconds = 0;
  /// The local times that it looks at: `timezone('zone', instant)`, parts of the
  /// expression. A stretch counts only if each of them begins it at a multiple of the
  /// grain and shows `grain_seconds` later at its end: the rules of the zones are
  /// DuckDB's, and old ones have odd offsets and changes in the middle of an hour.
  std::vector<const duckdb::Expression*> clocks;
};

/// Read what depends on one TIMESTAMP WITH TIME ZONE column through date_trunc, date
/// parts, casts to DATE and time buckets only, each in any zone that is a constant.
/// Nothing for anything else, such as minutes.
std::optional<CoarseTime> ReadCoarseTime(const duckdb::Expression& expression);

/// A column, or a member of one, of type TIMESTAMP WITH TIME ZONE.
bool IsInstantColumn(const duckdb::Expression& expression);

/// The expression with another one in the place of each `part` of it.
void ReplaceParts(duckdb::unique_ptr<duckdb::Expression>& expression,
                  const duckdb::Expression& part, const duckdb::Expression& by);

}  // namespace recurve::engine
