// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "arrow/result.h"
#include "catalog/table.h"
#include "core/cancel.h"
#include "scan/exchanger.h"

namespace recurve::scan {

/// What every search of a set of shards sees, as one comparable value.
///
/// Guarantee  two equal fingerprints of a shard: between the moments they were taken,
///            every search of the shard, on whichever copy, has seen the same documents.
///            A segment is never changed but by deletions, which its counts show; names
///            of segments are not used twice in the life of an index, and an index that
///            was deleted and made again has another UUID.
/// Source     seen on Elasticsearch 8.19.21 to move with every refresh that changes what
///            searches see, and only then or on a merge.
struct SegmentFingerprint {
  /// "<index UUID> <segments>" of each shard, by index and number.
  std::map<std::pair<std::string, int>, std::string> shards;
  int64_t num_documents = 0;  ///< live ones, those of nested objects included

  bool operator==(const SegmentFingerprint&) const = default;
};

/// Take the fingerprint of these shards: two small requests, about 3 ms.
///
/// Errors   kCancelled. Any other error says that there is no fingerprint, and why: it
///          may not be read (403), a copy did not answer, the copies of a shard do not
///          hold the same segments (each copy refreshes and merges by itself), or there
///          are too many indices to name.
arrow::Result<SegmentFingerprint> TakeSegmentFingerprint(
    const std::vector<catalog::Shard>& shards, Exchanger& exchanger,
    const core::CancelToken& cancel);

}  // namespace recurve::scan
