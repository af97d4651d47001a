// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "arrow/result.h"
#include "catalog/capabilities.h"
#include "catalog/table.h"
#include "decode/hits_decoder.h"
#include "dsl/search_body.h"
#include "plan/scan_request.h"
#include "scan/exchanger.h"

namespace recurve::scan {

/// How the pages of a shard are asked for.
enum class Mechanism {
  kSlices,       ///< point-in-time, doc-id slices of about a page (Elasticsearch 7.15)
  kSearchAfter,  ///< point-in-time, each page after the last hit of the one before
  kScroll,       ///< scroll: where there is no point-in-time
};

Mechanism MechanismOf(const catalog::Capabilities& capabilities);
std::string_view ToString(Mechanism mechanism);

/// What the views of one scan share; outlives them.
struct ViewContext {
  const plan::ScanRequest& request;
  const ScanOptions& options;
  const catalog::Capabilities& capabilities;
  Exchanger& exchanger;
  /// Proofs to make: those of the request, but for what is known already.
  std::vector<const catalog::Field*> proofs = {};
  /// Ask each view for its range of `_seq_no`.
  std::optional<dsl::SearchBody::SeqNoFacts> seq_no_facts = {};
  /// Read only documents in these ranges; empty: all. Set while no cursor is in use.
  std::vector<dsl::SeqNoRange> ranges = {};
};

/// Reads one part of a shard to its end, a page at a time.
class PageCursor {
 public:
  virtual ~PageCursor() = default;

  /// Decode the next page. False: there is none, nothing was decoded.
  virtual arrow::Result<bool> Next(decode::HitsDecoder& decoder,
                                   const core::CancelToken& cancel) = 0;
};

/// One shard, fixed at one moment: a point-in-time or a scroll on it.
///
/// Use      Open, then a cursor for each of num_slices() slices, then Close.
/// Threads  Open and Close from one thread; each cursor is used by one thread at a time.
class ShardView {
 public:
  ShardView(const ViewContext& context, const catalog::Shard& shard)
      : context_(context), shard_(shard), mechanism_(MechanismOf(context.capabilities)) {}

  /// Fix the view, count its matching documents, make the request's proofs on it.
  ///
  /// Errors   kPushdownDisproved, kIncomplete, and those of the transport.
  arrow::Status Open(const core::CancelToken& cancel);

  /// Documents of the view that match the request's filter, exactly.
  int64_t expected_rows() const { return expected_rows_; }
  int64_t num_slices() const { return num_slices_; }
  /// `_seq_no` of those documents, and how many of them have ignored values, where the
  /// context asks for it.
  int64_t num_seq_nos() const { return num_seq_nos_; }
  std::optional<int64_t> first_seq_no() const { return first_seq_no_; }
  std::optional<int64_t> last_seq_no() const { return last_seq_no_; }
  int64_t num_ignored() const { return num_ignored_; }
  /// Documents that the proofs looked at, about.
  int64_t proved_documents() const { return proved_documents_; }

  std::unique_ptr<PageCursor> MakeCursor(int64_t slice);

  /// Keep a point-in-time from expiring while nobody reads it; nothing if it was used
  /// less than `idle` ago. A scroll cannot be kept so: nothing is done.
  arrow::Status RenewIfIdle(std::chrono::milliseconds idle,
                            const core::CancelToken& cancel);

  /// Release what the cluster holds for the view; errors are not reported (it expires).
  void Close();

  /// "shard 3 of index orders", for messages.
  std::string Describe() const;

 private:
  friend class PointInTimeCursor;
  friend class ScrollCursor;

  arrow::Status OpenPointInTime(const core::CancelToken& cancel);
  arrow::Status OpenScroll(const core::CancelToken& cancel);
  arrow::Status Probe(dsl::SearchBody body, const std::string& target,
                      const core::CancelToken& cancel);
  /// Fields of a search body that every search of this view has.
  dsl::SearchBody BaseBody() const;
  std::string pit_id() const;
  void TakePitId(const decode::Page& page);
  void Touch();

  const ViewContext& context_;
  const catalog::Shard& shard_;
  const Mechanism mechanism_;
  int64_t expected_rows_ = 0;
  std::atomic<int64_t> page_rows_ = 0;  ///< shrinks when pages turn out too large
  int64_t num_slices_ = 1;
  int64_t num_seq_nos_ = 0;
  std::optional<int64_t> first_seq_no_;
  std::optional<int64_t> last_seq_no_;
  int64_t num_ignored_ = 0;
  int64_t proved_documents_ = 0;
  std::atomic<size_t> page_bytes_ = 0;  ///< of the last page: a guess for the next buffer
  std::atomic<int64_t> touched_at_ms_ = 0;

  mutable std::mutex mutex_;
  std::string pit_id_;
  std::string scroll_id_;
  std::optional<core::PaddedBytes> first_scroll_page_;
};

/// A page that is larger is given up for smaller ones: some times what pages are planned
/// for, since the first documents of a shard do not tell the width of all.
size_t MaxPageBytes(const ScanOptions& options);

/// Whether the scan has to look into documents at all.
bool NeedsDocuments(const plan::ScanRequest& request);

}  // namespace recurve::scan
