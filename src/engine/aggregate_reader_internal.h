// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "engine/aggregate_scan_internal.h"
#include "engine/duckdb_internal.h"
#include "engine/table_scan_internal.h"
#include "plan/aggregate_request.h"

namespace recurve::engine {

/// How one aggregate of the statement comes out of several groups of the cluster.
struct Merge {
  enum class Kind {
    kCount,         ///< the sum of counts, 0 over none
    kSum,           ///< the sum of sums
    kQuotient,      ///< the sum of `column` by the sum of `count`
    kWideQuotient,  ///< the same of whole numbers, divided as long double
    kSame,          ///< the same function of its values, such as a minimum
    kDistinct,      ///< the same function of the distinct values of a key
  };
  Kind kind = Kind::kSame;
  size_t column = 0;  ///< of the request's columns
  size_t count = 0;
  duckdb::unique_ptr<duckdb::BoundAggregateExpression> call;  ///< the statement's
};

/// What an aggregate over a scan asks for, in plan's words.
struct ReadAggregate {
  plan::AggregateRequest request;
  /// DuckDB's types of the request's columns.
  duckdb::vector<duckdb::LogicalType> types;
  /// True if several groups of the request may be one of the statement's: they are
  /// grouped again by `groups`, whose columns are BoundReferenceExpressions to those of
  /// the request.
  bool merge = false;
  duckdb::vector<duckdb::unique_ptr<duckdb::Expression>> groups;
  std::vector<Merge> merges;
  std::vector<GroupClock> clocks;
  std::string text;      ///< as SQL text, for EXPLAIN
  std::string reason;    ///< why it cannot be left to the cluster; empty: it can
  std::string rests_on;  ///< what its exactness rests on
};

/// Read a GROUP BY (or an aggregate without groups) over projections over a scan. The
/// keys of the request are the groups in their order, its aggregates the expressions in
/// theirs, unless they are to be merged. `context` evaluates functions of constants in a
/// FILTER.
ReadAggregate ReadAggregateOver(duckdb::ClientContext& context,
                                const duckdb::LogicalAggregate& aggregate,
                                const duckdb::LogicalGet& get, const ScanBindData& scan);

/// Read a SELECT DISTINCT over a scan: the keys are its columns in their order.
ReadAggregate ReadDistinctOver(duckdb::ClientContext& context,
                               duckdb::LogicalDistinct& distinct,
                               const duckdb::LogicalGet& get, const ScanBindData& scan);

}  // namespace recurve::engine
