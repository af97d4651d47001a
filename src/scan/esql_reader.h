// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "arrow/record_batch.h"
#include "arrow/result.h"
#include "catalog/table.h"
#include "decode/esql_columns.h"
#include "dsl/search_body.h"
#include "scan/segment_fingerprint.h"
#include "scan/shard_view.h"
#include "scan/source_scan.h"

namespace recurve::scan {

/// Fewer rows than this are read by the road `source` unless `esql` is forced: the
/// fences would cost more than they save.
inline constexpr int64_t kMinEsqlRows = 50'000;

/// The part of a scan that reads ES|QL answers in Arrow: ranges of `_seq_no`, fenced.
///
/// ES|QL knows no point-in-time. So the segments that searches see are looked at before
/// and after the views of the scan are opened, and again when a partition has arrived and
/// before its rows are released: while they are the same, the partition has seen exactly
/// what the views see. When they have moved, or cannot be told, or ES|QL gives anything
/// but plain rows, the partition and all that are left remain to be read from the views.
///
/// Use      Begin, then open the views, then Confirm; while taken(), Read from any number
///          of threads, then remaining().
/// Source   seen on Elasticsearch 8.19.21: a request's `filter` may have a range of
///          `_seq_no`; a LIMIT above `esql.query.result_truncation_max_size` is lowered
///          without a word, so an answer of as many rows as its limit is not taken.
class EsqlReader {
 public:
  /// False: no more rows are wanted.
  using Push = std::function<arrow::Result<bool>(std::shared_ptr<arrow::RecordBatch>)>;

  EsqlReader(const ScanParts& parts, const ViewContext& context);

  /// The road may still be taken; otherwise why_not() says why it is not.
  bool taken() const { return why_not_.empty(); }
  const std::string& why_not() const { return why_not_; }

  /// Before the views are opened. `before`: what searches see now.
  void Begin(const std::vector<catalog::Shard>& shards,
             const arrow::Result<SegmentFingerprint>& before,
             const core::CancelToken& cancel);

  /// What a search of a view has to ask for.
  dsl::SearchBody::SeqNoFacts facts() const;

  /// When the views are open. `after`: what searches see now; `table`: what the catalog
  /// says now.
  void Confirm(const std::vector<std::unique_ptr<ShardView>>& views,
               catalog::TablePtr table, const arrow::Result<SegmentFingerprint>& after);

  /// Read partitions until none is left to take; the rows of each go to `push`.
  ///
  /// Errors   those of `push` and kCancelled.
  arrow::Status Read(const Push& push, const core::CancelToken& cancel);

  /// What has to be read from the views, after every Read is over; in order, not
  /// touching each other.
  std::vector<dsl::SeqNoRange> remaining() const;
  /// Whether that is all there is.
  bool nothing_read() const { return num_partitions_ == 0; }

  /// For statistics: "ES|QL, 31 partitions, then doc-id slices: the index changed".
  std::string Describe(Mechanism of_views) const;

 private:
  struct Partition {
    dsl::SeqNoRange range;
    int64_t limit = 0;
  };

  void Refuse(std::string why) { why_not_ = std::move(why); }
  bool forced() const { return context_.request.road == plan::Road::kEsql; }
  /// 0: it may not be read.
  int64_t AskMaxRows(const core::CancelToken& cancel);
  arrow::Result<bool> FenceHolds(std::string* why, const core::CancelToken& cancel);

  bool Take(Partition* partition);
  int64_t TargetRows() const;
  /// Put the halves of a range back. False: it cannot be cut.
  bool Split(const Partition& partition);
  void GiveUp(const Partition& partition, std::string why);
  arrow::Result<bool> ReadOne(const Partition& partition, const Push& push,
                              const core::CancelToken& cancel);
  arrow::Result<decode::ArrowStream> Ask(const Partition& partition, int64_t* num_bytes,
                                         const core::CancelToken& cancel);
  arrow::Result<arrow::RecordBatchVector> Convert(decode::ArrowStream stream,
                                                  int64_t num_bytes) const;

  const ScanParts& parts_;
  const ViewContext& context_;
  std::string why_not_;
  std::vector<std::string> indices_;
  std::vector<std::string> columns_;  ///< of the query, each once
  std::vector<decode::EsqlColumn> output_;
  std::vector<catalog::Shard> shards_;
  const std::vector<std::unique_ptr<ShardView>>* views_ = nullptr;
  catalog::TablePtr table_;
  SegmentFingerprint fence_;
  int64_t max_rows_ = 0;  ///< of an answer
  double rows_per_seq_no_ = 1;

  std::atomic<int64_t> bytes_per_row_ = 0;  ///< of the last answer, 0 before the first
  std::atomic<int64_t> num_partitions_ = 0;
  mutable std::mutex mutex_;
  // Guarded by mutex_.
  dsl::SeqNoRange ahead_;  ///< not cut into partitions yet
  std::vector<dsl::SeqNoRange> again_;
  std::vector<dsl::SeqNoRange> given_up_;
  int64_t most_rows_ = 0;  ///< shrinks where the cluster lacks memory
  std::string parachute_;  ///< why the rest is read from the views, empty: it is not
};

/// What EXPLAIN shows of the road: its first request.
std::string DescribeEsql(const plan::ScanRequest& request);

}  // namespace recurve::scan
