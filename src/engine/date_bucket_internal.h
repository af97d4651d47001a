// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "engine/duckdb_internal.h"
#include "plan/aggregate_request.h"

namespace recurve::engine {

/// An expression whose value tells which stretch of time an instant is in.
struct ReadBucket {
  plan::DateBucket bucket;
  const duckdb::Expression* instant;  ///< a part of the expression that was read
};

/// Read date_trunc('day', x), time_bucket(INTERVAL '15 minutes', x) and CAST(x AS DATE)
/// over a TIMESTAMP WITH TIME ZONE, all in UTC, the zone of every session.
///
/// Nothing for what is not cut at the same instants in the cluster: other units, buckets
/// that do not divide a day (DuckDB counts those from 2000-01-03, the cluster from 1970),
/// and zones, whose rules need not be the same there (see ReadCoarseTime).
std::optional<ReadBucket> ReadDateBucket(const duckdb::Expression& expression);

}  // namespace recurve::engine
