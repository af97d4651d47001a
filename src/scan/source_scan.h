// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "arrow/result.h"
#include "catalog/cluster_catalog.h"
#include "decode/hits_decoder.h"
#include "scan/answer_sizes.h"
#include "scan/exchanger.h"
#include "scan/proof_cache.h"
#include "scan/scanner.h"

namespace recurve::scan {

/// What every scan of a cluster is made from.
struct ScanParts {
  std::shared_ptr<transport::HttpTransport> transport;
  std::shared_ptr<catalog::ClusterCatalog> catalog;
  std::shared_ptr<RequestBudget> budget;
  ScanOptions options;
  std::shared_ptr<ProofCache> proofs;
  std::shared_ptr<AnswerSizes> answer_sizes;
};

/// Start a scan on the `source` road: the JSON of `_source`, shard by shard.
///
/// All shards are fixed first (point-in-time or scroll), counted and proved; then reader
/// threads take pages in turn over the shards, so that no view lies idle, and put batches
/// in a bounded queue.
std::shared_ptr<ScanStream> StartSourceScan(const ScanParts& parts,
                                            const plan::ScanRequest& request,
                                            core::CancelToken cancel);

/// A scan of few rows, or of the first ones by an order, in one search without a
/// point-in-time: one search is one snapshot.
std::shared_ptr<ScanStream> StartSingleSearch(const ScanParts& parts,
                                              const plan::ScanRequest& request,
                                              core::CancelToken cancel);

/// A limit up to which one search is used without an order: more could be a response of
/// any size.
inline constexpr int64_t kMaxSingleSearchRows = 500;

/// Output columns of a request as the decoder wants them.
std::vector<decode::OutputColumn> DecoderColumns(const plan::ScanRequest& request);
decode::TableLabel LabelOf(const plan::ScanRequest& request);

}  // namespace recurve::scan
