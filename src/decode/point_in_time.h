// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "arrow/result.h"
#include "core/padded_bytes.h"

namespace recurve::decode {

/// The id in the answer to opening a point-in-time: `id` (Elasticsearch) or `pit_id`
/// (OpenSearch).
///
/// Errors   kProtocol: neither is there. kIncomplete: some shard of it did not answer.
/// Source   Elasticsearch reference, "Open point in time API"; OpenSearch documentation,
///          "Point in time API".
arrow::Result<std::string> ReadPointInTimeId(const core::PaddedBytes& body);

}  // namespace recurve::decode
