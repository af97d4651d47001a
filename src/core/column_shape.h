// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "arrow/result.h"

namespace recurve::core {

/// What a column holds of a field that may have several values in one document
/// (docs/types.md, "Lists").
struct ColumnShape {
  enum class Kind {
    kScalar,  ///< one value; a document with two is an error
    kList,    ///< a list, `depth` times nested
    kJson,    ///< the JSON text as it stands in the document
  };
  Kind kind = Kind::kScalar;
  int depth = 0;  ///< kList: 1 and more
  bool operator==(const ColumnShape&) const = default;
};

/// The deepest list that can be declared: deeper arrays are vectors and matrices, which
/// have types of their own.
inline constexpr int kMaxListDepth = 8;

/// Shapes by the dotted path of the field.
using ColumnShapes = std::map<std::string, ColumnShape>;

/// "scalar", "list", "list(2)" up to list(8), "json".
///
/// Errors   Invalid: "must be ..., not ...".
arrow::Result<ColumnShape> ParseColumnShape(std::string_view text);

/// The text that ParseColumnShape reads.
std::string ToString(const ColumnShape& shape);

/// What the operator declares about the tables whose name, or one of whose indices, fits
/// a pattern in which * stands for any text.
struct TableShapes {
  std::string pattern;
  /// Columns without a declaration are lists where the cluster proves several values.
  std::optional<bool> lists_by_proof;
  ColumnShapes columns;
};

}  // namespace recurve::core
