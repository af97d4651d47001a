// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string_view>
#include <utility>

#include "arrow/type.h"
#include "core/error_detail.h"
#include "decode/column_layout_internal.h"
#include "decode/column_writer_internal.h"
#include "fmt/format.h"

namespace recurve::decode {

namespace {

using catalog::Field;

std::vector<std::string_view> SplitPath(std::string_view path) {
  std::vector<std::string_view> steps;
  for (size_t dot; (dot = path.find('.')) != std::string_view::npos;) {
    steps.push_back(path.substr(0, dot));
    path.remove_prefix(dot + 1);
  }
  steps.push_back(path);
  return steps;
}

/// Whether one writer serves both.
bool ReadAlike(const Field& left, const Field& right) {
  return &left == &right ||
         (left.path == right.path && left.kind == right.kind &&
          PlaceOf(left) == PlaceOf(right) && left.es_type == right.es_type);
}

const Field* FindMember(const Field& object, std::string_view path) {
  for (const Field& child : object.children) {
    if (child.path == path) return &child;
    if (const Field* found = FindMember(child, path)) return found;
  }
  return nullptr;
}

bool HasMember(const Field& object, const Field& field) {
  const Field* member = FindMember(object, PlaceOf(field));
  return member != nullptr && ReadAlike(*member, field);
}

/// The wanted fields as a tree by place, before writers are made for it.
struct WantedNode {
  std::string name;
  const Field* field = nullptr;
  std::vector<std::unique_ptr<WantedNode>> children;

  WantedNode* FindChild(std::string_view child_name) const {
    for (const auto& child : children) {
      if (child->name == child_name) return child.get();
    }
    return nullptr;
  }

  WantedNode* AddChild(std::string_view child_name) {
    if (WantedNode* child = FindChild(child_name)) return child;
    children.push_back(std::make_unique<WantedNode>());
    children.back()->name = child_name;
    return children.back().get();
  }

  /// Whether all wanted below this node are members of an object, which has them all.
  bool IsCoveredBy(const Field& object) const {
    return std::ranges::all_of(children, [&](const auto& child) {
      return child->field != nullptr ? HasMember(object, *child->field)
                                     : child->IsCoveredBy(object);
    });
  }

  /// Whether the tree can have one more field.
  bool Takes(const Field& wanted) const {
    const WantedNode* node = this;
    for (const std::string_view step : SplitPath(PlaceOf(wanted))) {
      if (node->field != nullptr) return HasMember(*node->field, wanted);
      node = node->FindChild(step);
      if (node == nullptr) return true;
    }
    if (node->field != nullptr) return ReadAlike(*node->field, wanted);
    return node->IsCoveredBy(wanted);
  }

