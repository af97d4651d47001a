// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "arrow/status.h"
#include "catalog/field.h"
#include "decode/hits_decoder.h"
#include "plan/predicate.h"
#include "plan/top_rows.h"

namespace recurve::scan {

/// kIncomplete unless every shard answered in full: HTTP 200 proves nothing.
///
/// Source   Elasticsearch reference, "Search API": _shards, timed_out, terminated_early,
///          _clusters. `context` says what was read, for the message.
arrow::Status CheckComplete(const decode::Page& page, std::string_view context);

/// The same for a page of a scroll in `_doc` order. Elasticsearch 6.8 says
/// terminated_early on each such page after the first, since a page ends the collection
/// early by design; whether the scroll is complete is told by its count.
arrow::Status CheckCompleteScrollPage(decode::Page page, std::string_view context);

/// The same for a search that asks for no documents. OpenSearch 3.9 says terminated_early
/// on those whose total it takes from the index instead of collecting it; nothing we send
/// (`terminate_after`) could cut a count short.
arrow::Status CheckCompleteCount(decode::Page page, std::string_view context);

/// kPushdownDisproved if a field that a pushed predicate rests on has several values in
/// one document of the snapshot, or (keywords with ignore_above) values that are not
/// indexed.
arrow::Status CheckProofs(const decode::Page& page,
                          const std::vector<const catalog::Field*>& fields);

/// The same if a document has a number that the cluster sorts as it sorts NULL.
/// REQUIRES the sort keys' fields among `fields`, and that CheckProofs has passed.
arrow::Status CheckOrder(const decode::Page& page,
                         const std::vector<const catalog::Field*>& fields,
                         const std::vector<plan::SortKey>& order);
/// Documents that the proofs of a page looked at, about.
int64_t NumProved(const decode::Page& page);

/// The error of a search with a filter. A request that the cluster rejects is our bug
/// (kRequestRejected), unless it carries a full-text query: then it is kInvalidSql, since
/// the query is the user's own text.
arrow::Status ScanError(const plan::Predicate& filter, const arrow::Status& status);

}  // namespace recurve::scan
