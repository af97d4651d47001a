// SPDX-License-Identifier: Apache-2.0
#include "plan/road_rules.h"

#include <algorithm>
#include <string_view>

#include "fmt/format.h"
#include "plan/field_rules.h"

namespace recurve::plan {

using catalog::Field;
using catalog::FieldKind;

namespace {

// The mapping type whose doc values a kind's rule is about. A field that several indices
// were merged into, or another type of the same kind, has another name and no rule.
std::string_view TypeOfRule(FieldKind kind) {
  switch (kind) {
    case FieldKind::kKeyword:
      return "keyword";
    case FieldKind::kByte:
      return "byte";
    case FieldKind::kShort:
      return "short";
    case FieldKind::kInteger:
      return "integer";
    case FieldKind::kLong:
      return "long";
    case FieldKind::kFloat:
      return "float";
    case FieldKind::kDouble:
      return "double";
    case FieldKind::kBoolean:
      return "boolean";
    case FieldKind::kDate:
      return "date";
    case FieldKind::kIp:
      return "ip";
    default:
      return {};
  }
}

std::string WhyNotOfType(const Field& field) {
  switch (field.kind) {
    case FieldKind::kObject:
    case FieldKind::kNested:
      return fmt::format("{} is read as a whole object", field.path);
    case FieldKind::kText:
      return fmt::format("{} is text, which has no doc values", field.path);
    case FieldKind::kHalfFloat:
    case FieldKind::kScaledFloat:
      return fmt::format("{} has less precision in doc values than in the document ({})",
                         field.path, field.es_type);
    case FieldKind::kDateNanos:
    case FieldKind::kUnsignedLong:
      return fmt::format("{} of type {} arrives wrong or not at all in Arrow", field.path,
                         field.es_type);
    default:
      break;
  }
  const std::string_view wanted = TypeOfRule(field.kind);
  if (wanted.empty() || field.es_type != wanted) {
    return fmt::format("{} of type {} is read from the document", field.path,
                       field.es_type);
  }
  return {};
}

}  // namespace

std::string WhyNotFromDocValues(const Field& field) {
  if (std::string why = WhyNotOfType(field); !why.empty()) return why;
  if (!field.doc_values) {
    return fmt::format("{} has no doc values of its own", field.path);
  }
  if (field.inside_nested) {
    return fmt::format("{} is inside a nested object", field.path);
  }
  if (std::string why = WhyIndexUncertain(field); !why.empty()) return why;
  if (field.read_from != catalog::ValueSource::kSource || !field.source_path.empty()) {
    return fmt::format("{} is not a field of the document by itself", field.path);
  }
  if (field.kind == FieldKind::kFloat &&
      field.float_rounding == catalog::FloatRounding::kUnknown) {
    return fmt::format("{} may be rounded otherwise in an index older than its cluster",
                       field.path);
  }
  if (field.has_normalizer) {
    return fmt::format("{} has a normalizer: its doc values are not its value",
                       field.path);
  }
  if (field.null_value) {
    return fmt::format("{} has a null_value, which doc values hold in place of null",
                       field.path);
  }
  return {};
}

std::string WhyNotFilteredByEsql(const Predicate& filter) {
  // The user's own query may be one that ES|QL's filter knows otherwise than a search.
  if (HasFullText(filter)) return "full text is asked for by search";
  if (HasNested(filter)) return "children are asked for by search";
  return {};
}

std::string WhyNotEsql(const ScanRequest& request) {
  if (request.columns.empty()) return "no column is read";
  if (!request.order.empty()) return "the first rows by an order are one search";
  if (std::string why = WhyNotFilteredByEsql(request.filter); !why.empty()) return why;
  if (request.table->keeps_unmapped_values) {
    return "with dynamic: false or runtime, documents may hold values that were mapped "
           "after they had been written";
  }
  for (const Column& column : request.columns) {
    if (column.field != nullptr) {
      if (std::string why = WhyNotFromDocValues(*column.field); !why.empty()) return why;
    } else if (column.virtual_column == catalog::VirtualColumn::kScore) {
      return "_score is what a search computes";
    } else if (column.virtual_column != catalog::VirtualColumn::kIndex) {
      return fmt::format("{} is a stored field", column.name);
    }
  }
  const auto& shards = request.table->shards;
  for (const catalog::Shard& shard : shards) {
    if (shard.alias_filter != shards.front().alias_filter) {
      return "the alias has another filter for each of its indices";
    }
    if (shard.index.find(':') != std::string::npos) return "an index is remote";
  }
  return {};
}

std::vector<const Field*> FieldsToProve(const ScanRequest& request) {
  std::vector<const Field*> fields;
  for (const Column& column : request.columns) {
    if (column.field == nullptr || !column.field->ignore_above) continue;
    if (std::ranges::find(fields, column.field) == fields.end()) {
      fields.push_back(column.field);
    }
  }
  return fields;
}

}  // namespace recurve::plan
