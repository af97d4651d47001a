// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <utility>

#include "catalog/shapes.h"
#include "duckdb/parser/parsed_data/create_table_function_info.hpp"
#include "duckdb/parser/tableref/basetableref.hpp"
#include "engine/es_scan_internal.h"

namespace recurve::engine {

using duckdb::LogicalType;

namespace {

[[noreturn]] void Refuse(const std::string& why) {
  throw duckdb::BinderException("es_scan: %s", why);
}

std::string TextOf(const duckdb::Value& value, const char* what) {
  if (value.IsNull()) Refuse(std::string(what) + " is NULL");
  return value.ToString();
}

void AddColumns(const duckdb::Value& paths, const core::ColumnShape& shape,
                const char* parameter, core::ColumnShapes& shapes) {
  if (paths.IsNull()) Refuse(std::string(parameter) + " is NULL");
  for (const duckdb::Value& path : duckdb::ListValue::GetChildren(paths)) {
    shapes[TextOf(path, parameter)] = shape;
  }
}

// {'tags': 'list', 'grid': 'list(2)'}
void AddShapes(const duckdb::Value& columns, core::ColumnShapes& shapes) {
  if (columns.IsNull() || columns.type().id() != duckdb::LogicalTypeId::STRUCT) {
    Refuse("columns is a struct like {'tags': 'list', 'grid': 'list(2)'}");
  }
  const auto& texts = duckdb::StructValue::GetChildren(columns);
  for (duckdb::idx_t i = 0; i < texts.size(); ++i) {
    const std::string& path = duckdb::StructType::GetChildName(columns.type(), i);
    const auto shape = core::ParseColumnShape(TextOf(texts[i], "a shape"));
    if (!shape.ok()) Refuse(path + " " + shape.status().message());
    shapes[path] = *shape;
  }
}

duckdb::unique_ptr<duckdb::TableRef> Replace(duckdb::ClientContext&,
                                             duckdb::TableFunctionBindInput& input) {
  catalog::ShapedName name{TextOf(input.inputs[0], "the table's name"), {}};
  if (name.table.find('#') != std::string::npos) {
    Refuse("no index can be named so: " + name.table);
  }
  auto table = duckdb::make_uniq<duckdb::BaseTableRef>();
  for (const auto& [key, value] : input.named_parameters) {
    const std::string parameter = duckdb::StringUtil::Lower(key);
    if (parameter == "lists") {
      AddColumns(value, {core::ColumnShape::Kind::kList, 1}, "lists", name.shapes);
    } else if (parameter == "json") {
      AddColumns(value, {core::ColumnShape::Kind::kJson, 0}, "json", name.shapes);
    } else if (parameter == "columns") {
      AddShapes(value, name.shapes);
    } else {
      table->catalog_name = TextOf(value, "cluster");
      table->schema_name = DEFAULT_SCHEMA;
    }
  }
  table->table_name = catalog::WriteShapedName(name);
  return table;
}

}  // namespace

void RegisterEsScan(duckdb::DatabaseInstance& instance) {
  duckdb::TableFunction function("es_scan", {LogicalType::VARCHAR}, nullptr, nullptr);
  function.bind_replace = Replace;
  const LogicalType texts = LogicalType::LIST(LogicalType::VARCHAR);
  function.named_parameters["lists"] = texts;
  function.named_parameters["json"] = texts;
  function.named_parameters["columns"] = LogicalType::ANY;
  function.named_parameters["cluster"] = LogicalType::VARCHAR;
  duckdb::CreateTableFunctionInfo info(std::move(function));
  info.internal = true;
  duckdb::Catalog::GetSystemCatalog(instance).CreateTableFunction(
      duckdb::CatalogTransaction::GetSystemTransaction(instance), info);
}

}  // namespace recurve::engine
