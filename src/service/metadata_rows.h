// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string_view>

#include "arrow/flight/sql/server.h"
#include "arrow/record_batch.h"
#include "arrow/result.h"
#include "core/cancel.h"
#include "query/metadata.h"

namespace recurve::service {

/// The one schema of every catalog.
inline constexpr const char* kSchemaName = "main";

/// Whether `text` matches a LIKE pattern: `%`, `_`, and `\` before a character meant as
/// such.
bool MatchesLike(std::string_view text, std::string_view pattern);

/// One row per catalog.
arrow::Result<std::shared_ptr<arrow::RecordBatch>> MakeCatalogRows(
    const query::Metadata& metadata);

/// One row per schema of the catalogs asked for.
arrow::Result<std::shared_ptr<arrow::RecordBatch>> MakeSchemaRows(
    const query::Metadata& metadata, const arrow::flight::sql::GetDbSchemas& command);

arrow::Result<std::shared_ptr<arrow::RecordBatch>> MakeTableTypeRows();

/// The tables asked for, in batches made as they are read.
///
/// Order    a table whose name equals the pattern comes first: ADBC's GetTableSchema
/// reads
///          only the first batch, and index names are full of the wildcard `_`.
/// Schemas  a mapping is read for each table only if `command.include_schema`; a table
/// whose
///          columns this server cannot express is listed with none, one that was deleted
///          meanwhile is left out.
arrow::Result<std::shared_ptr<arrow::RecordBatchReader>> MakeTableRows(
    std::shared_ptr<query::Metadata> metadata,
    const arrow::flight::sql::GetTables& command, core::CancelToken cancel);

}  // namespace recurve::service
