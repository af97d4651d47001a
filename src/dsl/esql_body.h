// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "dsl/search_body.h"
#include "plan/predicate.h"

namespace recurve::dsl {

/// An ES|QL query that reads rows as they are.
struct EsqlRows {
  std::vector<std::string> indices;  ///< concrete names
  std::vector<std::string> columns;  ///< full paths, or "_index"; not empty
  int64_t limit = 0;
  const plan::Predicate* filter = nullptr;
  std::string alias_filter;  ///< JSON text of a query that also has to hold
  std::optional<SeqNoRange> range;
};

/// JSON text of the body of `POST /_query`. The filter goes beside the query, in Query
/// DSL, so that it means the same as in a search.
///
/// Source   Elasticsearch reference, "ES|QL query API": `query`, `filter`; FROM, KEEP,
///          LIMIT. Without LIMIT 1,000 rows would come, and silently.
std::string WriteEsqlRows(const EsqlRows& rows);

}  // namespace recurve::dsl
