// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "catalog/field.h"
#include "plan/aggregate_request.h"

namespace recurve::dsl {

/// What is asked about the values of one field, once for all aggregates that need it.
struct Measure {
  const catalog::Field* field = nullptr;    ///< null: rows are counted
  bool statistics = false;                  ///< count, min, max, sum; else the count
  const plan::Predicate* filter = nullptr;  ///< null: of all rows of the group
};

/// The measures of a request, and which of them each aggregate is made from (-1: the
/// number of rows of the group).
struct Measures {
  std::vector<Measure> measures;
  std::vector<int> of_aggregate;
};

/// Pointers are into the request, which has to outlive them.
Measures MeasuresOf(const plan::AggregateRequest& request);

/// Which part of the answer is asked for.
struct AggregatePage {
  int64_t max_groups = 0;  ///< 0: no groups, only totals
  std::string
      after_key;  ///< JSON text of the last page's `after_key`, empty: from the start
  bool totals = false;          ///< measures over all matching documents
  bool plain_interval = false;  ///< see catalog::Capabilities::calendar_interval
};

/// JSON text of the members of a search's `aggs`.
///
/// Names    composite aggregation kGroups with sources "k<i>" (keys[i]); measure i is
///          "m<i>", below the groups and, for totals, beside them. A measure with a
///          filter is a filter aggregation around "v". With totals that count rows of a
///          filter, kAllRows counts all rows in the same way: a filter's count is of
///          `_doc_count` (Elasticsearch 7.11), not of documents.
/// Source   Elasticsearch reference, "Composite aggregation" (6.1; missing_bucket 6.4,
///          after_key in the answer 6.3), "Date histogram aggregation", "Stats", "Value
///          count", "Filter aggregation".
std::string WriteAggregations(const plan::AggregateRequest& request,
                              const Measures& measures, const AggregatePage& page);

inline constexpr const char* kGroups = "groups";
inline constexpr const char* kAllRows = "all";

}  // namespace recurve::dsl
