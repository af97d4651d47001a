// SPDX-License-Identifier: Apache-2.0
#include "catalog/column_marks.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "arrow/type.h"
#include "catalog/field_types_internal.h"
#include "core/fnv.h"

namespace recurve::catalog {

namespace {

/// `name`: from the top, the names of objects and dots before it. With the path, because
/// a name can be made: the same one may be another field's tomorrow.
uint32_t MarkOf(std::string_view name, std::string_view path) {
  constexpr std::string_view kBetween("\0", 1);
  const uint64_t hash = core::Fnv1a(path, core::Fnv1a(kBetween, core::Fnv1a(name)));
  return static_cast<uint32_t>(hash ^ hash >> 32);
}

class Marker {
 public:
  /// False if two columns have one mark.
  bool Add(const std::vector<Field>& fields, const std::string& above) {
    for (const Field& field : fields) {
      const std::string name = above + field.name;
      const uint32_t mark = MarkOf(name, field.path);
      if (!taken_.insert(mark).second) return false;
      marks_.push_back(mark);
      if (!Add(field.children, name + ".")) return false;
    }
    return true;
  }

  /// A hidden column that is a member of an object too has the member's mark.
  void AddHidden(const std::vector<Field>& hidden) {
    for (const Field& field : hidden) {
      const uint32_t mark = MarkOf(field.name, field.path);
      if (taken_.insert(mark).second) marks_.push_back(mark);
    }
  }

  ColumnMarks marks() && { return std::move(marks_); }

 private:
  std::unordered_set<uint32_t> taken_;
  ColumnMarks marks_;
};

class Selection {
 public:
  explicit Selection(const ColumnMarks& marks) {
    for (size_t i = 0; i < marks.size(); ++i) places_.emplace(marks[i], i);
  }

  /// Keep what is marked of one level and of the levels below. A new index of a pattern
  /// may have brought another order.
  void Keep(std::vector<Field>& fields, const std::string& above) {
    std::vector<std::pair<size_t, Field>> kept;
    for (Field& field : fields) {
      const std::string name = above + field.name;
      const auto place = Meet(name, field.path);
      if (!place) continue;
      // An object that loses all members had none: AssignTypes makes it JSON text again.
      Keep(field.children, name + ".");
      kept.emplace_back(*place, std::move(field));
    }
    std::ranges::stable_sort(kept, {}, &std::pair<size_t, Field>::first);
    fields.clear();
    for (auto& [place, field] : kept) fields.push_back(std::move(field));
  }

  void KeepHidden(std::vector<Field>& hidden) {
    std::erase_if(hidden,
                  [&](const Field& field) { return !Meet(field.name, field.path); });
  }

  bool all_met() const { return met_.size() == places_.size(); }

 private:
  std::optional<size_t> Meet(std::string_view name, std::string_view path) {
    const auto found = places_.find(MarkOf(name, path));
    if (found == places_.end()) return std::nullopt;
    met_.insert(found->second);
    return found->second;
  }

  std::unordered_map<uint32_t, size_t> places_;
  std::unordered_set<size_t> met_;
};

}  // namespace

std::optional<ColumnMarks> MarksOf(const Table& table) {
  Marker marker;
  if (!marker.Add(table.fields, "")) return std::nullopt;
  marker.AddHidden(table.hidden);
  return std::move(marker).marks();
}

TablePtr WithMarkedColumns(const TablePtr& table, const ColumnMarks& marks) {
  if (MarksOf(*table) == marks) return table;
  auto narrow = std::make_shared<Table>(*table);
  Selection selection(marks);
  selection.Keep(narrow->fields, "");
  selection.KeepHidden(narrow->hidden);
  if (!selection.all_met()) return nullptr;
  if (!narrow->mapped) {
    narrow->mapped =
        std::make_shared<MappedColumns>(table->fields, table->hidden, table->schema);
  }
  AssignTypes(narrow->fields);
  narrow->schema = SchemaOf(narrow->fields);
  return narrow;
}

}  // namespace recurve::catalog
