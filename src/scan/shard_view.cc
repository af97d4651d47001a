// SPDX-License-Identifier: Apache-2.0
#include "scan/shard_view.h"

#include <algorithm>
#include <utility>

#include "core/error_detail.h"
#include "core/percent_encoding.h"
#include "decode/point_in_time.h"
#include "dsl/view_body.h"
#include "fmt/format.h"
#include "scan/column_request.h"
#include "scan/page_check.h"

namespace recurve::scan {

namespace {

using transport::HttpMethod;
using transport::HttpRequest;

// Every search refuses partial answers; the default is to give them (Elasticsearch
// reference, "Search API", allow_partial_search_results).
constexpr const char* kPitSearch = "/_search?allow_partial_search_results=false";

// index.max_slices_per_pit and index.max_slices_per_scroll default to 1,024.
constexpr int64_t kMaxSlices = 1024;

// Documents that the first request of a shard brings, to learn their width.
constexpr int64_t kProbeRows = 20;

constexpr std::chrono::seconds kCloseTimeout{5};

// Without its answer a point-in-time or a scroll that is being opened cannot be closed:
// Elasticsearch 6.8 goes on with the search and keeps the context for its whole
// keep-alive.
constexpr std::chrono::milliseconds kOpenGrace{5000};

int64_t NowMillis() {
  return std::chrono::duration_cast<std::chrono::milliseconds>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

int64_t CeilDivide(int64_t value, int64_t divisor) {
  return (value + divisor - 1) / divisor;
}

}  // namespace

Mechanism MechanismOf(const catalog::Capabilities& capabilities) {
  if (!capabilities.any_point_in_time()) return Mechanism::kScroll;
  return capabilities.doc_id_slices ? Mechanism::kSlices : Mechanism::kSearchAfter;
}

std::string_view ToString(Mechanism mechanism) {
  switch (mechanism) {
    case Mechanism::kSlices:
      return "doc-id slices";
    case Mechanism::kSearchAfter:
      return "search_after";
    case Mechanism::kScroll:
      return "scroll";
  }
  return "scroll";
}

size_t MaxPageBytes(const ScanOptions& options) {
  constexpr size_t kSlack = 8;
  return static_cast<size_t>(options.target_page_bytes) * kSlack;
}

bool NeedsDocuments(const plan::ScanRequest& request) { return !request.columns.empty(); }

std::string ShardView::Describe() const {
  return fmt::format("shard {} of index {}", shard_.number, shard_.index);
}

std::string ShardView::pit_id() const {
  const std::lock_guard lock(mutex_);
  return pit_id_;
}

// The newest id has to be carried on (Elasticsearch reference, "Paginate search
// results").
void ShardView::TakePitId(const decode::Page& page) {
  if (page.pit_id.empty()) return;
  const std::lock_guard lock(mutex_);
  pit_id_ = page.pit_id;
}

void ShardView::Touch() { touched_at_ms_ = NowMillis(); }

dsl::SearchBody ShardView::BaseBody() const {
  dsl::SearchBody body;
  body.filter = &context_.request.filter;
  body.with_scores = plan::NeedsScores(context_.request);
  body.alias_filter = shard_.alias_filter;
  AskForColumns(context_.request, context_.capabilities, &body);
  body.seq_no_ranges = context_.ranges;
  if (mechanism_ != Mechanism::kScroll) {
    body.pit_id = pit_id();
    body.keep_alive = context_.options.keep_alive;
  }
  return body;
}

arrow::Status ShardView::Open(const core::CancelToken& cancel) {
  const arrow::Status status =
      mechanism_ == Mechanism::kScroll ? OpenScroll(cancel) : OpenPointInTime(cancel);
  return status.ok() ? status : core::Within(Describe(), status);
}

arrow::Status ShardView::OpenPointInTime(const core::CancelToken& cancel) {
  HttpRequest open;
  open.method = HttpMethod::kPost;
  const bool elasticsearch = context_.capabilities.es_point_in_time;
  open.target = fmt::format("/{}/{}?keep_alive={}s&preference=_shards:{}{}",
                            core::PercentEncode(shard_.index),
                            elasticsearch ? "_pit" : "_search/point_in_time",
                            context_.options.keep_alive.count(), shard_.number,
                            elasticsearch ? "" : "&allow_partial_pit_creation=false");
  open.stop_grace = kOpenGrace;
  ARROW_ASSIGN_OR_RAISE(auto response,
                        context_.exchanger.Send(open, Repeat::kSafe, cancel));
  ARROW_ASSIGN_OR_RAISE(std::string id, decode::ReadPointInTimeId(response.body));
  {
    const std::lock_guard lock(mutex_);
    pit_id_ = std::move(id);
  }
  dsl::SearchBody body = BaseBody();
  body.proofs = context_.proofs;
  body.seq_no_facts = context_.seq_no_facts;
  return Probe(std::move(body), kPitSearch, cancel);
}

// One search tells how many documents match, how wide they are, and makes the proofs.
arrow::Status ShardView::Probe(dsl::SearchBody body, const std::string& target,
                               const core::CancelToken& cancel) {
  body.size = NeedsDocuments(context_.request)
                  ? std::min(kProbeRows, context_.request.table->max_result_window)
                  : 0;
  body.sort_by_doc = body.size > 0;
  body.track_total = dsl::TrackTotal::kExactly;
  HttpRequest search;
  search.method = HttpMethod::kPost;
  search.target = target;
  search.body = dsl::WriteSearchBody(body);
  ARROW_ASSIGN_OR_RAISE(auto response,
                        context_.exchanger.Send(search, Repeat::kSafe, cancel));
  ARROW_ASSIGN_OR_RAISE(auto decoder, decode::HitsDecoder::Make({}));
  ARROW_ASSIGN_OR_RAISE(const decode::Page page, decoder->Decode(response.body));
  ARROW_RETURN_NOT_OK(body.size > 0 ? CheckComplete(page, "count")
                                    : CheckCompleteCount(page, "count"));
  ARROW_RETURN_NOT_OK(CheckProofs(page, body.proofs));
  if (!page.total || page.total_is_lower_bound) {
    return core::MakeError(core::ErrorKind::kProtocol, "the count is not exact");
  }
  TakePitId(page);
  Touch();
  expected_rows_ = *page.total;
  num_seq_nos_ = page.num_seq_nos;
  first_seq_no_ = page.first_seq_no;
  last_seq_no_ = page.last_seq_no;
  num_ignored_ = page.num_ignored;
  proved_documents_ = NumProved(page);

  const ScanOptions& options = context_.options;
  const int64_t bytes_per_row = std::max<int64_t>(
      static_cast<int64_t>(response.body.size()) / std::max<int64_t>(page.num_hits, 1),
      1);
  const int64_t most_rows =
      std::min(options.max_page_rows, context_.request.table->max_result_window);
  page_rows_ =
      std::clamp<int64_t>(options.target_page_bytes / bytes_per_row, 1, most_rows);
  page_bytes_ = static_cast<size_t>(page_rows_ * bytes_per_row);
  if (mechanism_ == Mechanism::kSlices) {
    // A twentieth of room, so that a slice with a few more documents still is one page.
    const int64_t rows_per_slice = std::max<int64_t>(page_rows_ * 19 / 20, 1);
    num_slices_ =
        std::clamp<int64_t>(CeilDivide(expected_rows_, rows_per_slice), 1, kMaxSlices);
  }
  if (context_.request.limit) {
    page_rows_ = std::clamp<int64_t>(*context_.request.limit, 1, page_rows_);
  }
  return arrow::Status::OK();
}

// A scroll fixes its view and its page size with its first page, which therefore waits
// here until the proofs of all shards are made.
arrow::Status ShardView::OpenScroll(const core::CancelToken& cancel) {
  const std::string index = core::PercentEncode(shard_.index);
  const std::string on_shard = fmt::format(
      "preference=_shards:{}&allow_partial_search_results=false", shard_.number);
  ARROW_RETURN_NOT_OK(
      Probe(BaseBody(), fmt::format("/{}/_search?{}", index, on_shard), cancel));

  dsl::SearchBody body = BaseBody();
  body.size = NeedsDocuments(context_.request) ? page_rows_.load() : 1;
  body.proofs = context_.proofs;
  body.track_total = dsl::TrackTotal::kExactly;
  HttpRequest search;
  search.method = HttpMethod::kPost;
  search.target = fmt::format("/{}/_search?scroll={}s&{}", index,
                              context_.options.keep_alive.count(), on_shard);
  search.body = dsl::WriteSearchBody(body);
  search.expected_response_bytes = page_bytes_;
  search.stop_grace = kOpenGrace;
  ARROW_ASSIGN_OR_RAISE(auto response,
                        context_.exchanger.Send(search, Repeat::kSafe, cancel));
  ARROW_ASSIGN_OR_RAISE(auto decoder, decode::HitsDecoder::Make({}));
  ARROW_ASSIGN_OR_RAISE(const decode::Page page, decoder->Decode(response.body));
  {
    const std::lock_guard lock(mutex_);
    scroll_id_ = page.scroll_id;
  }
  ARROW_RETURN_NOT_OK(CheckComplete(page, "scroll"));
  ARROW_RETURN_NOT_OK(CheckProofs(page, body.proofs));
  if (!page.total) {
    return core::MakeError(core::ErrorKind::kProtocol, "a scroll without a count");
  }
  expected_rows_ = *page.total;
  first_scroll_page_ = std::move(response.body);
  return arrow::Status::OK();
}

arrow::Status ShardView::RenewIfIdle(std::chrono::milliseconds idle,
                                     const core::CancelToken& cancel) {
  if (mechanism_ == Mechanism::kScroll) return arrow::Status::OK();
  int64_t touched = touched_at_ms_;
  const int64_t now = NowMillis();
  // The exchange lets one of several waiting readers do it.
  if (now - touched < idle.count() ||
      !touched_at_ms_.compare_exchange_strong(touched, now)) {
    return arrow::Status::OK();
  }
  dsl::SearchBody body;
  body.pit_id = pit_id();
  body.keep_alive = context_.options.keep_alive;
  body.sort_by_doc = false;
  HttpRequest search;
  search.method = HttpMethod::kPost;
  search.target = kPitSearch;
  search.body = dsl::WriteSearchBody(body);
  return context_.exchanger.Send(search, Repeat::kSafe, cancel).status();
}

void ShardView::Close() {
  HttpRequest close;
  close.method = HttpMethod::kDelete;
  close.timeout = kCloseTimeout;
  if (!pit_id_.empty()) {
    const bool elasticsearch = context_.capabilities.es_point_in_time;
    close.target = elasticsearch ? "/_pit" : "/_search/point_in_time";
    close.body = elasticsearch ? dsl::WriteCloseElasticsearchPit(pit_id_)
                               : dsl::WriteCloseOpenSearchPit(pit_id_);
  } else if (!scroll_id_.empty()) {
    close.target = "/_search/scroll";
    close.body = dsl::WriteCloseScroll(scroll_id_);
  } else {
    return;
  }
  // A failure is nobody's: the statement has its result, and what stays open expires by
  // itself.
  const auto ignored = context_.exchanger.Send(close, Repeat::kNever, {});
  pit_id_.clear();
  scroll_id_.clear();
}

/// Pages of one slice, each behind the last hit of the page before.
class PointInTimeCursor final : public PageCursor {
 public:
  PointInTimeCursor(ShardView& view, int64_t slice) : view_(view), slice_(slice) {}

