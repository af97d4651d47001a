// SPDX-License-Identifier: Apache-2.0
#include "catalog/mapping_merge.h"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "catalog/column_places_internal.h"
#include "catalog/date_format_merge_internal.h"
#include "catalog/field_types_internal.h"
#include "fmt/format.h"

namespace recurve::catalog {

namespace {

constexpr std::string_view kConflict = "conflict: ";

bool IsSignedInteger(FieldKind kind) {
  return kind == FieldKind::kByte || kind == FieldKind::kShort ||
         kind == FieldKind::kInteger || kind == FieldKind::kLong;
}

bool IsFloating(FieldKind kind) {
  return kind == FieldKind::kHalfFloat || kind == FieldKind::kFloat ||
         kind == FieldKind::kDouble || kind == FieldKind::kScaledFloat;
}

bool IsNumber(FieldKind kind) {
  return IsSignedInteger(kind) || IsFloating(kind) || kind == FieldKind::kUnsignedLong;
}

bool IsText(FieldKind kind) {
  return kind == FieldKind::kKeyword || kind == FieldKind::kConstantKeyword ||
         kind == FieldKind::kWildcard || kind == FieldKind::kText ||
         kind == FieldKind::kIp || kind == FieldKind::kVersion;
}

bool IsDate(FieldKind kind) {
  return kind == FieldKind::kDate || kind == FieldKind::kDateNanos;
}

/// The kind that holds the values of two different ones, if there is one.
std::optional<FieldKind> Widen(FieldKind left, FieldKind right) {
  if (IsSignedInteger(left) && IsSignedInteger(right)) {
    return std::max(left, right);  // enumerators stand in order of width
  }
  if (IsNumber(left) && IsNumber(right)) {
    // No Arrow integer holds both long and unsigned_long.
    if (!IsFloating(left) && !IsFloating(right)) return std::nullopt;
    const bool both_short =
        std::max(left, right) <= FieldKind::kFloat && IsFloating(std::min(left, right));
    return both_short ? FieldKind::kFloat : FieldKind::kDouble;
  }
  if (IsText(left) && IsText(right)) return FieldKind::kText;
  if (IsDate(left) && IsDate(right)) return FieldKind::kDateNanos;
  return std::nullopt;
}

template <typename Visit>
void ForEachConstant(const std::vector<Field>& fields, Visit visit) {
  for (const Field& field : fields) {
    ForEachConstant(field.children, visit);
    if (!field.constants.empty()) visit(field);
  }
}

void DropConstants(std::vector<Field>& fields) {
  for (Field& field : fields) {
    DropConstants(field.children);
    field.constants.clear();
  }
}

class MappingMerger {
 public:
  explicit MappingMerger(const std::vector<IndexMapping>& mappings)
      : mappings_(mappings) {}

  std::vector<Field> Merge(std::vector<Field>* hidden) {
    for (const IndexMapping& entry : mappings_) {
      if (!merged_.insert(entry.mapping.get()).second) continue;
      current_ = &entry;
      if (merged_.size() == 1) {
        fields_ = entry.mapping->fields;
        hidden_ = entry.mapping->hidden;
      } else {
        // First, while `fields_` still is what the earlier indices have.
        MergeHidden(hidden_, entry.mapping->hidden);
        MergeLevel(fields_, entry.mapping->fields);
      }
      CollectPaths(entry.mapping->fields, paths_);
      some_keep_unmapped_values_ |= entry.mapping->keeps_unmapped_values;
    }
    NameConstants();
    if (merged_.size() > 1) JoinPlaces(fields_, hidden_);
    AssignTypes(fields_);
    HideMembers(fields_, hidden_);
    AssignTypes(hidden_);
    if (hidden != nullptr) *hidden = std::move(hidden_);
    return std::move(fields_);
  }

 private:
  // Every index has its own value of a constant_keyword, also one whose mapping has been
  // merged already.
  void NameConstants() {
    DropConstants(fields_);
    DropConstants(hidden_);
    for (const IndexMapping& entry : mappings_) {
      if (!entry.mapping->has_constants) continue;
      const auto add_to = [&](std::vector<Field>& target) {
        return [&](const Field& field) {
          Field* merged = FindField(target, field.path);
          if (merged == nullptr) return;
          merged->constants.emplace_back(entry.index, field.constants.front().second);
        };
      };
      ForEachConstant(entry.mapping->fields, add_to(fields_));
      ForEachConstant(entry.mapping->hidden, add_to(hidden_));
    }
  }

  void MergeHidden(std::vector<Field>& target, const std::vector<Field>& source) {
    const Mapping& mapping = *current_->mapping;
    std::unordered_set<std::string> paths;
    CollectPaths(mapping.fields, paths);
    std::unordered_map<std::string_view, size_t> positions;
    for (size_t i = 0; i < source.size(); ++i) positions.emplace(source[i].name, i);
    std::vector<bool> met(source.size());
    for (Field& field : target) {
      const auto found = positions.find(field.name);
      if (found != positions.end()) {
        met[found->second] = true;
        MergeField(field, source[found->second]);
      } else if (mapping.keeps_unmapped_values || paths.contains(PlaceOf(field))) {
        // The index has the value's place, but not under this name.
        ReadUnderItsOwnName(field);
      }
    }
    for (size_t i = 0; i < source.size(); ++i) {
      if (met[i]) continue;
      target.push_back(source[i]);
      if (some_keep_unmapped_values_ || paths_.contains(PlaceOf(source[i]))) {
        ReadUnderItsOwnName(target.back());
      }
    }
  }

