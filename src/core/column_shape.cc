// SPDX-License-Identifier: Apache-2.0
#include "core/column_shape.h"

namespace recurve::core {

arrow::Result<ColumnShape> ParseColumnShape(std::string_view text) {
  using Kind = ColumnShape::Kind;
  if (text == "scalar") return ColumnShape{Kind::kScalar, 0};
  if (text == "json") return ColumnShape{Kind::kJson, 0};
  if (text == "list") return ColumnShape{Kind::kList, 1};
  for (int depth = 1; depth <= kMaxListDepth; ++depth) {
    const ColumnShape list{Kind::kList, depth};
    if (text == ToString(list)) return list;
  }
  return arrow::Status::Invalid("must be scalar, list, list(2) to list(", kMaxListDepth,
                                ") or json, not \"", text, '"');
}

std::string ToString(const ColumnShape& shape) {
  switch (shape.kind) {
    case ColumnShape::Kind::kScalar:
      return "scalar";
    case ColumnShape::Kind::kList:
      return "list(" + std::to_string(shape.depth) + ")";
    case ColumnShape::Kind::kJson:
      return "json";
  }
  return "scalar";
}

}  // namespace recurve::core
