// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "arrow/record_batch.h"
#include "arrow/result.h"
#include "catalog/cluster_catalog.h"
#include "core/cancel.h"
#include "plan/aggregate_request.h"
#include "plan/scan_request.h"
#include "transport/http_transport.h"

namespace recurve::scan {

/// Limits of the scans of one cluster.
struct ScanOptions {
  int64_t max_page_rows = 10000;                     ///< upper bound of hits per response
  int64_t target_page_bytes = 4 * 1024 * 1024;       ///< wide documents get smaller pages
  int64_t target_partition_bytes = 8 * 1024 * 1024;  ///< of an ES|QL answer
  plan::Road road = plan::Road::kAuto;               ///< of requests that say kAuto
  int64_t target_batch_bytes = 2 * 1024 * 1024;
  int64_t max_batch_rows = 32768;
  int max_concurrent_requests = 4;  ///< per scan
  int max_cluster_requests = 16;    ///< over all scans of the cluster
  int max_retries = 5;              ///< per exchange, on retryable errors only
  std::chrono::milliseconds first_backoff{100};
  std::chrono::seconds keep_alive{300};  ///< of points-in-time and scrolls
};

/// What a scan did, readable at any time, complete after its end.
struct ScanStatistics {
  std::string road;  ///< "source", "esql", or "esql, source" where the second went on
  /// "doc-id slices", "search_after", "scroll", "single search", or "ES|QL, 31
  /// partitions", and why the first road that could have been was not taken to its end.
  std::string mechanism;
  int64_t num_requests = 0;
  int64_t num_retries = 0;
  int64_t response_bytes = 0;
  int64_t rows = 0;
};

/// A running scan: record batches in no particular order.
///
/// Ends with a null batch only when exactly the rows of the snapshot that match have been
/// delivered (or `limit` of them); anything else is an error (kIncomplete).
/// Close() and the destructor stop all requests and release every point-in-time and
/// scroll on the cluster; both may be called at any time, from the reading thread.
class ScanStream : public arrow::RecordBatchReader {
 public:
  virtual ScanStatistics statistics() const = 0;
};

/// Reads tables of one cluster.
///
/// Threads  safe to call from any thread. A scan has its own reader threads, at most
/// max_concurrent_requests, which run ahead of the consumer by a bounded number of
/// batches.
class Scanner {
 public:
  virtual ~Scanner() = default;

  static std::shared_ptr<Scanner> Make(
      std::shared_ptr<transport::HttpTransport> transport,
      std::shared_ptr<catalog::ClusterCatalog> catalog, ScanOptions options = {});

  /// Start a scan. Returns at once; what goes wrong later comes out of ReadNext.
  virtual arrow::Result<std::shared_ptr<ScanStream>> Open(
      const plan::ScanRequest& request, core::CancelToken cancel) = 0;

  /// The exact number of documents that match `request.filter` (columns and limit are not
  /// looked at), with the request's proofs made on the same snapshot.
  virtual arrow::Result<int64_t> Count(const plan::ScanRequest& request,
                                       core::CancelToken cancel) = 0;

  /// Groups and aggregates that the cluster computes; see scan/aggregate_scan.h for what
  /// it proves and when it gives up with kPushdownDisproved.
  virtual arrow::Result<std::shared_ptr<ScanStream>> OpenAggregate(
      const plan::AggregateRequest& request, core::CancelToken cancel) = 0;

  /// The first data request a scan would send, as text for EXPLAIN; no network but the
  /// cluster's capabilities.
  virtual arrow::Result<std::string> Describe(const plan::ScanRequest& request,
                                              core::CancelToken cancel) = 0;
  virtual arrow::Result<std::string> DescribeAggregate(
      const plan::AggregateRequest& request, core::CancelToken cancel) = 0;
};

}  // namespace recurve::scan
