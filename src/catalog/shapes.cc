// SPDX-License-Identifier: Apache-2.0
#include "catalog/shapes.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include "arrow/type.h"
#include "catalog/field_types_internal.h"
#include "core/error_detail.h"
#include "core/percent_encoding.h"
#include "fmt/format.h"

namespace recurve::catalog {

namespace {

using core::ColumnShape;
using core::ColumnShapes;
using core::ErrorKind;

/// Whether a pattern in which * stands for any text fits all of a text.
bool Fits(std::string_view pattern, std::string_view text) {
  const size_t star = pattern.find('*');
  if (star == std::string_view::npos) return pattern == text;
  if (!text.starts_with(pattern.substr(0, star))) return false;
  pattern.remove_prefix(star + 1);
  text.remove_prefix(star);
  for (size_t taken = 0; taken <= text.size(); ++taken) {
    if (Fits(pattern, text.substr(taken))) return true;
  }
  return false;
}

bool FitsTable(std::string_view pattern, const Table& table) {
  return Fits(pattern, table.name) ||
         std::any_of(table.shards.begin(), table.shards.end(),
                     [&](const Shard& shard) { return Fits(pattern, shard.index); });
}

Field* FindByPath(std::vector<Field>& fields, std::string_view path) {
  for (Field& field : fields) {
    if (field.path == path) return &field;
    if (!field.children.empty() && path.starts_with(field.path + ".")) {
      if (Field* found = FindByPath(field.children, path)) return found;
    }
  }
  return nullptr;
}

void ShapeField(Field& field, const ColumnShape& shape) {
  if (shape.kind == ColumnShape::Kind::kScalar) return;
  field.elements_indexed = shape.kind == ColumnShape::Kind::kList && field.indexed;
  ForbidPushdown(field);
  if (shape.kind == ColumnShape::Kind::kList) {
    field.list_depth = shape.depth;
    return;
  }
  field.kind = FieldKind::kJsonText;
  field.children.clear();
  field.date_format.clear();
}

/// Why a field cannot have a shape, or an empty string.
std::string WhyNotShaped(const Field& field, const ColumnShape& shape) {
  if (shape.kind != ColumnShape::Kind::kList) return {};
  if (field.kind == FieldKind::kJsonText) {
    return fmt::format("the column {} is the JSON text of the whole value ({})",
                       field.path, field.es_type);
  }
  if (field.kind == FieldKind::kNested && shape.depth > 1) {
    return fmt::format("the column {} is a list of depth 1, as every nested object is",
                       field.path);
  }
  if (field.kind == FieldKind::kGeoPoint || field.kind == FieldKind::kVector) {
    return fmt::format("an array is one value of the column {} ({})", field.path,
                       field.es_type);
  }
  if (field.read_from == ValueSource::kDocValues) {
    return fmt::format(
        "the column {} is read from doc values, which keep no order of several values",
        field.path);
  }
  return {};
}

/// The table as its mapping says, with no shapes.
Table Mapped(const Table& table) {
  Table copy = table;
  copy.shapes.clear();
  if (table.mapped) {
    copy.fields = table.mapped->fields;
    copy.hidden = table.mapped->hidden;
    copy.schema = table.mapped->schema;
    copy.mapped = nullptr;
  }
  return copy;
}

/// Give hidden members the shapes that are declared for their paths; what stands below a
/// list or a JSON text is no column any more.
void ShapeHidden(const ColumnShapes& shapes, std::vector<Field>& hidden) {
  for (const auto& [path, shape] : shapes) {
    if (shape.kind == ColumnShape::Kind::kScalar) continue;
    const std::string below = path + ".";
    std::erase_if(hidden, [&](const Field& field) {
      return PlaceOf(field).starts_with(below) || field.path.starts_with(below);
    });
    for (Field& field : hidden) {
      if (PlaceOf(field) == path && WhyNotShaped(field, shape).empty()) {
        ShapeField(field, shape);
      }
    }
  }
}

TablePtr Finish(const Table& mapped, std::vector<Field> fields, ColumnShapes shapes) {
  auto table = std::make_shared<Table>(mapped);
  table->mapped =
      std::make_shared<MappedColumns>(mapped.fields, mapped.hidden, mapped.schema);
  ShapeHidden(shapes, table->hidden);
  AssignTypes(table->hidden);
  table->shapes = std::move(shapes);
  table->fields = std::move(fields);
  AssignTypes(table->fields);
  table->schema = SchemaOf(table->fields);
  return table;
}

}  // namespace

ColumnShapes DeclaredShapes(const std::vector<core::TableShapes>& declared,
                            const Table& table) {
  std::vector<const core::TableShapes*> fitting;
  for (const core::TableShapes& shapes : declared) {
    if (FitsTable(shapes.pattern, table)) fitting.push_back(&shapes);
  }
  const auto rank = [](const ColumnShape& shape) {
    return shape.kind == ColumnShape::Kind::kJson ? core::kMaxListDepth + 1 : shape.depth;
  };
  std::stable_sort(fitting.begin(), fitting.end(),
                   [](const auto* left, const auto* right) {
                     return left->pattern.size() > right->pattern.size();
                   });
  std::map<std::string, size_t> length_of;
  ColumnShapes shapes;
  for (const core::TableShapes* fits : fitting) {
    for (const auto& [path, shape] : fits->columns) {
      const auto [place, is_new] = length_of.try_emplace(path, fits->pattern.size());
      const bool equally_long = place->second == fits->pattern.size();
      if (is_new || (equally_long && rank(shape) > rank(shapes[path]))) {
        shapes[path] = shape;
      }
    }
  }
  return shapes;
}

bool WantsListsByProof(const std::vector<core::TableShapes>& declared, const Table& table,
                       bool otherwise) {
  size_t longest = 0;
  bool wants = otherwise;
  for (const core::TableShapes& shapes : declared) {
    if (!shapes.lists_by_proof || shapes.pattern.size() < longest) continue;
    if (!FitsTable(shapes.pattern, table)) continue;
    // Of equally long ones, the one that finds more.
    const bool equally_long = shapes.pattern.size() == longest;
    wants = *shapes.lists_by_proof || (equally_long && wants);
    longest = shapes.pattern.size();
  }
  return wants;
}

TablePtr WithShapes(const TablePtr& table, const ColumnShapes& shapes) {
  if (shapes == table->shapes) return table;
  const Table mapped = Mapped(*table);
  std::vector<Field> fields = mapped.fields;
  // Parents first: a parent that is JSON text has no members.
  for (const auto& [path, shape] : shapes) {
    Field* field = FindByPath(fields, path);
    if (field != nullptr && WhyNotShaped(*field, shape).empty()) {
      ShapeField(*field, shape);
    }
  }
  return Finish(mapped, std::move(fields), shapes);
}

arrow::Result<TablePtr> Reshape(const TablePtr& table, const ColumnShapes& shapes) {
  if (shapes.empty()) return table;
  std::vector<Field> fields = Mapped(*table).fields;
  for (const auto& [path, shape] : shapes) {
    const Field* field = FindByPath(fields, path);
    if (field == nullptr) {
      return core::MakeError(ErrorKind::kNotFound,
                             fmt::format("no field {} in {}", path, table->name));
    }
    if (const std::string why = WhyNotShaped(*field, shape); !why.empty()) {
      return core::MakeError(ErrorKind::kUnsupported, why);
    }
  }
  ColumnShapes all = table->shapes;
  for (const auto& [path, shape] : shapes) all[path] = shape;
  return WithShapes(table, all);
}

std::string WriteShapedName(const ShapedName& name) {
  std::string text = name.table;
  for (const auto& [path, shape] : name.shapes) {
    text += fmt::format("#{}:{}", core::ToString(shape), core::PercentEncode(path));
  }
  return text;
}

namespace {

std::string PercentDecode(std::string_view text) {
  std::string plain;
  for (size_t i = 0; i < text.size(); ++i) {
    int byte = 0;
    const char* const end = text.data() + std::min(text.size(), i + 3);
    if (text[i] == '%' &&
        std::from_chars(text.data() + i + 1, end, byte, 16).ptr == text.data() + i + 3) {
      plain += static_cast<char>(byte);
      i += 2;
    } else {
      plain += text[i];
    }
  }
  return plain;
}

}  // namespace

arrow::Result<ShapedName> ReadShapedName(std::string_view text) {
  ShapedName name;
  size_t hash = text.find('#');
  name.table = text.substr(0, hash);
  while (hash != std::string_view::npos) {
    text.remove_prefix(hash + 1);
    hash = text.find('#');
    const std::string_view part = text.substr(0, hash);
    const size_t colon = part.find(':');
    auto shape = core::ParseColumnShape(part.substr(0, colon));
    if (colon == std::string_view::npos || !shape.ok()) {
      return core::MakeError(
          ErrorKind::kNotFound,
          fmt::format("no index can be named so: {}#{}", name.table, part));
    }
    name.shapes[PercentDecode(part.substr(colon + 1))] = *shape;
  }
  return name;
}

}  // namespace recurve::catalog
