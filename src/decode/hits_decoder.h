// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "arrow/record_batch.h"
#include "arrow/result.h"
#include "catalog/table.h"
#include "core/padded_bytes.h"

namespace recurve::decode {

/// One column to build: a field of the table, or a virtual column where `field` is null.
/// A hit carries what the columns need: `_source`, and in `fields` the doc values of
/// those fields that are read from there, as catalog::DocValueFormat asks for them.
struct OutputColumn {
  std::string name;
  const catalog::Field* field = nullptr;
  catalog::VirtualColumn virtual_column = catalog::VirtualColumn::kId;
  std::shared_ptr<arrow::DataType> type;
};

/// How the table that is read is called, for messages.
struct TableLabel {
  std::string cluster;  ///< as in SQL and in the configuration
  std::string table;
};

/// Counts over all documents of a shard (children, inside a nested object) that show
/// whether a field is single-valued there.
struct ProofCounts {
  int64_t num_values = 0;
  int64_t num_documents = 0;  ///< with a value
  int64_t num_ignored = 0;    ///< with a value that was not indexed
  /// With a value that a multi-field lacks; absent where nobody asked.
  std::optional<int64_t> num_lacking;
  /// With the number that is sorted as a missing value; absent where nobody asked.
  std::optional<int64_t> num_null_stand_ins;
};

/// What a `_search` response says beside its hits.
struct Page {
  int64_t num_hits = 0;
  std::optional<int64_t> total;  ///< absent when it was not tracked
  bool total_is_lower_bound = false;
  bool timed_out = false;
  bool terminated_early = false;
  int64_t shards_total = 0;
  int64_t shards_successful = 0;
  int64_t shards_failed = 0;
  bool clusters_incomplete = false;  ///< `_clusters` reports partial, skipped or failed
  std::string first_failure;         ///< JSON text of `_shards.failures`, shortened
  std::string pit_id;
  std::string scroll_id;
  std::string last_sort;  ///< JSON text of the last hit's `sort`
  std::vector<ProofCounts> proofs;
  int64_t num_seq_nos = 0;  ///< documents found that have one, where asked for
  std::optional<int64_t> first_seq_no;
  std::optional<int64_t> last_seq_no;
  int64_t num_ignored = 0;  ///< documents found with ignored values, where asked for
};

/// Turns the JSON of `_search` responses into rows of record batches.
///
/// Input    whole response bodies; not kept after the call.
/// Shape    Decode appends exactly page.num_hits rows, in hit order; Flush gives all rows
///          since the last Flush as one batch of `columns`.
/// Units    dates: epoch microseconds UTC (`date`) or nanoseconds (`date_nanos`).
/// Nulls    absent, null and (single-valued columns) the empty array all become null.
/// Errors   kProtocol: not a search response. kBadValue: a value does not fit its column,
///          a single-valued column has several values, or a list's arrays are nested to
///          another depth (index, `_id`, field, and what to declare). After an error the
///          decoder holds a part of the page and must not be used again.
/// Threads  one decoder per reader; not shared.
/// Source   Elasticsearch reference, "Search API", response body.
class HitsDecoder {
 public:
  virtual ~HitsDecoder() = default;

  /// Errors   kUnsupported: a date format that is not read.
  static arrow::Result<std::unique_ptr<HitsDecoder>> Make(
      std::vector<OutputColumn> columns, TableLabel label = {});

  virtual arrow::Result<Page> Decode(const core::PaddedBytes& body) = 0;

  virtual int64_t num_rows() const = 0;
  virtual int64_t num_bytes() const = 0;
  virtual arrow::Result<std::shared_ptr<arrow::RecordBatch>> Flush() = 0;
};

}  // namespace recurve::decode
