// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "catalog/capabilities.h"
#include "plan/aggregate_request.h"
#include "scan/source_scan.h"

namespace recurve::scan {

/// Groups and totals that the cluster computes: one search where its answer holds every
/// group, else pages of a composite aggregation in one point-in-time.
///
/// Shape    one batch per page; without keys one row.
/// Errors   kPushdownDisproved before the first row if the request's proofs fail, if a
///          value is beyond what the cluster computes exactly, or if there are too many
///          groups for one answer and no point-in-time: the statement has to be computed
///          here. kIncomplete: the groups do not add up to the documents that match.
std::shared_ptr<ScanStream> StartAggregateScan(const ScanParts& parts,
                                               const plan::AggregateRequest& request,
                                               core::CancelToken cancel);

/// The first request of such a scan, for EXPLAIN.
std::string DescribeAggregateScan(const plan::AggregateRequest& request,
                                  const catalog::Capabilities& capabilities);

}  // namespace recurve::scan
