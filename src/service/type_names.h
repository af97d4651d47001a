// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "arrow/record_batch.h"
#include "arrow/result.h"
#include "arrow/type.h"

namespace recurve::service {

/// The SQL name of a type, for example "BIGINT" or "TIMESTAMP WITH TIME ZONE".
std::string SqlTypeName(const arrow::DataType& type);

/// The schema as GetTables reports it: each field with the metadata that JDBC, ODBC and
/// Power BI read (type name, precision, scale, catalog, schema, table).
std::shared_ptr<arrow::Schema> WithColumnMetadata(const arrow::Schema& schema,
                                                  const std::string& catalog,
                                                  const std::string& db_schema,
                                                  const std::string& table);

/// The answer to CommandGetXdbcTypeInfo: all types, or those of one XDBC code.
arrow::Result<std::shared_ptr<arrow::RecordBatch>> MakeXdbcTypeInfo(
    std::optional<int> data_type);

}  // namespace recurve::service
