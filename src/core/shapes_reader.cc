// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include "core/shapes_reader_internal.h"
#include "fmt/format.h"

namespace recurve::core {

namespace {

arrow::Status ReadColumns(const toml::table& columns, const std::string& parent_path,
                          const std::string& spelling, ColumnShapes& shapes) {
  for (const auto& [key, node] : columns) {
    const std::string name(key.str());
    const std::string path = parent_path.empty() ? name : parent_path + "." + name;
    if (const toml::table* members = node.as_table()) {
      ARROW_RETURN_NOT_OK(ReadColumns(*members, path, spelling, shapes));
      continue;
    }
    const auto text = node.value<std::string>();
    const auto shape = ParseColumnShape(text.value_or(""));
    if (!shape.ok()) {
      return arrow::Status::Invalid(path, " in ", spelling, " ",
                                    shape.status().message());
    }
    shapes[path] = *shape;
  }
  return arrow::Status::OK();
}

arrow::Result<TableShapes> ReadTable(std::string pattern, const toml::table& table,
                                     const std::string& spelling) {
  TableShapes shapes{std::move(pattern), std::nullopt, {}};
  for (const auto& [key, node] : table) {
    if (key.str() == "lists") {
      const std::string text = node.value<std::string>().value_or("");
      if (text != "auto" && text != "declared") {
        return arrow::Status::Invalid(
            "lists in ", spelling, " must be one of declared, auto, not \"", text, '"');
      }
      shapes.lists_by_proof = text == "auto";
      continue;
    }
    const toml::table* columns = node.as_table();
    if (key.str() != "columns" || columns == nullptr) {
      return arrow::Status::Invalid(key.str(), " in ", spelling,
                                    ": a table has lists and columns");
    }
    ARROW_RETURN_NOT_OK(ReadColumns(*columns, "", spelling, shapes.columns));
  }
  return shapes;
}

}  // namespace

arrow::Result<std::vector<TableShapes>> ReadTableShapes(const toml::table& tables,
                                                        const std::string& section,
                                                        const std::string& path) {
  std::vector<TableShapes> all;
  for (const auto& [pattern, node] : tables) {
    const std::string spelling =
        fmt::format("[{}.\"{}\"] in {}", section, pattern.str(), path);
    const toml::table* table = node.as_table();
    if (table == nullptr) {
      return arrow::Status::Invalid(spelling, ": a pattern stands for a table");
    }
    ARROW_ASSIGN_OR_RAISE(auto shapes,
                          ReadTable(std::string(pattern.str()), *table, spelling));
    all.push_back(std::move(shapes));
  }
  return all;
}

}  // namespace recurve::core
