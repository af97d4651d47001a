// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "catalog/field.h"
#include "plan/aggregate_request.h"

namespace recurve::dsl {

/// One column of the answer to an ES|QL STATS.
struct EsqlTerm {
  enum class Function { kCountRows, kCount, kSum, kMin, kMax };
  Function function = Function::kCountRows;
  const catalog::Field* field = nullptr;
  bool operator==(const EsqlTerm&) const = default;
};

/// Which columns an aggregate is made from; -1: it is not made from such a column.
struct EsqlParts {
  int count = -1;
  int sum = -1;
  int min = -1;
  int max = -1;
};

/// The columns of an answer: first the terms (the first counts the rows), then the keys.
struct EsqlStats {
  std::vector<EsqlTerm> terms;
  std::vector<EsqlParts> of_aggregate;
};

/// Why ES|QL is not asked for a request, or an empty string.
std::string WhyNotEsql(const plan::AggregateRequest& request);

/// REQUIRES WhyNotEsql to be empty. Pointers are into the request. `with_signs`: the
/// extremes of floating fields that are added are asked for too, which tell whether the
/// values of a group have one sign.
EsqlStats EsqlStatsOf(const plan::AggregateRequest& request, bool with_signs);

/// JSON text of the body of `POST /_query`. The filter goes beside the query, in Query
/// DSL, so that it means the same as in a search.
///
/// Source   Elasticsearch reference, "ES|QL query API"; STATS, COUNT, SUM, MIN, MAX.
std::string WriteEsqlStats(const plan::AggregateRequest& request, const EsqlStats& stats,
                           const std::vector<std::string>& indices,
                           const std::string& alias_filter);

/// The largest LIMIT that a cluster can be set to allow; a larger answer is cut silently
/// (esql.query.result_truncation_max_size, Elasticsearch 8.19.21).
inline constexpr int64_t kMaxEsqlRows = 1'000'000;

}  // namespace recurve::dsl
