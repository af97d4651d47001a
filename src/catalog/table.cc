// SPDX-License-Identifier: Apache-2.0
#include "catalog/table.h"

#include "arrow/type.h"

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

bool IsStruct(const Field& field) {
  return field.kind == FieldKind::kObject && field.list_depth == 0;
}

const std::string& PlaceOf(const Field& field) {
  return field.source_path.empty() ? field.path : field.source_path;
}

bool MayBeAddedLater(const Field& field) {
  return field.read_from == ValueSource::kSource && !field.source_path.empty();
}

std::string_view DocValueFormat(const Field& field) {
  switch (field.kind) {
    case FieldKind::kDate:
      return "epoch_millis";
    case FieldKind::kDateNanos:
      return "strict_date_optional_time_nanos";
    default:
      return {};
  }
}

std::string_view ToString(VirtualColumn column) {
  switch (column) {
    case VirtualColumn::kId:
      return "_id";
    case VirtualColumn::kIndex:
      return "_index";
    case VirtualColumn::kSource:
      return "_source";
    case VirtualColumn::kIgnored:
      return "_ignored";
    case VirtualColumn::kScore:
      return "_score";
  }
  return "";
}

std::shared_ptr<arrow::DataType> TypeOf(VirtualColumn column) {
  switch (column) {
    case VirtualColumn::kIgnored:
      return arrow::list(arrow::utf8());
    case VirtualColumn::kScore:
      return arrow::float32();
    case VirtualColumn::kId:
    case VirtualColumn::kIndex:
    case VirtualColumn::kSource:
      break;
  }
  return arrow::utf8();
}

const Field* Table::Find(std::string_view path) const { return FindIn(fields, path); }

}  // namespace recurve::catalog
