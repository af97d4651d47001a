// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "dsl/json_writer.h"
#include "plan/predicate.h"
#include "plan/top_rows.h"

namespace recurve::dsl {

/// One part of a point-in-time, `id` in [0, max). REQUIRES max >= 2 (the server's rule).
struct Slice {
  int64_t id = 0;
  int64_t max = 2;
};

/// Documents whose `_seq_no` is in [first, end). Every operation on a shard has a number
/// of its own, so ranges cut a shard into disjoint parts; other shards have the same
/// numbers.
struct SeqNoRange {
  int64_t first = 0;
  int64_t end = 0;
  bool operator==(const SeqNoRange&) const = default;
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
  bool with_scores = false;  ///< hits carry the score of the filter's full-text parts
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
  /// value that the cluster ignored; of multi-fields also, how many documents lack it;
  /// of sort keys also, how many have the number that
  /// sorts as a missing value does.
  std::vector<const catalog::Field*> proofs;
  /// Documents in one of these ranges; empty: all.
  std::vector<SeqNoRange> seq_no_ranges;
  /// Ask how many of the documents found have a `_seq_no`, for the least and the
  /// greatest, and how many of them have ignored values in one of
  /// `seq_no_facts->ignored_fields`: see kSeqNoStats.
  struct SeqNoFacts {
    std::vector<const catalog::Field*> ignored_fields;
  };
  std::optional<SeqNoFacts> seq_no_facts;
  std::string aggregations;  ///< JSON text of further members of `aggs`
};

/// JSON text of a search body.
///
/// Source   Elasticsearch reference, "Search API", request body. `pit`, `slice` and
///          `search_after` as in "Paginate search results"; `terms` on `_ignored` as in
///          "_ignored field" (6.4); `sort` with `missing` and `unmapped_type` (an index
///          that lacks the field) as in "Sort search results".
std::string WriteSearchBody(const SearchBody& body);

/// Aggregations of `proofs[i]`, below the global aggregation named kProofs: value_count
/// "v<i>", filter exists "d<i>" (both over children, inside "c<i>", for a field inside a
/// nested object), filter term _ignored "g<i>", filter "m<i>" of a multi-field for
/// documents that have the value of its source_path and not its own
/// (catalog::MayBeAddedLater), filter term of a sort key's NullStandIn
/// "n<i>".
inline constexpr const char* kProofs = "proofs";

/// Aggregations of `seq_no_facts`: stats, filter terms _ignored.
inline constexpr const char* kSeqNoStats = "seq_no";
inline constexpr const char* kNumIgnored = "num_ignored";

/// Write a query for documents in one of the ranges. REQUIRES a range.
void WriteSeqNoRanges(const std::vector<SeqNoRange>& ranges, JsonWriter& json);

}  // namespace recurve::dsl