  arrow::Result<bool> Next(decode::HitsDecoder& decoder,
                           const core::CancelToken& cancel) override {
    if (at_end_) return false;
    for (;;) {
      const int64_t page_rows = view_.page_rows_;
      auto response = Ask(page_rows, cancel);
      if (response.ok()) return Read(*response, page_rows, decoder);
      if (page_rows == 1 || !IsTooLarge(response.status())) return response.status();
      // Documents far wider than the first ones: smaller pages, by every reader.
      view_.page_rows_ = std::max<int64_t>(page_rows / 4, 1);
    }
  }

 private:
  static bool IsTooLarge(const arrow::Status& status) {
    const core::ErrorDetail* detail = core::FindDetail(status);
    return detail != nullptr && (detail->kind == core::ErrorKind::kMemory ||
                                 detail->es_type == "circuit_breaking_exception");
  }

  arrow::Result<transport::HttpResponse> Ask(int64_t page_rows,
                                             const core::CancelToken& cancel) {
    dsl::SearchBody body = view_.BaseBody();
    body.size = page_rows;
    body.search_after = search_after_;
    if (view_.num_slices_ > 1) body.slice = dsl::Slice{slice_, view_.num_slices_};
    HttpRequest search;
    search.method = HttpMethod::kPost;
    search.target = kPitSearch;
    search.body = dsl::WriteSearchBody(body);
    search.expected_response_bytes = view_.page_bytes_;
    if (page_rows > 1) {
      search.max_response_bytes = MaxPageBytes(view_.context_.options);
    }
    return view_.context_.exchanger.Send(search, Repeat::kSafe, cancel);
  }

