// SPDX-License-Identifier: Apache-2.0
#include "service/metadata_rows.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "arrow/builder.h"
#include "arrow/ipc/writer.h"
#include "core/error_detail.h"
#include "service/type_names.h"

namespace recurve::service {

namespace {

using arrow::flight::sql::SqlSchema;

constexpr int64_t kMaxBatchTables = 1000;
constexpr int64_t kMaxBatchSchemaBytes = 1024 * 1024;

struct TableEntry {
  std::string catalog;
  std::string name;
  const char* type;
};

// The words of JDBC: an alias of indices is a view of them.
const char* TableTypeOf(const catalog::TableName& table) {
  return table.type == "alias" ? "VIEW" : "TABLE";
}

// The protocol says an exact name; tools send patterns too.
bool IsAskedFor(const std::optional<std::string>& pattern, std::string_view name) {
  return !pattern || *pattern == name || MatchesLike(name, *pattern);
}

class TableReader : public arrow::RecordBatchReader {
 public:
  TableReader(std::shared_ptr<query::Metadata> metadata, std::vector<TableEntry> tables,
              bool include_schema, core::CancelToken cancel)
      : metadata_(std::move(metadata)),
        tables_(std::move(tables)),
        include_schema_(include_schema),
        cancel_(std::move(cancel)) {}

  std::shared_ptr<arrow::Schema> schema() const override {
    return include_schema_ ? SqlSchema::GetTablesSchemaWithIncludedSchema()
                           : SqlSchema::GetTablesSchema();
  }

  arrow::Status ReadNext(std::shared_ptr<arrow::RecordBatch>* batch) override {
    *batch = nullptr;
    arrow::StringBuilder catalogs, schemas, names, types;
    arrow::BinaryBuilder table_schemas;
    while (next_ < tables_.size() && names.length() < kMaxBatchTables &&
           table_schemas.value_data_length() < kMaxBatchSchemaBytes) {
      const TableEntry& table = tables_[next_++];
      if (include_schema_) {
        ARROW_ASSIGN_OR_RAISE(const auto bytes, SchemaBytes(table));
        if (!bytes) continue;
        ARROW_RETURN_NOT_OK(
            table_schemas.Append(bytes->data(), static_cast<int32_t>(bytes->size())));
      }
      ARROW_RETURN_NOT_OK(catalogs.Append(table.catalog));
      ARROW_RETURN_NOT_OK(schemas.Append(kSchemaName));
      ARROW_RETURN_NOT_OK(names.Append(table.name));
      ARROW_RETURN_NOT_OK(types.Append(table.type));
    }
    const int64_t num_rows = names.length();
    if (num_rows == 0) return arrow::Status::OK();
    arrow::ArrayVector columns(include_schema_ ? 5 : 4);
    ARROW_RETURN_NOT_OK(catalogs.Finish(&columns[0]));
    ARROW_RETURN_NOT_OK(schemas.Finish(&columns[1]));
    ARROW_RETURN_NOT_OK(names.Finish(&columns[2]));
    ARROW_RETURN_NOT_OK(types.Finish(&columns[3]));
    if (include_schema_) ARROW_RETURN_NOT_OK(table_schemas.Finish(&columns[4]));
    *batch = arrow::RecordBatch::Make(schema(), num_rows, std::move(columns));
    return arrow::Status::OK();
  }

 private:
  // An encapsulated IPC message; nullptr: the table is gone.
  arrow::Result<std::shared_ptr<arrow::Buffer>> SchemaBytes(const TableEntry& table) {
    auto schema = metadata_->TableSchema(table.catalog, table.name, cancel_);
    if (!schema.ok()) {
      switch (core::KindOf(schema.status())) {
        case core::ErrorKind::kNotFound:
          return std::shared_ptr<arrow::Buffer>();
        case core::ErrorKind::kInvalidSql:
        case core::ErrorKind::kUnsupported:
        case core::ErrorKind::kBadValue:
          schema = arrow::schema(arrow::FieldVector{});
          break;
        default:
          return schema.status();
      }
    }
    return arrow::ipc::SerializeSchema(
        *WithColumnMetadata(**schema, table.catalog, kSchemaName, table.name));
  }

