// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "arrow/result.h"
#include "core/padded_bytes.h"

namespace recurve::decode {

/// What searches of one copy of a shard see.
struct ShardCopySegments {
  std::string index;
  int shard = 0;
  /// "_0:30:2 _1:5:0": name, live and deleted documents of each searchable segment, by
  /// name.
  std::string segments;
  int64_t num_documents = 0;  ///< live ones, those of nested objects included
};

struct IndexSegments {
  int64_t shards_failed = 0;
  std::vector<ShardCopySegments> copies;
};

/// Read the answer to `GET /{index}/_segments`.
///
/// Errors   kProtocol.
/// Source   Elasticsearch reference, "Index segments API". Segments that no search sees
///          yet or any more have `search: false` and are left out.
arrow::Result<IndexSegments> ReadIndexSegments(const core::PaddedBytes& body);

/// UUIDs by index in the answer to `GET /{index}/_settings/index.uuid?flat_settings`.
///
/// Errors   kProtocol: an index without one.
arrow::Result<std::map<std::string, std::string>> ReadIndexUuids(
    const core::PaddedBytes& body);

}  // namespace recurve::decode
