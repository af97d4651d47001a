// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <unordered_set>
#include <utility>

#include "catalog/column_places_internal.h"
#include "catalog/field_types_internal.h"
#include "fmt/format.h"

namespace recurve::catalog {

namespace {

template <typename Fields>
auto FindAt(Fields& fields, std::string_view path) -> decltype(fields.data()) {
  for (auto& field : fields) {
    if (field.path == path) return &field;
    if (!path.starts_with(field.path)) continue;
    if (auto* found = FindAt(field.children, path)) return found;
    if (auto* found = FindAt(field.sub_fields, path)) return found;
  }
  return nullptr;
}

/// Keywords whose doc values are the text that they were made from.
const Field* StandIn(const Field& text) {
  const auto found = std::ranges::find_if(text.sub_fields, [](const Field& field) {
    return field.kind == FieldKind::kKeyword && field.readable_from_doc_values &&
           !field.has_normalizer && !field.null_value;
  });
  return found == text.sub_fields.end() ? nullptr : &*found;
}

void Hide(Field field, std::string name, std::vector<Field>& hidden) {
  field.name = std::move(name);
  field.sub_fields.clear();
  hidden.push_back(std::move(field));
}

void HideSubFields(const std::vector<Field>& fields, std::vector<Field>& hidden) {
  for (const Field& field : fields) {
    HideSubFields(field.children, hidden);
    for (const Field& sub_field : field.sub_fields) {
      if (!sub_field.inside_nested) Hide(sub_field, sub_field.path, hidden);
    }
  }
}

// Takes what cannot be read where it stands out of an object, or at the top.
void TakeOut(std::vector<Field>& fields, bool is_top, std::vector<Field>& readable,
             std::vector<Field>& unreadable) {
  std::erase_if(fields, [&](Field& field) {
    if (IsObject(field.kind)) {
      if (field.children.empty()) return false;
      TakeOut(field.children, false, readable, unreadable);
      return field.children.empty();
    }
    if (!field.unreadable.empty()) {
      Hide(field, field.path, unreadable);
      return true;
    }
    if (is_top || field.read_from == ValueSource::kSource) return false;
    field.name = field.path;
    readable.push_back(field);
    return true;
  });
}

// The member at a path, taken out of its object.
bool TakeMember(std::vector<Field>& fields, std::string_view path, bool is_top,
                Field* member) {
  for (auto field = fields.begin(); field != fields.end(); ++field) {
    if (!is_top && field->path == path && !IsObject(field->kind)) {
      *member = std::move(*field);
      fields.erase(field);
      return true;
    }
    if (!path.starts_with(field->path) || !IsObject(field->kind)) continue;
    if (TakeMember(field->children, path, false, member)) {
      if (field->children.empty()) fields.erase(field);
      return true;
    }
  }
  return false;
}

void Join(Field& field, Field& other) {
  field.readable_from_doc_values &= other.readable_from_doc_values;
  if (field.unreadable.empty()) field.unreadable = other.unreadable;
  if (other.path != other.name && other.ignore_above) {
    field.readable_from_doc_values = false;
  }
  if (field.kind != other.kind) {
    field.unreadable = fmt::format("it is {} in one index and {} in another",
                                   field.es_type, other.es_type);
  }
  ReadUnderItsOwnName(field);
  ForbidPushdown(field);
}

}  // namespace

Field* FindField(std::vector<Field>& fields, std::string_view path) {
  return FindAt(fields, path);
}

const Field* FindField(const std::vector<Field>& fields, std::string_view path) {
  return FindAt(fields, path);
}

void CollectPaths(const std::vector<Field>& fields,
                  std::unordered_set<std::string>& paths) {
  for (const Field& field : fields) {
    paths.insert(field.path);
    CollectPaths(field.children, paths);
    CollectPaths(field.sub_fields, paths);
  }
}

void ReadFromDocValues(Field& field, const std::string& why) {
  for (Field& child : field.children) ReadFromDocValues(child, why);
  for (Field& sub_field : field.sub_fields) ReadFromDocValues(sub_field, why);
  if (IsObject(field.kind)) return;
  field.source_path.clear();
  if (field.readable_from_doc_values) {
    field.read_from = ValueSource::kDocValues;
  } else if (const Field* stand_in = StandIn(field)) {
    field.read_from = ValueSource::kDocValues;
    field.source_path = stand_in->path;
  } else if (field.inside_nested) {
    field.unreadable = why + ", and nested objects have no doc values of their own";
  } else if (field.ignore_above && !field.records_ignored) {
    field.unreadable =
        why + ", and this index does not tell which values are over ignore_above";
  } else {
    field.unreadable = fmt::format("{}, and a field of type {} has no doc values{}", why,
                                   field.es_type, field.es_type == "text" ? "" : " here");
  }
}

void ReadUnderItsOwnName(Field& field) {
  if (field.path != field.name) {
    // An alias: `_ignored` names its target.
    if (field.ignore_above) field.readable_from_doc_values = false;
    ForbidPushdown(field);
    field.path = field.name;
  }
  if (field.unreadable.empty()) {
    ReadFromDocValues(field, "its indices have it in several places");
  }
}

void PlaceColumns(const std::vector<Alias>& aliases, bool flat,
                  std::vector<Field>& fields, std::vector<Field>& hidden) {
  for (const Alias& alias : aliases) {
    const Field* target = FindAt(fields, alias.target);
    if (target == nullptr || IsObject(target->kind) || target->inside_nested) continue;
    Hide(*target, alias.name, hidden);
  }
  HideSubFields(fields, hidden);
  std::vector<Field> readable;
  TakeOut(fields, /*is_top=*/true, readable, hidden);
  std::vector<Field>& place = flat ? fields : hidden;
  for (Field& field : readable) place.push_back(std::move(field));
}

void HideMembers(const std::vector<Field>& fields, std::vector<Field>& hidden) {
  std::unordered_set<std::string> taken;
  for (const Field& field : fields) taken.insert(field.name);
  for (const Field& field : hidden) taken.insert(field.name);
  const auto hide = [&](const auto& self, const std::vector<Field>& members) -> void {
    for (const Field& member : members) {
      if (member.kind == FieldKind::kObject) {
        self(self, member.children);
      } else if (member.kind != FieldKind::kNested && taken.insert(member.path).second) {
        Hide(member, member.path, hidden);
        hidden.back().sub_fields = member.sub_fields;
      }
    }
  };
  for (const Field& field : fields) {
    if (field.kind == FieldKind::kObject) hide(hide, field.children);
  }
}

void JoinPlaces(std::vector<Field>& fields, std::vector<Field>& hidden) {
  std::unordered_set<std::string> names;
  for (const Field& field : fields) names.insert(field.name);
  std::erase_if(hidden, [&](Field& field) {
    if (!names.contains(field.name)) return false;
    const auto column = std::ranges::find(fields, field.name, &Field::name);
    if (column == fields.end() || IsObject(column->kind)) return false;
    Join(*column, field);
    if (column->unreadable.empty()) return true;
    field = std::move(*column);
    fields.erase(column);
    return false;
  });
  std::unordered_set<std::string> members;
  for (const Field& field : fields) CollectPaths(field.children, members);
  const auto take_members = [&](std::vector<Field>& columns) {
    // Taking a member may remove its object, so go by name.
    std::vector<std::string> in_both;
    for (const Field& column : columns) {
      if (members.contains(column.name)) in_both.push_back(column.name);
    }
    for (const std::string& name : in_both) {
      Field member;
      if (!TakeMember(fields, name, /*is_top=*/true, &member)) continue;
      const auto column = std::ranges::find(columns, name, &Field::name);
      Join(*column, member);
    }
  };
  take_members(hidden);
  take_members(fields);
  std::vector<Field> readable;
  TakeOut(fields, /*is_top=*/true, readable, hidden);
  for (Field& field : readable) hidden.push_back(std::move(field));
}

}  // namespace recurve::catalog