  arrow::Result<bool> Read(const transport::HttpResponse& response, int64_t page_rows,
                           decode::HitsDecoder& decoder) {
    ARROW_ASSIGN_OR_RAISE(const decode::Page page, decoder.Decode(response.body));
    ARROW_RETURN_NOT_OK(CheckComplete(page, view_.Describe()));
    view_.TakePitId(page);
    view_.Touch();
    view_.page_bytes_ = response.body.size() + response.body.size() / 16;
    at_end_ = page.num_hits < page_rows;
    if (!at_end_ && (page.last_sort.empty() || page.last_sort == search_after_)) {
      return core::MakeError(core::ErrorKind::kProtocol,
                             "a page without a new place to go on from");
    }
    search_after_ = page.last_sort;
    return true;
  }

  ShardView& view_;
  const int64_t slice_;
  std::string search_after_;
  bool at_end_ = false;
};

/// Pages of a scroll. A page that was lost cannot be asked for again.
class ScrollCursor final : public PageCursor {
 public:
  explicit ScrollCursor(ShardView& view) : view_(view) {}

  arrow::Result<bool> Next(decode::HitsDecoder& decoder,
                           const core::CancelToken& cancel) override {
    core::PaddedBytes body;
    if (view_.first_scroll_page_) {
      body = *std::move(view_.first_scroll_page_);
      view_.first_scroll_page_.reset();
    } else {
      HttpRequest next;
      next.method = HttpMethod::kPost;
      next.target = "/_search/scroll";
      next.body =
          dsl::WriteNextScrollPage(view_.scroll_id_, view_.context_.options.keep_alive);
      next.expected_response_bytes = view_.page_bytes_;
      ARROW_ASSIGN_OR_RAISE(auto response, view_.context_.exchanger.Send(
                                               next, Repeat::kIfNotStarted, cancel));
      body = std::move(response.body);
    }
    ARROW_ASSIGN_OR_RAISE(const decode::Page page, decoder.Decode(body));
    ARROW_RETURN_NOT_OK(CheckCompleteScrollPage(page, view_.Describe()));
    // A node that lost its part of a scroll answers 200 with a smaller total
    // (elastic/elasticsearch#65381).
    if (page.total != view_.expected_rows_) {
      return core::MakeError(
          core::ErrorKind::kIncomplete,
          fmt::format("{}: the scroll counted {} documents and now {}", view_.Describe(),
                      view_.expected_rows_, page.total.value_or(-1)));
    }
    if (!page.scroll_id.empty()) view_.scroll_id_ = page.scroll_id;
    view_.page_bytes_ = body.size() + body.size() / 16;
    return page.num_hits > 0;
  }

 private:
  ShardView& view_;
};

std::unique_ptr<PageCursor> ShardView::MakeCursor(int64_t slice) {
  if (mechanism_ == Mechanism::kScroll) return std::make_unique<ScrollCursor>(*this);
  return std::make_unique<PointInTimeCursor>(*this, slice);
}

}  // namespace recurve::scan