  void MergeSubFields(Field& field, const Field& other) {
    std::erase_if(field.sub_fields, [&](Field& sub_field) {
      const auto same = std::ranges::find(other.sub_fields, sub_field.name, &Field::name);
      if (same == other.sub_fields.end()) return true;
      MergeField(sub_field, *same);
      return false;
    });
  }

  void MergeLevel(std::vector<Field>& target, const std::vector<Field>& source) {
    std::unordered_map<std::string_view, size_t> positions;
    for (size_t i = 0; i < source.size(); ++i) positions.emplace(source[i].name, i);
    std::vector<bool> met(source.size());
    for (Field& field : target) {
      const auto found = positions.find(field.name);
      if (found == positions.end()) {
        // This index may hold values that its queries do not see but its `_source` shows.
        if (current_->mapping->keeps_unmapped_values) ForbidPushdown(field);
        continue;
      }
      met[found->second] = true;
      MergeField(field, source[found->second]);
    }
    for (size_t i = 0; i < source.size(); ++i) {
      if (met[i]) continue;
      target.push_back(source[i]);
      if (some_keep_unmapped_values_) ForbidPushdown(target.back());
    }
  }

  void MergeField(Field& field, const Field& other) {
    if (field.es_type.starts_with(kConflict)) return;
    if (field.kind != other.kind) return MergeKinds(field, other);
    if (IsObject(field.kind)) return MergeLevel(field.children, other.children);
    if (field.kind == FieldKind::kJsonText && field.es_type != other.es_type) {
      return Conflict(field, other);
    }
    if (field.kind == FieldKind::kScaledFloat &&
        field.scaling_factor != other.scaling_factor) {
      field.kind = FieldKind::kDouble;
      ForbidPushdown(field);
    }
    MergeFacts(field, other);
  }

  void MergeKinds(Field& field, const Field& other) {
    const auto wide = Widen(field.kind, other.kind);
    if (!wide) return Conflict(field, other);
    // What an earlier index widened keeps its description.
    const std::string es_type = field.kind == *wide && IsDescribed(field)
                                    ? field.es_type
                                    : Describe(field, other);
    field.kind = *wide;
    MergeFacts(field, other);
    // A conflict of date formats has described itself.
    if (!field.es_type.starts_with(kConflict)) field.es_type = es_type;
    ForbidPushdown(field);
  }

  void MergeFacts(Field& field, const Field& other) {
    field.indexed &= other.indexed;
    field.doc_values &= other.doc_values;
    field.source_findable &= other.source_findable;
    field.has_normalizer |= other.has_normalizer;
    field.ignore_malformed |= other.ignore_malformed;
    field.coerce |= other.coerce;
    field.records_ignored &= other.records_ignored;
    if (field.float_rounding != other.float_rounding) {
      field.float_rounding = FloatRounding::kUnknown;
    }
    if (other.ignore_above) {
      field.ignore_above =
          std::min(field.ignore_above.value_or(*other.ignore_above), *other.ignore_above);
    }
    if (field.null_value != other.null_value) ForbidPushdown(field);
    MergeSubFields(field, other);
    field.readable_from_doc_values &= other.readable_from_doc_values;
    if (field.unreadable.empty()) field.unreadable = other.unreadable;
    if (field.path != other.path || field.source_path != other.source_path ||
        field.read_from != other.read_from) {
      ReadUnderItsOwnName(field);
    }
    if (IsDate(field.kind)) {
      const auto format = MergeDateFormats(field.date_format, other.date_format);
      if (!format) return Conflict(field, other);
      field.date_format = *format;
    }
  }

  void Conflict(Field& field, const Field& other) {
    std::string es_type = std::string(kConflict) + Describe(field, other);
    field.kind = FieldKind::kJsonText;
    field.es_type = std::move(es_type);
    field.date_format.clear();
    field.children.clear();
    field.sub_fields.clear();
    if (field.read_from == ValueSource::kDocValues || !field.source_path.empty()) {
      field.unreadable = field.es_type;
    }
    ForbidPushdown(field);
  }

  /// Whether the field is already described by the indices that were widened.
  static bool IsDescribed(const Field& field) {
    return field.es_type.find(" in ") != std::string::npos;
  }

  /// "long in orders-1, keyword in orders-2"
  std::string Describe(const Field& field, const Field& other) const {
    const auto type_of = [](const Field& described) {
      return described.date_format.empty()
                 ? described.es_type
                 : fmt::format("{} ({})", described.es_type, described.date_format);
    };
    for (const IndexMapping& earlier : mappings_) {
      if (&earlier == current_) break;
      const Field* first = FindField(earlier.mapping->fields, field.path);
      if (first == nullptr) continue;
      return fmt::format("{} in {}, {} in {}", type_of(*first), earlier.index,
                         type_of(other), current_->index);
    }
    return fmt::format("{}, {} in {}", type_of(field), type_of(other), current_->index);
  }

  const std::vector<IndexMapping>& mappings_;
  const IndexMapping* current_ = nullptr;
  std::unordered_set<const Mapping*> merged_;
  bool some_keep_unmapped_values_ = false;
  std::vector<Field> fields_;
  std::vector<Field> hidden_;
  std::unordered_set<std::string> paths_;  ///< of the indices merged so far
};

}  // namespace

std::vector<Field> MergeMappings(const std::vector<IndexMapping>& mappings,
                                 std::vector<Field>* hidden) {
  return MappingMerger(mappings).Merge(hidden);
}

}  // namespace recurve::catalog
