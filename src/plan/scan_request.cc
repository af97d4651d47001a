// SPDX-License-Identifier: Apache-2.0
#include "plan/scan_request.h"

#include "arrow/type.h"

namespace recurve::plan {

std::shared_ptr<arrow::Schema> OutputSchema(const ScanRequest& request) {
  arrow::FieldVector fields;
  fields.reserve(request.columns.size());
  for (const Column& column : request.columns) {
    fields.push_back(arrow::field(column.name, column.type));
  }
  return arrow::schema(std::move(fields));
}

}  // namespace recurve::plan
