// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "arrow/result.h"
#include "catalog/capabilities.h"
#include "core/padded_bytes.h"

namespace recurve::catalog {

/// Read the answer to `GET /`.
///
/// Errors   kProtocol: not that answer. kUnsupported: neither product, or a release that
/// is not
///          supported (names it).
/// Source   fixtures in capabilities_test.cc, from Elasticsearch 6.8.9, 8.19.21 and
/// OpenSearch 2.19.6
arrow::Result<Capabilities> ReadRoot(const core::PaddedBytes& body);

}  // namespace recurve::catalog
