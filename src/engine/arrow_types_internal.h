// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "arrow/record_batch.h"
#include "arrow/result.h"
#include "arrow/type.h"
#include "catalog/field.h"
#include "engine/duckdb_internal.h"

namespace recurve::engine {

/// How columns look on the wire, the same on every road (docs/adr/0002, 0006):
/// fields nullable, list items named "item", no metadata, no dictionaries, views or
/// extension types. TIMESTAMP WITH TIME ZONE is timestamp[us, UTC]; TIMESTAMP_NS, the SQL
/// type of `date_nanos`, is timestamp[ns, UTC]; HUGEINT is decimal128(38, 0).

/// The DuckDB type that a result column is cast to before it becomes Arrow: the type
/// itself, or VARCHAR for what stock clients cannot read (UUID, INTERVAL, ENUM, BIT,
/// UNION, ...).
duckdb::LogicalType WireType(const duckdb::LogicalType& type);

/// Arrow schema of a result with these names and types (of the plan, not yet cast).
/// Throws duckdb exceptions for types without an Arrow form.
std::shared_ptr<arrow::Schema> WireSchema(
    duckdb::ClientContext& context, const duckdb::vector<duckdb::LogicalType>& types,
    const duckdb::vector<duckdb::string>& names);

/// DuckDB's Arrow properties for WireSchema and for the appender.
duckdb::ClientProperties WireProperties(duckdb::ClientContext& context);

/// A type with the names, nullability and zones of the wire.
std::shared_ptr<arrow::DataType> WireArrowType(
    const std::shared_ptr<arrow::DataType>& type);

/// The same bytes under a schema that differs in names, nullability and zones only.
std::shared_ptr<arrow::RecordBatch> Relabel(const arrow::RecordBatch& batch,
                                            const std::vector<int>& columns,
                                            const std::shared_ptr<arrow::Schema>& schema);

/// The type under which DuckDB is shown an Arrow column: timestamp[ns, UTC] as
/// timestamp[ns], because DuckDB would cut its zoned form to microseconds.
std::shared_ptr<arrow::DataType> DuckDBArrowType(
    const std::shared_ptr<arrow::DataType>& type);

/// How DuckDB reads columns of these Arrow types.
/// Throws duckdb exceptions for types that it cannot read.
duckdb::ArrowTableSchema ReadArrowTypes(
    duckdb::ClientContext& context,
    const std::vector<std::shared_ptr<arrow::DataType>>& types);

/// The SQL types of columns.
duckdb::vector<duckdb::LogicalType> ColumnTypes(
    duckdb::ClientContext& context, const std::vector<catalog::Field>& fields);

}  // namespace recurve::engine
