// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "arrow/result.h"
#include "catalog/cluster_catalog.h"
#include "catalog/table.h"
#include "core/padded_bytes.h"

namespace recurve::catalog {

/// The settings of one index that change what its mapping means.
struct IndexSettings {
  int64_t max_result_window = 10000;
  std::optional<int64_t> ignore_above;  ///< default of keyword fields
  bool records_ignored = false;   ///< what `ignore_above` leaves out is in `_ignored`
  bool ignore_malformed = false;  ///< default of all fields that have it
  bool coerce = true;             ///< default of numbers
  bool keeps_unmapped_values = false;  ///< fields beyond the limit stay unmapped
  bool source_disabled = false;
  FloatRounding float_rounding = FloatRounding::kOnce;
  bool half_pairs_are_question_marks = false;
  bool closed = false;
  bool operator==(const IndexSettings&) const = default;
};

/// Query string for `GET /{name}/_settings/...` that ReadSettings understands.
inline constexpr const char* kSettingsTarget =
    "/_settings/index.max_result_window,index.verified_before_close,index.mode,"
    "index.version.created,index.mapping.*?flat_settings=true&allow_no_indices=false&"
    "expand_wildcards=open,closed";

/// Settings by index name; an index that sets nothing may be missing.
///
/// Source  logsdb's defaults (ignore_above 8191, ignore_malformed): Elasticsearch 8.17
/// reference,
///         "Logs index mode". `index.verified_before_close`: seen on closed indices
///         of 8.19.21 and OpenSearch 2.19.6 (index_reader_test.cc). `records_ignored`:
///         documents indexed since 7.14 (elastic/elasticsearch#74418), and by no
///         OpenSearch (opensearch-project/OpenSearch#8641, seen on 2.19.6).
///         `float_rounding`: the release that brought Jackson 2.14
///         (elastic/elasticsearch#93342 and #93345; OpenSearch by date).
arrow::Result<std::unordered_map<std::string, IndexSettings>> ReadSettings(
    const core::PaddedBytes& body, const Capabilities& cluster);

/// Shards of a `_search_shards` answer, by index and number.
///
/// Errors  kUnavailable, retryable: a shard has no copy that could be read.
arrow::Result<std::vector<Shard>> ReadShards(const core::PaddedBytes& body);

/// Names of a `_resolve/index/*` answer, sorted, without hidden ones.
arrow::Result<std::vector<TableName>> ReadResolvedNames(const core::PaddedBytes& body);

/// The same from `GET /_alias`, which older releases answer.
arrow::Result<std::vector<TableName>> ReadAliasNames(const core::PaddedBytes& body);

}  // namespace recurve::catalog
