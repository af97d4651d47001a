// SPDX-License-Identifier: Apache-2.0
#include "catalog/table.h"

namespace recurve::catalog {

namespace {

const Field* FindIn(const std::vector<Field>& fields, std::string_view path) {
  for (const Field& field : fields) {
    if (!path.starts_with(field.name)) continue;
    if (path.size() == field.name.size()) return &field;
    if (path[field.name.size()] != '.') continue;
    if (const Field* found = FindIn(field.children, path.substr(field.name.size() + 1))) {
      return found;
    }
  }
  return nullptr;
}

}  // namespace

bool IsObject(FieldKind kind) {
  return kind == FieldKind::kObject || kind == FieldKind::kNested;
}

std::string_view ToString(VirtualColumn column) {
  switch (column) {
    case VirtualColumn::kId:
      return "_id";
    case VirtualColumn::kIndex:
      return "_index";
  }
  return "";
}

const Field* Table::Find(std::string_view path) const { return FindIn(fields, path); }

}  // namespace recurve::catalog
