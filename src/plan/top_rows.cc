// SPDX-License-Identifier: Apache-2.0
#include "plan/top_rows.h"

#include <algorithm>
#include <limits>

#include "arrow/type.h"
#include "fmt/format.h"
#include "plan/field_rules.h"

namespace recurve::plan {

using catalog::Field;
using catalog::FieldKind;

namespace {

/// Why the cluster's order by a field is not SQL's order by its column, or nothing.
std::string WhyNotOrderable(const Field& field) {
  switch (field.kind) {
    case FieldKind::kKeyword:
    case FieldKind::kByte:
    case FieldKind::kShort:
    case FieldKind::kInteger:
    case FieldKind::kLong:
    case FieldKind::kFloat:
    case FieldKind::kDouble:
    case FieldKind::kBoolean:
    case FieldKind::kDate:
      break;
    default:
      return fmt::format("{} of type {} is not sorted by the cluster as by SQL",
                         field.path, field.es_type);
  }
  if (field.inside_nested) return field.path + " is inside a nested object";
  if (field.type->num_fields() > 0) return field.path + " is a list";
  return WhyNotComparable(field);
}

bool IsFloating(const Field& field) {
  return field.kind == FieldKind::kDouble || field.kind == FieldKind::kFloat;
}

std::string WhyNot(const std::vector<SortKey>& keys, int64_t num_rows,
                   const catalog::Table& table) {
  if (num_rows > table.max_result_window) {
    return fmt::format("{} rows are more than one search gives (max_result_window {})",
                       num_rows, table.max_result_window);
  }
  for (const SortKey& key : keys) {
    std::string obstacle = WhyNotOrderable(*key.field);
    if (!obstacle.empty()) return obstacle;
    if (IsFloating(*key.field) && &key != &keys.back()) {
      return fmt::format(
          "the cluster sorts -0.0 before 0.0, which are equal in SQL, so {} can only be "
          "the last key",
          key.field->path);
    }
  }
  return {};
}

}  // namespace

Pushed PushOrder(const std::vector<SortKey>& keys, int64_t num_rows,
                 const catalog::Table& table) {
  Pushed pushed;
  pushed.reason = WhyNot(keys, num_rows, table);
  if (!pushed.reason.empty()) return pushed;
  pushed.exactness = Exactness::kExact;
  pushed.reason = "checked on the snapshot: at most one value per document in";
  for (const SortKey& key : keys) {
    if (std::ranges::find(pushed.proofs, key.field) != pushed.proofs.end()) continue;
    pushed.proofs.push_back(key.field);
    pushed.reason += " " + key.field->path;
  }
  return pushed;
}

std::optional<Literal> NullStandIn(const SortKey& key) {
  const bool smallest = key.nulls_first != key.descending;
  switch (key.field->kind) {
    case FieldKind::kInteger:
      return smallest ? int64_t{std::numeric_limits<int32_t>::min()}
                      : int64_t{std::numeric_limits<int32_t>::max()};
    case FieldKind::kLong:
      return smallest ? std::numeric_limits<int64_t>::min()
                      : std::numeric_limits<int64_t>::max();
    default:
      return std::nullopt;
  }
}

}  // namespace recurve::plan
