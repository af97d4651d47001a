// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "arrow/result.h"
#include "arrow/type.h"
#include "engine/duckdb_internal.h"
#include "engine/parameters_internal.h"
#include "engine/statement_internal.h"

namespace recurve::engine {

/// A bound query: what it gives and what it takes.
struct BoundQuery {
  std::shared_ptr<arrow::Schema> schema;
  std::vector<Parameter> parameters;
};

/// Bind a query without values for its parameters.
arrow::Result<BoundQuery> BindQuery(Statement& statement,
                                    const duckdb::SQLStatement& parsed);

/// An optimized plan, with our rewrites, and its result as it will look on the wire.
struct QueryPlan {
  duckdb::shared_ptr<duckdb::Binder> binder;  // owns what the plan refers to
  duckdb::unique_ptr<duckdb::LogicalOperator> root;
  std::shared_ptr<arrow::Schema> schema;
};

/// Bind with values (so they are constants for the pushdown) and optimize.
arrow::Result<QueryPlan> PlanQuery(Statement& statement,
                                   const duckdb::SQLStatement& parsed,
                                   const ParameterValues& values);

}  // namespace recurve::engine
