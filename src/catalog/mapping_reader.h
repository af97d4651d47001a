// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "arrow/result.h"
#include "catalog/field.h"
#include "catalog/index_reader_internal.h"
#include "core/padded_bytes.h"

namespace recurve::catalog {

/// What one index's mapping says. Fields have no Arrow types yet: those are known after
/// merging.
struct Mapping {
  std::vector<Field> fields;   ///< in mapping order
  std::vector<Field> hidden;   ///< see Table::hidden
  bool has_constants = false;  ///< some field has Field::constants, of no index yet
  /// Documents may hold values under names the mapping does not know (`dynamic: false`).
  bool keeps_unmapped_values = false;
  bool source_enabled = true;  ///< `_source` is stored
};

/// Mapping of one index. Indices with the same text and settings share one Mapping.
struct IndexMapping {
  std::string index;
  std::shared_ptr<const Mapping> mapping;
};

/// Read a `GET /{name}/_mapping` answer.
///
/// Input    `settings`: by index, defaults for those that are missing. `mapping_types`:
/// the cluster
///          puts a mapping type around the properties (Elasticsearch 6).
/// Order    by index name, so that the columns of a pattern do not depend on the answer's
/// order.
/// Errors   kProtocol.
arrow::Result<std::vector<IndexMapping>> ReadMappings(
    const core::PaddedBytes& body,
    const std::unordered_map<std::string, IndexSettings>& settings, bool mapping_types);

}  // namespace recurve::catalog
