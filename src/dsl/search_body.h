// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "plan/predicate.h"
#include "plan/top_rows.h"

namespace recurve::dsl {

/// One part of a point-in-time, `id` in [0, max). REQUIRES max >= 2 (the server's rule).
struct Slice {
  int64_t id = 0;
  int64_t max = 2;
};

/// How much of the count of all matching documents is asked for.
enum class TrackTotal {
  kNo,
  kExactly,
  kUpTo,  ///< exact up to `total_up_to`, a lower bound beyond (Elasticsearch 7)
};

/// A `_search` body in the words of this project. What is left empty is not written.
struct SearchBody {
  int64_t size = 0;
  const plan::Predicate* filter = nullptr;
  std::string alias_filter;  ///< JSON text of a query that also has to hold
  std::string pit_id;
  std::chrono::seconds keep_alive{0};  ///< renews the point-in-time
  std::optional<Slice> slice;
  std::string search_after;          ///< JSON text of the last hit's `sort` array
  bool sort_by_doc = true;           ///< index order, the cheapest; off for size 0
  std::vector<plan::SortKey> order;  ///< instead of index order
  TrackTotal track_total = TrackTotal::kNo;
  int64_t total_up_to = 0;
  bool fetch_source = true;      ///< false: hits carry `_id` and `_index` only
  bool ask_for_vectors = false;  ///< `_source` lacks them otherwise
  /// Fields whose doc values are read as well.
  std::vector<const catalog::Field*> doc_values;
  /// Ask, over all documents of the searched shards whatever the filter, how many values
  /// and how many documents with a value each field has, and how many documents have a
  /// value that the cluster ignored; of sort keys also, how many have the number that
  /// sorts as a missing value does.
  std::vector<const catalog::Field*> proofs;
};

/// JSON text of a search body.
///
/// Source   Elasticsearch reference, "Search API", request body. `pit`, `slice` and
///          `search_after` as in "Paginate search results"; `terms` on `_ignored` as in
///          "_ignored field" (6.4); `sort` with `missing` and `unmapped_type` (an index
///          that lacks the field) as in "Sort search results".
std::string WriteSearchBody(const SearchBody& body);

/// Aggregations of `proofs[i]`, below the global aggregation named kProofs: value_count
/// "v<i>", filter exists "d<i>", filter term _ignored "g<i>", filter term of a sort key's
/// NullStandIn "n<i>".
inline constexpr const char* kProofs = "proofs";

}  // namespace recurve::dsl
