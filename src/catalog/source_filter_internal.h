// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace recurve::catalog {

/// The mapping's `_source.includes` and `_source.excludes`: which fields documents keep.
class SourceFilter {
 public:
  SourceFilter() = default;
  SourceFilter(std::vector<std::string> includes, std::vector<std::string> excludes);

  /// Whether the field at a dotted path is kept whole. A pattern with `*` selects a field
  /// and all that is inside it.
  bool Keeps(std::string_view path) const;

 private:
  std::vector<std::string> includes_;
  std::vector<std::string> excludes_;
};

}  // namespace recurve::catalog
