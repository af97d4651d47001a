// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>
#include <string_view>
#include <unordered_map>

#include "arrow/type.h"
#include "catalog/field_types_internal.h"
#include "fmt/format.h"

namespace recurve::catalog {

namespace {

// docs/types.md, one row each.
constexpr std::pair<std::string_view, FieldKind> kTypes[] = {
    {"keyword", FieldKind::kKeyword},
    {"constant_keyword", FieldKind::kConstantKeyword},
    {"wildcard", FieldKind::kWildcard},
    {"text", FieldKind::kText},
    {"match_only_text", FieldKind::kText},
    {"annotated_text", FieldKind::kText},
    {"search_as_you_type", FieldKind::kText},
    {"pattern_text", FieldKind::kText},
    {"counted_keyword", FieldKind::kText},
    {"icu_collation_keyword", FieldKind::kText},
    {"byte", FieldKind::kByte},
    {"short", FieldKind::kShort},
    {"integer", FieldKind::kInteger},
    {"long", FieldKind::kLong},
    {"unsigned_long", FieldKind::kUnsignedLong},
    {"half_float", FieldKind::kHalfFloat},
    {"float", FieldKind::kFloat},
    {"double", FieldKind::kDouble},
    {"scaled_float", FieldKind::kScaledFloat},
    {"boolean", FieldKind::kBoolean},
    {"date", FieldKind::kDate},
    {"date_nanos", FieldKind::kDateNanos},
    {"ip", FieldKind::kIp},
    {"version", FieldKind::kVersion},
    {"binary", FieldKind::kBinary},
    {"token_count", FieldKind::kInteger},
    {"murmur3", FieldKind::kLong},
    {"rank_feature", FieldKind::kFloat},
    {"geo_point", FieldKind::kGeoPoint},
    {"dense_vector", FieldKind::kVector},
    {"knn_vector", FieldKind::kVector},
    {"object", FieldKind::kObject},
    {"passthrough", FieldKind::kObject},
    {"nested", FieldKind::kNested},
};

std::shared_ptr<arrow::DataType> StructOf(const std::vector<Field>& fields) {
  arrow::FieldVector members;
  members.reserve(fields.size());
  for (const Field& field : fields) {
    members.push_back(arrow::field(field.name, field.type));
  }
  return arrow::struct_(std::move(members));
}

}  // namespace

std::span<const std::pair<std::string_view, FieldKind>> KnownTypes() { return kTypes; }

FieldKind KindOfType(std::string_view es_type) {
  for (const auto& [known, kind] : kTypes) {
    if (known == es_type) return kind;
  }
  return FieldKind::kJsonText;
}

std::shared_ptr<arrow::DataType> LeafType(FieldKind kind) {
  switch (kind) {
    case FieldKind::kByte:
      return arrow::int8();
    case FieldKind::kShort:
      return arrow::int16();
    case FieldKind::kInteger:
      return arrow::int32();
    case FieldKind::kLong:
      return arrow::int64();
    case FieldKind::kUnsignedLong:
      return arrow::uint64();
    case FieldKind::kHalfFloat:
    case FieldKind::kFloat:
      return arrow::float32();
    case FieldKind::kDouble:
    case FieldKind::kScaledFloat:
      return arrow::float64();
    case FieldKind::kBoolean:
      return arrow::boolean();
    case FieldKind::kDate:
      return arrow::timestamp(arrow::TimeUnit::MICRO, "UTC");
    case FieldKind::kDateNanos:
      return arrow::timestamp(arrow::TimeUnit::NANO, "UTC");
    case FieldKind::kBinary:
      return arrow::binary();
    case FieldKind::kGeoPoint:
      return arrow::struct_(
          {arrow::field("lat", arrow::float64()), arrow::field("lon", arrow::float64())});
    case FieldKind::kVector:
      return arrow::list(arrow::float32());
    case FieldKind::kKeyword:
    case FieldKind::kConstantKeyword:
    case FieldKind::kWildcard:
    case FieldKind::kText:
    case FieldKind::kIp:
    case FieldKind::kVersion:
    case FieldKind::kObject:
    case FieldKind::kNested:
    case FieldKind::kJsonText:
      return arrow::utf8();
  }
  return arrow::utf8();
}

std::string_view DefaultDateFormat(FieldKind kind) {
  return kind == FieldKind::kDateNanos ? "strict_date_optional_time_nanos||epoch_millis"
                                       : "strict_date_optional_time||epoch_millis";
}

void ForbidPushdown(Field& field) {
  field.indexed = false;
  field.doc_values = false;
  for (Field& child : field.children) ForbidPushdown(child);
  for (Field& sub_field : field.sub_fields) ForbidPushdown(sub_field);
}

namespace {

std::string Lower(std::string_view name) {
  std::string lower(name);
  for (char& c : lower) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return lower;
}

// SQL does not tell "n" from "N". Siblings that differ by nothing else are named by which
// of their letters are capitals ("n__0", "N__1"), so that a name never comes to mean
// another field because a document brought one more spelling.
void NameApart(std::vector<Field>& fields) {
  std::unordered_map<std::string, int> spellings;
  for (const Field& field : fields) ++spellings[Lower(field.name)];
  for (Field& field : fields) {
    if (spellings[Lower(field.name)] == 1) continue;
    uint64_t capitals = 0;
    for (size_t i = 0; i < field.name.size() && i < 64; ++i) {
      if (field.name[i] >= 'A' && field.name[i] <= 'Z') capitals |= uint64_t{1} << i;
    }
    field.name += fmt::format("__{:x}", capitals);
  }
}

}  // namespace

void AssignTypes(std::vector<Field>& fields, const std::string& nested_path) {
  NameApart(fields);
  for (Field& field : fields) {
    field.nested_path = nested_path;
    if (IsObject(field.kind) && field.children.empty()) field.kind = FieldKind::kJsonText;
    if (IsObject(field.kind)) {
      AssignTypes(field.children,
                  field.kind == FieldKind::kNested ? field.path : nested_path);
      field.type = StructOf(field.children);
    } else {
      field.type = LeafType(field.kind);
      for (Field& sub_field : field.sub_fields) {
        sub_field.type = LeafType(sub_field.kind);
        sub_field.nested_path = nested_path;
      }
    }
    const int own_depth = field.kind == FieldKind::kNested ? 1 : 0;
    const int depth = std::max(field.list_depth, own_depth);
    for (int i = 0; i < depth; ++i) field.type = arrow::list(field.type);
  }
}

std::shared_ptr<arrow::Schema> SchemaOf(const std::vector<Field>& fields) {
  return arrow::schema(StructOf(fields)->fields());
}

}  // namespace recurve::catalog
