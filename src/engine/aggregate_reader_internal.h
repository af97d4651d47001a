// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "engine/duckdb_internal.h"
#include "engine/table_scan_internal.h"
#include "plan/aggregate_request.h"

namespace recurve::engine {

/// What an aggregate over a scan asks for, in plan's words.
struct ReadAggregate {
  plan::AggregateRequest request;
  std::string text;      ///< as SQL text, for EXPLAIN
  std::string reason;    ///< why it cannot be left to the cluster; empty: it can
  std::string rests_on;  ///< what its exactness rests on
};

/// Read a GROUP BY (or an aggregate without groups) over projections over a scan. The
/// keys of the request are the groups in their order, its aggregates the expressions in
/// theirs. `context` evaluates functions of constants in a FILTER.
ReadAggregate ReadAggregateOver(duckdb::ClientContext& context,
                                const duckdb::LogicalAggregate& aggregate,
                                const duckdb::LogicalGet& get, const ScanBindData& scan);

/// Read a SELECT DISTINCT over a scan: the keys are its columns in their order.
ReadAggregate ReadDistinctOver(duckdb::ClientContext& context,
                               duckdb::LogicalDistinct& distinct,
                               const duckdb::LogicalGet& get, const ScanBindData& scan);

}  // namespace recurve::engine
