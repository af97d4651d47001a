// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace recurve::plan {

/// What a full-text condition asks the cluster. Only the cluster knows which documents it
/// selects and how well they fit, so it is two-valued and never evaluated here.
struct FullText {
  enum class Kind {
    kMatch,        ///< words in a field (the predicate's `field`)
    kQueryString,  ///< a text in Lucene's query language
    kRawQuery,     ///< a query in the cluster's own language: one JSON object
  };
  Kind kind = Kind::kMatch;
  std::string text;  ///< byte for byte as the user wrote it
  /// Parameters of the cluster's query, name and value, for example operator and "and".
  std::vector<std::pair<std::string, std::string>> options;

  bool operator==(const FullText&) const = default;
};

}  // namespace recurve::plan
