// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "arrow/record_batch.h"
#include "arrow/result.h"
#include "catalog/capabilities.h"
#include "plan/aggregate_request.h"
#include "scan/exchanger.h"
#include "scan/source_scan.h"

namespace recurve::scan {

/// What ES|QL gave, or why it gave nothing that could be used.
struct EsqlGroups {
  std::optional<arrow::RecordBatchVector> batches;
  std::string why_not;
};

/// Let ES|QL STATS compute the groups of a request, all in one answer.
///
/// ES|QL knows no point-in-time, and its answer does not tell whether it is whole. So the
/// segments that searches see are looked at before and after; in between one search
/// counts the matching documents and makes the proofs that were not made for these
/// segments before. With equal segments all have seen the same documents, and the groups
/// are whole when their documents add up to the count.
///
/// Errors   kPushdownDisproved, kCancelled, kIncomplete. Whatever else keeps ES|QL from a
///          certain answer is told in why_not: the caller asks in another way.
arrow::Result<EsqlGroups> ReadEsqlGroups(const ScanParts& parts,
                                         const plan::AggregateRequest& request,
                                         const catalog::Capabilities& capabilities,
                                         Exchanger& exchanger,
                                         const core::CancelToken& cancel);

/// What EXPLAIN adds about it; empty where ES|QL is not asked.
std::string DescribeEsqlGroups(const plan::AggregateRequest& request);

/// Fewer documents are grouped by one search: the fences would cost more than they save.
inline constexpr int64_t kMinEsqlDocuments = 100'000;

}  // namespace recurve::scan