  const std::shared_ptr<query::Metadata> metadata_;
  const std::vector<TableEntry> tables_;
  const bool include_schema_;
  const core::CancelToken cancel_;
  size_t next_ = 0;
};

}  // namespace

bool MatchesLike(std::string_view text, std::string_view pattern) {
  size_t t = 0;
  size_t p = 0;
  // Where to go on when the characters after the last % turn out not to match.
  std::optional<std::pair<size_t, size_t>> retry;
  while (true) {
    if (p < pattern.size() && pattern[p] == '%') {
      retry = {t, ++p};
      continue;
    }
    const bool escaped = p + 1 < pattern.size() && pattern[p] == '\\';
    const size_t at = escaped ? p + 1 : p;
    if (t == text.size() && p == pattern.size()) return true;
    if (t < text.size() && at < pattern.size() &&
        ((pattern[at] == '_' && !escaped) || pattern[at] == text[t])) {
      ++t;
      p = at + 1;
      continue;
    }
    if (!retry || retry->first == text.size()) return false;
    t = ++retry->first;
    p = retry->second;
  }
}

arrow::Result<std::shared_ptr<arrow::RecordBatch>> MakeCatalogRows(
    const query::Metadata& metadata) {
  arrow::StringBuilder names;
  ARROW_RETURN_NOT_OK(names.AppendValues(metadata.Catalogs()));
  ARROW_ASSIGN_OR_RAISE(const auto column, names.Finish());
  return arrow::RecordBatch::Make(SqlSchema::GetCatalogsSchema(), column->length(),
                                  {column});
}

arrow::Result<std::shared_ptr<arrow::RecordBatch>> MakeSchemaRows(
    const query::Metadata& metadata, const arrow::flight::sql::GetDbSchemas& command) {
  arrow::StringBuilder catalogs, schemas;
  for (const std::string& catalog : metadata.Catalogs()) {
    if (!IsAskedFor(command.catalog, catalog)) continue;
    if (!IsAskedFor(command.db_schema_filter_pattern, kSchemaName)) continue;
    ARROW_RETURN_NOT_OK(catalogs.Append(catalog));
    ARROW_RETURN_NOT_OK(schemas.Append(kSchemaName));
  }
  ARROW_ASSIGN_OR_RAISE(const auto catalog_column, catalogs.Finish());
  ARROW_ASSIGN_OR_RAISE(const auto schema_column, schemas.Finish());
  return arrow::RecordBatch::Make(SqlSchema::GetDbSchemasSchema(),
                                  catalog_column->length(),
                                  {catalog_column, schema_column});
}

arrow::Result<std::shared_ptr<arrow::RecordBatch>> MakeTableTypeRows() {
  arrow::StringBuilder types;
  ARROW_RETURN_NOT_OK(types.AppendValues({"TABLE", "VIEW"}));
  ARROW_ASSIGN_OR_RAISE(const auto column, types.Finish());
  return arrow::RecordBatch::Make(SqlSchema::GetTableTypesSchema(), column->length(),
                                  {column});
}

arrow::Result<std::shared_ptr<arrow::RecordBatchReader>> MakeTableRows(
    std::shared_ptr<query::Metadata> metadata,
    const arrow::flight::sql::GetTables& command, core::CancelToken cancel) {
  std::vector<TableEntry> entries;
  for (const std::string& catalog : metadata->Catalogs()) {
    if (!IsAskedFor(command.catalog, catalog)) continue;
    if (!IsAskedFor(command.db_schema_filter_pattern, kSchemaName)) continue;
    ARROW_ASSIGN_OR_RAISE(const auto tables, metadata->Tables(catalog, cancel));
    for (const catalog::TableName& table : tables) {
      const char* type = TableTypeOf(table);
      const auto& types = command.table_types;
      if (!types.empty() && std::find(types.begin(), types.end(), type) == types.end()) {
        continue;
      }
      if (!IsAskedFor(command.table_name_filter_pattern, table.name)) continue;
      entries.push_back({catalog, table.name, type});
    }
  }
  if (command.table_name_filter_pattern) {
    std::stable_partition(entries.begin(), entries.end(), [&](const TableEntry& entry) {
      return entry.name == *command.table_name_filter_pattern;
    });
  }
  return std::make_shared<TableReader>(std::move(metadata), std::move(entries),
                                       command.include_schema, std::move(cancel));
}

}  // namespace recurve::service
