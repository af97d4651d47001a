// SPDX-License-Identifier: Apache-2.0
#include "plan/scan_request.h"

#include <algorithm>

#include "arrow/type.h"

namespace recurve::plan {

std::optional<Road> RoadOf(std::string_view word) {
  for (const Road road : {Road::kAuto, Road::kSource, Road::kEsql}) {
    if (word == ToString(road)) return road;
  }
  return std::nullopt;
}

std::string_view ToString(Road road) {
  switch (road) {
    case Road::kAuto:
      return "auto";
    case Road::kSource:
      return "source";
    case Road::kEsql:
      return "esql";
  }
  return "auto";
}

bool NeedsScores(const ScanRequest& request) {
  return Scores(request.filter) &&
         std::ranges::any_of(request.columns, [](const Column& column) {
           return column.field == nullptr &&
                  column.virtual_column == catalog::VirtualColumn::kScore;
         });
}

std::shared_ptr<arrow::Schema> OutputSchema(const ScanRequest& request) {
  arrow::FieldVector fields;
  fields.reserve(request.columns.size());
  for (const Column& column : request.columns) {
    fields.push_back(arrow::field(column.name, column.type));
  }
  return arrow::schema(std::move(fields));
}

}  // namespace recurve::plan
