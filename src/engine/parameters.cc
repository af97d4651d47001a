// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include "arrow/c/bridge.h"
#include "core/error_detail.h"
#include "engine/arrow_types_internal.h"
#include "engine/parameters_internal.h"
#include "fmt/format.h"

namespace recurve::engine {

namespace {

std::vector<duckdb::Value> ReadRow(duckdb::ClientContext& context,
                                   const arrow::RecordBatch& batch) {
  std::vector<std::shared_ptr<arrow::DataType>> types;
  for (const auto& field : batch.schema()->fields()) types.push_back(field->type());
  duckdb::ArrowTableSchema schema = ReadArrowTypes(context, types);
  duckdb::ArrowScanLocalState state(duckdb::make_uniq<duckdb::ArrowArrayWrapper>(),
                                    context);
  const arrow::Status status = arrow::ExportRecordBatch(batch, &state.chunk->arrow_array);
  if (!status.ok()) throw duckdb::IOException(status.ToString());
  duckdb::DataChunk row;
  row.Initialize(duckdb::Allocator::Get(context), schema.GetTypes());
  row.SetCardinality(1);
  duckdb::ArrowTableFunction::ArrowToDuckDB(state, schema.GetColumns(), row);
  std::vector<duckdb::Value> values;
  for (duckdb::idx_t i = 0; i < row.ColumnCount(); ++i) {
    values.push_back(row.GetValue(i, 0));
  }
  return values;
}

/// The value in the wanted type if that loses nothing.
duckdb::Value Fit(duckdb::ClientContext& context, const duckdb::Value& value,
                  const duckdb::LogicalType& wanted) {
  duckdb::Value cast;
  duckdb::Value back;
  duckdb::string error;
  if (value.IsNull()) return duckdb::Value(wanted);
  if (!value.TryCastAs(context, wanted, cast, &error)) return value;
  // A text that is read as a number, a time or a boolean need not look the same going
  // back.
  if (value.type().id() == duckdb::LogicalTypeId::VARCHAR) return cast;
  if (!cast.TryCastAs(context, value.type(), back, &error)) return value;
  return duckdb::Value::NotDistinctFrom(value, back) ? cast : value;
}

}  // namespace

arrow::Result<ParameterValues> BindParameters(Statement& statement,
                                              const std::vector<Parameter>& parameters,
                                              const arrow::RecordBatch* batch) {
  const int num_given = batch == nullptr ? 0 : batch->num_columns();
  if (static_cast<size_t>(num_given) != parameters.size()) {
    return core::MakeError(core::ErrorKind::kInvalidSql,
                           fmt::format("the statement has {} parameters, given are {}",
                                       parameters.size(), num_given));
  }
  ParameterValues bound;
  if (num_given == 0) return bound;
  if (batch->num_rows() != 1) {
    return core::MakeError(
        core::ErrorKind::kInvalidSql,
        fmt::format("parameters are one row, not {}", batch->num_rows()));
  }
  std::vector<duckdb::Value> values;
  ARROW_RETURN_NOT_OK(statement.InTransaction([&] {
    values = ReadRow(statement.client(), *batch);
    for (size_t i = 0; i < parameters.size(); ++i) {
      values[i] = Fit(statement.client(), values[i], parameters[i].type);
    }
  }));
  for (size_t i = 0; i < parameters.size(); ++i) {
    duckdb::Value value = std::move(values[i]);
    duckdb::LogicalType type = value.type();
    bound.emplace(parameters[i].identifier,
                  duckdb::BoundParameterData(std::move(value), std::move(type)));
  }
  return bound;
}

}  // namespace recurve::engine
