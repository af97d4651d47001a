// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "plan/aggregate_request.h"
#include "scan/scanner.h"

namespace recurve::scan {

/// The request whose groups are the distinct values that `request` counts: its keys and
/// then the field of plan::CountedDistinct, which must not be null.
plan::AggregateRequest DistinctGroups(const plan::AggregateRequest& request);

/// Counts the groups of DistinctGroups, which come sorted by their keys, as a composite
/// aggregation gives them.
std::shared_ptr<ScanStream> FoldDistinct(std::shared_ptr<ScanStream> groups,
                                         const plan::AggregateRequest& request);

}  // namespace recurve::scan
