// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "arrow/record_batch.h"
#include "arrow/result.h"
#include "engine/duckdb_internal.h"
#include "engine/statement_internal.h"

namespace recurve::engine {

/// One `?` or `$n` of a statement, in the order of their numbers.
struct Parameter {
  std::string identifier;    ///< "1", or the name of `$name`
  duckdb::LogicalType type;  ///< as DuckDB infers it, VARCHAR if it cannot
};

using ParameterValues = duckdb::case_insensitive_map_t<duckdb::BoundParameterData>;

/// Values for the parameters from a batch with one row, cast to the inferred types, so
/// that the result has the described schema. A value that would change by the cast (2.5
/// for an integer) keeps its own type.
arrow::Result<ParameterValues> BindParameters(Statement& statement,
                                              const std::vector<Parameter>& parameters,
                                              const arrow::RecordBatch* batch);

}  // namespace recurve::engine
