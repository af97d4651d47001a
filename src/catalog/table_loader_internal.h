// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>

#include "arrow/result.h"
#include "catalog/capabilities.h"
#include "catalog/cluster_catalog.h"
#include "catalog/table.h"
#include "core/cancel.h"
#include "transport/http_transport.h"

namespace recurve::catalog {

/// A table and what it was made from.
struct LoadedTable {
  TablePtr table;
  size_t answers_hash = 0;  ///< of the mapping's and the settings' bytes
};

/// Fetch everything about one table name and build the table.
///
/// Input    `previous`: an earlier table of the same name, or null. When the cluster's
///          answers are the same bytes, its fields are taken over, and with the same
///          shards the very same TablePtr.
/// Errors   kNotFound, kUnsupported (`_source` is off), kUnavailable (a closed index; a
/// shard
///          without copies; indices that came or went between the requests), kProtocol.
arrow::Result<LoadedTable> LoadTable(transport::HttpTransport& transport,
                                     const Capabilities& capabilities,
                                     const CatalogOptions& options,
                                     const std::string& name,
                                     const std::string& encoded_name,
                                     const LoadedTable* previous,
                                     const core::CancelToken& cancel);

}  // namespace recurve::catalog