  void Add(const Field& wanted) {
    WantedNode* node = this;
    for (const std::string_view step : SplitPath(PlaceOf(wanted))) {
      // A wanted object has all that is wanted below it.
      if (node->field != nullptr) return;
      node = node->AddChild(step);
    }
    if (node->field == nullptr) {
      node->field = &wanted;
      node->children.clear();
    }
  }
};

arrow::Status AddWanted(const WantedNode& node, const std::string& path,
                        StructWriter& parent) {
  for (const auto& child : node.children) {
    std::string child_path = path.empty() ? child->name : path + "." + child->name;
    if (child->field != nullptr) {
      ARROW_ASSIGN_OR_RAISE(auto writer, MakeColumnWriter(*child->field));
      parent.AddChild(child->name, std::move(writer));
      continue;
    }
    auto writer = std::make_unique<StructWriter>(child_path, nullptr);
    ARROW_RETURN_NOT_OK(AddWanted(*child, child_path, *writer));
    parent.AddChild(child->name, std::move(writer));
  }
  return arrow::Status::OK();
}

ColumnPlace PlaceIn(StructWriter& parent, const ColumnWriter* child) {
  ColumnPlace place;
  place.parent = &parent;
  while (parent.children()[place.child].get() != child) ++place.child;
  return place;
}

arrow::Result<ColumnPlace> FindPlace(StructWriter* object, const Field& field) {
  const std::string& path = PlaceOf(field);
  const auto steps = SplitPath(path);
  for (size_t i = 0; i < steps.size() && object != nullptr; ++i) {
    ColumnWriter* child = object->FindChild(steps[i]);
    if (child == nullptr) break;
    if (i + 1 == steps.size() || child->path() == path) return PlaceIn(*object, child);
    object = dynamic_cast<StructWriter*>(child);
  }
  return core::MakeError(core::ErrorKind::kInternal,
                         fmt::format("no column can be read at {}", path));
}

bool HasConstants(const Field& field) {
  return !field.constants.empty() || std::ranges::any_of(field.children, HasConstants);
}

arrow::Result<ColumnPlace> AddDocValues(const Field& field, ColumnLayout& layout) {
  if (!layout.doc_values) {
    layout.doc_values = std::make_unique<StructWriter>("", nullptr);
  }
  StructWriter& tree = *layout.doc_values;
  const std::string& place = PlaceOf(field);
  if (field.ignore_above || place != field.path) layout.kept_short.push_back(place);
  if (ColumnWriter* writer = tree.FindChild(place)) return PlaceIn(tree, writer);
  Field printed = field;
  printed.date_format = DocValueFormat(field);
  ARROW_ASSIGN_OR_RAISE(auto writer, MakeColumnWriter(printed));
  return PlaceIn(tree, tree.AddChild(place, std::move(writer)));
}

void AddVirtual(catalog::VirtualColumn column, ColumnLayout& layout) {
  const auto make = [](auto& builder) {
    if (!builder) builder = std::make_unique<arrow::StringBuilder>();
  };
  switch (column) {
    case catalog::VirtualColumn::kId:
      return make(layout.id);
    case catalog::VirtualColumn::kIndex:
      return make(layout.index);
    case catalog::VirtualColumn::kSource:
      layout.needs_source = true;
      return make(layout.source);
    case catalog::VirtualColumn::kIgnored:
      if (!layout.ignored) {
        layout.ignored = std::make_unique<arrow::ListBuilder>(
            arrow::default_memory_pool(), std::make_shared<arrow::StringBuilder>());
      }
      return;
    case catalog::VirtualColumn::kScore:
      if (!layout.score) layout.score = std::make_unique<arrow::FloatBuilder>();
  }
}

}  // namespace

arrow::Result<ColumnLayout> ColumnLayout::Make(const std::vector<OutputColumn>& columns) {
  ColumnLayout layout;
  std::vector<WantedNode> trees;
  std::vector<size_t> tree_of(columns.size());
  for (size_t i = 0; i < columns.size(); ++i) {
    const Field* field = columns[i].field;
    if (field == nullptr || field->read_from != catalog::ValueSource::kSource) continue;
    while (tree_of[i] < trees.size() && !trees[tree_of[i]].Takes(*field)) ++tree_of[i];
    if (tree_of[i] == trees.size()) trees.emplace_back();
    trees[tree_of[i]].Add(*field);
    layout.has_constants |= HasConstants(*field);
    // A constant is known without the document.
    layout.needs_source |= field->constants.empty();
  }
  for (const WantedNode& tree : trees) {
    layout.source_trees.push_back(std::make_unique<StructWriter>("", nullptr));
    ARROW_RETURN_NOT_OK(AddWanted(tree, "", *layout.source_trees.back()));
  }
  arrow::FieldVector fields;
  for (size_t i = 0; i < columns.size(); ++i) {
    const OutputColumn& column = columns[i];
    fields.push_back(arrow::field(column.name, column.type));
    ColumnPlace place;
    if (column.field == nullptr) {
      place.virtual_column = column.virtual_column;
      AddVirtual(column.virtual_column, layout);
    } else if (column.field->read_from == catalog::ValueSource::kDocValues) {
      ARROW_ASSIGN_OR_RAISE(place, AddDocValues(*column.field, layout));
    } else {
      ARROW_ASSIGN_OR_RAISE(
          place, FindPlace(layout.source_trees[tree_of[i]].get(), *column.field));
    }
    layout.places.push_back(place);
  }
  layout.schema = arrow::schema(std::move(fields));
  return layout;
}

}  // namespace recurve::decode
