// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "arrow/status.h"
#include "catalog/capabilities.h"
#include "dsl/search_body.h"
#include "plan/scan_request.h"

namespace recurve::scan {

/// Have the hits of a search carry what a request's columns are read from: `_source`, doc
/// values, or neither.
void AskForColumns(const plan::ScanRequest& request,
                   const catalog::Capabilities& capabilities, dsl::SearchBody* body);

/// Whether all columns of a request can be read.
///
/// Errors   kUnsupported: a column whose values stand nowhere (says why), or more columns
///          from doc values than a search gives.
/// Source   index.max_docvalue_fields_search is 100 by default (seen on 6.8.9, 8.19.21,
///          OpenSearch 2.19.6).
arrow::Status CheckReadable(const plan::ScanRequest& request);

}  // namespace recurve::scan
