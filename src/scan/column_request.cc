// SPDX-License-Identifier: Apache-2.0
#include "scan/column_request.h"

#include <algorithm>

#include "core/error_detail.h"
#include "fmt/format.h"

namespace recurve::scan {

namespace {

using catalog::Field;
using catalog::ValueSource;

constexpr size_t kMaxDocValueFields = 100;

std::vector<const Field*> DocValueFields(const plan::ScanRequest& request) {
  std::vector<const Field*> fields;
  for (const plan::Column& column : request.columns) {
    if (column.field == nullptr || column.field->read_from != ValueSource::kDocValues) {
      continue;
    }
    const bool known = std::ranges::any_of(fields, [&](const Field* field) {
      return PlaceOf(*field) == PlaceOf(*column.field);
    });
    if (!known) fields.push_back(column.field);
  }
  return fields;
}

bool NeedsSource(const plan::Column& column) {
  if (column.field == nullptr) {
    return column.virtual_column == catalog::VirtualColumn::kSource;
  }
  return column.field->read_from == ValueSource::kSource &&
         column.field->constants.empty();
}

bool HasVector(const Field& field) {
  return field.kind == catalog::FieldKind::kVector ||
         std::ranges::any_of(field.children, HasVector);
}

}  // namespace

void AskForColumns(const plan::ScanRequest& request,
                   const catalog::Capabilities& capabilities, dsl::SearchBody* body) {
  body->fetch_source = std::ranges::any_of(request.columns, NeedsSource);
  body->doc_values = DocValueFields(request);
  body->ask_for_vectors =
      capabilities.source_lacks_vectors &&
      std::ranges::any_of(request.columns, [](const plan::Column& column) {
        return column.field == nullptr ? NeedsSource(column) : HasVector(*column.field);
      });
}

arrow::Status CheckReadable(const plan::ScanRequest& request) {
  for (const plan::Column& column : request.columns) {
    if (column.field == nullptr || column.field->unreadable.empty()) continue;
    return core::MakeError(core::ErrorKind::kUnsupported,
                           fmt::format("column {} of {} cannot be read: {}", column.name,
                                       request.table->name, column.field->unreadable));
  }
  const size_t num_fields = DocValueFields(request).size();
  if (num_fields <= kMaxDocValueFields) return arrow::Status::OK();
  return core::MakeError(
      core::ErrorKind::kUnsupported,
      fmt::format("{} columns of {} are not in _source and have to be read from doc "
                  "values, of which a search gives {}: select fewer columns",
                  num_fields, request.table->name, kMaxDocValueFields));
}

}  // namespace recurve::scan
