// SPDX-License-Identifier: Apache-2.0
#include "scan/aggregate_scan.h"

#include <algorithm>
#include <deque>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "arrow/record_batch.h"
#include "arrow/type.h"
#include "core/error_detail.h"
#include "core/percent_encoding.h"
#include "decode/buckets_decoder.h"
#include "decode/point_in_time.h"
#include "dsl/aggregate_body.h"
#include "dsl/search_body.h"
#include "dsl/view_body.h"
#include "fmt/format.h"
#include "scan/aggregate_columns.h"
#include "scan/distinct_fold.h"
#include "scan/esql_aggregate_scan.h"
#include "scan/page_check.h"

namespace recurve::scan {

namespace {

using transport::HttpMethod;
using transport::HttpRequest;

// search.max_buckets is 10,000 at first (Elasticsearch 7.0), later 65,535 or more; it
// counts the bucket of every filter aggregation too.
constexpr int64_t kFirstPageBuckets = 10000;
constexpr int64_t kPageBuckets = 60000;
// A guess of where reading the rows takes less.
constexpr double kMostPages = 16;

constexpr std::chrono::seconds kCloseTimeout{5};
// As for a shard's view: what is opened can only be closed with its id.
constexpr std::chrono::milliseconds kOpenGrace{5000};

int64_t GroupsPerPage(int64_t buckets, const dsl::Measures& measures) {
  const auto filters = std::ranges::count_if(
      measures.measures,
      [](const dsl::Measure& measure) { return measure.filter != nullptr; });
  return buckets / (1 + filters);
}

dsl::SearchBody FirstBody(const plan::AggregateRequest& request) {
  dsl::SearchBody body;
  body.filter = &request.filter;
  body.proofs = request.proofs;
  body.sort_by_doc = false;
  body.track_total = dsl::TrackTotal::kExactly;
  return body;
}

std::string SearchTarget(const plan::AggregateRequest& request) {
  // The name as the user wrote it: an alias brings its own filter.
  return fmt::format("/{}/_search?allow_partial_search_results=false",
                     core::PercentEncode(request.table->name));
}

bool IsTooManyBuckets(const arrow::Status& status) {
  const core::ErrorDetail* detail = core::FindDetail(status);
  return detail != nullptr &&
         (detail->es_type == "too_many_buckets_exception" ||
          status.message().find("too many buckets") != std::string::npos);
}

class AggregateScan final : public ScanStream {
 public:
  /// `may_ask_esql`: where the cluster has it and the table is large.
  AggregateScan(const ScanParts& parts, const plan::AggregateRequest& request,
                core::CancelToken cancel, bool may_ask_esql = true)
      : parts_(parts),
        request_(request),
        measures_(dsl::MeasuresOf(request_)),
        schema_(plan::OutputSchema(request)),
        exchanger_(parts.transport, parts.budget, parts.options),
        cancel_(std::move(cancel)),
        may_ask_esql_(may_ask_esql) {
    for (const plan::GroupKey& key : request_.keys) key_types_.push_back(key.type);
  }
  ~AggregateScan() override { ClosePointInTime(); }

  std::shared_ptr<arrow::Schema> schema() const override { return schema_; }

  arrow::Status ReadNext(std::shared_ptr<arrow::RecordBatch>* batch) override {
    ARROW_RETURN_NOT_OK(Begin());
    while (!ready_.empty()) {
      *batch = std::move(ready_.front());
      ready_.pop_front();
      rows_ += (*batch)->num_rows();
      if ((*batch)->num_rows() > 0) return arrow::Status::OK();
    }
    *batch = nullptr;
    if (folded_ && !done_) {
      ARROW_RETURN_NOT_OK(folded_->ReadNext(batch));
      if (*batch) rows_ += (*batch)->num_rows();
      return arrow::Status::OK();
    }
    while (!done_) {
      auto page = pit_id_.empty() ? ReadOnce() : ReadPage();
      if (!page.ok()) {
        done_ = true;
        ClosePointInTime();
        return page.status();
      }
      if (done_) ClosePointInTime();
      if (*page && (*page)->num_rows() > 0) {
        *batch = *std::move(page);
        rows_ += (*batch)->num_rows();
        return arrow::Status::OK();
      }
    }
    return arrow::Status::OK();
  }

  arrow::Status Close() override {
    done_ = true;
    ClosePointInTime();
    return folded_ ? folded_->Close() : arrow::Status::OK();
  }

  ScanStatistics statistics() const override {
    ScanStatistics statistics;
    if (folded_) statistics = folded_->statistics();
    statistics.road = "aggregation";
    if (!folded_) statistics.mechanism = mechanism_;
    statistics.num_requests += exchanger_.num_requests();
    statistics.num_retries += exchanger_.num_retries();
    statistics.response_bytes += exchanger_.response_bytes();
    statistics.rows = rows_;
    return statistics;
  }

 private:
  using Batch = std::shared_ptr<arrow::RecordBatch>;

  // ES|QL first; then, for distinct values, their groups.
  arrow::Status Begin() {
    if (done_ || std::exchange(started_, true)) return arrow::Status::OK();
    done_ = true;  // unless there is more to do
    ARROW_ASSIGN_OR_RAISE(capabilities_, parts_.catalog->GetCapabilities(cancel_));
    if (may_ask_esql_ && capabilities_.esql_arrow &&
        request_.road != plan::Road::kSource) {
      ARROW_ASSIGN_OR_RAISE(auto groups, ReadEsqlGroups(parts_, request_, capabilities_,
                                                        exchanger_, cancel_));
      if (groups.batches) {
        ARROW_RETURN_NOT_OK(CheckTable());
        ready_.assign(groups.batches->begin(), groups.batches->end());
        mechanism_ = "ES|QL STATS";
        return arrow::Status::OK();
      }
      mechanism_ += ": ES|QL gave no certain answer, " + groups.why_not;
    }
    if (plan::CountedDistinct(request_) != nullptr) {
      folded_ = FoldDistinct(
          std::make_shared<AggregateScan>(parts_, DistinctGroups(request_), cancel_,
                                          /*may_ask_esql=*/false),
          request_);
    }
    done_ = false;
    return arrow::Status::OK();
  }

  // Everything in one search, which is one snapshot. Null: there are more groups, and a
  // point-in-time has been opened for them.
  arrow::Result<Batch> ReadOnce() {
    const bool grouped = !request_.keys.empty();
    dsl::AggregatePage wanted;
    wanted.max_groups = grouped ? GroupsPerPage(kFirstPageBuckets, measures_) : 0;
    wanted.totals = !grouped || plan::NeedsTotals(request_);
    wanted.plain_interval = !capabilities_.calendar_interval;
    ARROW_ASSIGN_OR_RAISE(const auto page,
                          Search(FirstBody(request_), SearchTarget(request_), wanted));
    ARROW_RETURN_NOT_OK(CheckTable());
    if (!grouped) {
      done_ = true;
      return TotalsRow(page);
    }
    const int64_t num_grouped =
        std::accumulate(page.num_rows.begin(), page.num_rows.end(), int64_t{0});
    if (page.num_groups() >= wanted.max_groups) {
      ARROW_RETURN_NOT_OK(CheckWorthPages(page, num_grouped));
      ARROW_RETURN_NOT_OK(OpenPointInTime());
      return Batch();
    }
    done_ = true;
    if (wanted.totals) ARROW_RETURN_NOT_OK(TotalsRow(page).status());
    if (num_grouped != page.page.total) {
      return core::MakeError(
          core::ErrorKind::kPushdownDisproved,
          fmt::format("the groups of {} hold {} documents of {}", request_.table->name,
                      num_grouped, page.page.total.value_or(-1)));
    }
    return Groups(page);
  }

  // Every page takes the cluster through all documents again.
  arrow::Status CheckWorthPages(const decode::BucketsPage& first,
                                int64_t num_grouped) const {
    const auto share = static_cast<double>(first.page.total.value_or(0)) /
                       static_cast<double>(std::max<int64_t>(num_grouped, 1));
    const double num_groups = share * static_cast<double>(first.num_groups());
    if (num_groups <= kMostPages * kPageBuckets) return arrow::Status::OK();
    return core::MakeError(
        core::ErrorKind::kPushdownDisproved,
        fmt::format("about {:.0f} groups: reading the rows takes less", num_groups));
  }

  arrow::Result<Batch> ReadPage() {
    const bool first = after_key_.empty();
    dsl::SearchBody body = FirstBody(request_);
    body.pit_id = pit_id_;
    body.keep_alive = parts_.options.keep_alive;
    if (!first) {
      body.proofs.clear();
      body.track_total = dsl::TrackTotal::kNo;
    }
    dsl::AggregatePage wanted;
    wanted.max_groups = GroupsPerPage(kPageBuckets, measures_);
    wanted.after_key = after_key_;
    wanted.totals = first;
    wanted.plain_interval = !capabilities_.calendar_interval;
    ARROW_ASSIGN_OR_RAISE(
        const auto page,
        Search(std::move(body), "/_search?allow_partial_search_results=false", wanted));
    if (!page.page.pit_id.empty()) pit_id_ = page.page.pit_id;
    if (first) {
      expected_rows_ = page.page.total.value_or(-1);
      // What holds for all documents holds for the groups of every page.
      ARROW_RETURN_NOT_OK(TotalsRow(page).status());
    }
    for (const int64_t num_rows : page.num_rows) grouped_rows_ += num_rows;
    done_ = page.num_groups() < wanted.max_groups;
    if (!done_ && (page.after_key.empty() || page.after_key == after_key_)) {
      return core::MakeError(core::ErrorKind::kProtocol,
                             "a page without a new place to go on from");
    }
    after_key_ = page.after_key;
    if (done_ && grouped_rows_ != expected_rows_) {
      return core::MakeError(
          core::ErrorKind::kIncomplete,
          fmt::format("the groups of {} hold {} documents of {}", request_.table->name,
                      grouped_rows_, expected_rows_));
    }
    return Groups(page);
  }

  arrow::Result<decode::BucketsPage> Search(dsl::SearchBody body, std::string target,
                                            const dsl::AggregatePage& wanted) {
    body.aggregations = dsl::WriteAggregations(request_, measures_, wanted);
    HttpRequest search;
    search.method = HttpMethod::kPost;
    search.target = std::move(target);
    search.body = dsl::WriteSearchBody(body);
    auto response = exchanger_.Send(search, Repeat::kSafe, cancel_);
    if (IsTooManyBuckets(response.status())) {
      return core::MakeError(core::ErrorKind::kPushdownDisproved,
                             std::string(response.status().message()));
    }
    ARROW_RETURN_NOT_OK(ScanError(request_.filter, response.status()));
    ARROW_ASSIGN_OR_RAISE(auto page, decode::DecodeBuckets(response->body, key_types_,
                                                           measures_.measures.size()));
    ARROW_RETURN_NOT_OK(CheckCompleteCount(page.page, request_.table->name));
    ARROW_RETURN_NOT_OK(CheckProofs(page.page, body.proofs));
    if (body.track_total == dsl::TrackTotal::kExactly &&
        (!page.page.total || page.page.total_is_lower_bound)) {
      return core::MakeError(core::ErrorKind::kProtocol, "the count is not exact");
    }
    return page;
  }

  // The rules were read from a mapping: it must still be that of what was searched.
  arrow::Status CheckTable() {
    ARROW_ASSIGN_OR_RAISE(const auto now,
                          parts_.catalog->GetTable(request_.table->name, cancel_));
    if (now == request_.table ||
        (now->shards == request_.table->shards &&
         now->mapped_schema()->Equals(*request_.table->mapped_schema()))) {
      return arrow::Status::OK();
    }
    core::ErrorDetail detail(core::ErrorKind::kUnavailable);
    detail.retryable = true;
    return core::MakeError(
        std::move(detail),
        fmt::format("indices came or went while the statement began, run it again: {}",
                    request_.table->name));
  }

  arrow::Status OpenPointInTime() {
    if (!capabilities_.any_point_in_time()) {
      return core::MakeError(core::ErrorKind::kPushdownDisproved,
                             "more groups than one answer holds, and this cluster has no "
                             "point-in-time to read the rest from");
    }
    const bool elasticsearch = capabilities_.es_point_in_time;
    HttpRequest open;
    open.method = HttpMethod::kPost;
    open.target =
        fmt::format("/{}/{}?keep_alive={}s{}", core::PercentEncode(request_.table->name),
                    elasticsearch ? "_pit" : "_search/point_in_time",
                    parts_.options.keep_alive.count(),
                    elasticsearch ? "" : "&allow_partial_pit_creation=false");
    open.stop_grace = kOpenGrace;
    ARROW_ASSIGN_OR_RAISE(auto response, exchanger_.Send(open, Repeat::kSafe, cancel_));
    ARROW_ASSIGN_OR_RAISE(pit_id_, decode::ReadPointInTimeId(response.body));
    mechanism_ = "composite pages";
    return CheckTable();
  }

  void ClosePointInTime() {
    if (pit_id_.empty()) return;
    const bool elasticsearch = capabilities_.es_point_in_time;
    HttpRequest close;
    close.method = HttpMethod::kDelete;
    close.timeout = kCloseTimeout;
    close.target = elasticsearch ? "/_pit" : "/_search/point_in_time";
    close.body = elasticsearch ? dsl::WriteCloseElasticsearchPit(pit_id_)
                               : dsl::WriteCloseOpenSearchPit(pit_id_);
    // A failure is nobody's: what stays open expires by itself.
    const auto ignored = exchanger_.Send(close, Repeat::kNever, {});
    pit_id_.clear();
  }

  arrow::Result<Batch> Groups(const decode::BucketsPage& page) const {
    arrow::ArrayVector columns = page.keys;
    std::vector<decode::MeasureValue> rows;
    for (const int64_t num_rows : page.num_rows) {
      rows.push_back({num_rows, std::nullopt, std::nullopt, 0});
    }
    ARROW_RETURN_NOT_OK(AddAggregates(page.measures, rows, columns));
    return arrow::RecordBatch::Make(schema_, page.num_groups(), std::move(columns));
  }

  // The aggregates over all matching documents.
  arrow::Result<Batch> TotalsRow(const decode::BucketsPage& page) const {
    if (page.totals.size() != measures_.measures.size()) {
      return core::MakeError(core::ErrorKind::kProtocol,
                             "the response lacks the totals that were asked for");
    }
    if (page.all_rows && *page.all_rows != page.page.total) {
      return core::MakeError(core::ErrorKind::kPushdownDisproved,
                             fmt::format("{} documents of {} count as {} (_doc_count)",
                                         page.page.total.value_or(-1),
                                         request_.table->name, *page.all_rows));
    }
    std::vector<std::vector<decode::MeasureValue>> measures;
    for (const decode::MeasureValue& value : page.totals) measures.push_back({value});
    arrow::ArrayVector columns;
    ARROW_RETURN_NOT_OK(AddAggregates(
        measures, {{*page.page.total, std::nullopt, std::nullopt, 0}}, columns));
    const bool grouped = !request_.keys.empty();
    return grouped ? Batch() : arrow::RecordBatch::Make(schema_, 1, std::move(columns));
  }

  arrow::Status AddAggregates(
      const std::vector<std::vector<decode::MeasureValue>>& measures,
      const std::vector<decode::MeasureValue>& rows, arrow::ArrayVector& columns) const {
    for (size_t i = 0; i < request_.aggregates.size(); ++i) {
      const int measure = measures_.of_aggregate[i];
      ARROW_ASSIGN_OR_RAISE(
          auto column,
          AggregateColumn(request_.aggregates[i],
                          measure < 0 ? rows : measures[static_cast<size_t>(measure)]));
      columns.push_back(std::move(column));
    }
    return arrow::Status::OK();
  }

  const ScanParts parts_;
  const plan::AggregateRequest request_;
  const dsl::Measures measures_;  ///< points into request_
  const std::shared_ptr<arrow::Schema> schema_;
  std::vector<std::shared_ptr<arrow::DataType>> key_types_;
  Exchanger exchanger_;
  const core::CancelToken cancel_;
  catalog::Capabilities capabilities_;
  std::string pit_id_;
  std::string after_key_;
  int64_t expected_rows_ = 0;
  int64_t grouped_rows_ = 0;
  int64_t rows_ = 0;
  bool done_ = false;
  bool started_ = false;
  const bool may_ask_esql_;
  std::shared_ptr<ScanStream> folded_;  ///< distinct values that are counted here
  std::deque<Batch> ready_;             ///< what ES|QL gave
  std::string mechanism_ = "single search";
};

}  // namespace

std::shared_ptr<ScanStream> StartAggregateScan(const ScanParts& parts,
                                               const plan::AggregateRequest& request,
                                               core::CancelToken cancel) {
  return std::make_shared<AggregateScan>(parts, request, std::move(cancel));
}

std::string DescribeAggregateScan(const plan::AggregateRequest& request,
                                  const catalog::Capabilities& capabilities) {
  if (plan::CountedDistinct(request) != nullptr) {
    catalog::Capabilities without = capabilities;
    without.esql_arrow = false;
    std::string text = DescribeAggregateScan(DistinctGroups(request), without);
    if (capabilities.esql_arrow) text += DescribeEsqlGroups(request);
    return text;
  }
  const dsl::Measures measures = dsl::MeasuresOf(request);
  dsl::AggregatePage page;
  const bool grouped = !request.keys.empty();
  page.totals = !grouped || plan::NeedsTotals(request);
  page.plain_interval = !capabilities.calendar_interval;
  if (grouped) page.max_groups = GroupsPerPage(kFirstPageBuckets, measures);
  dsl::SearchBody body = FirstBody(request);
  body.aggregations = dsl::WriteAggregations(request, measures, page);
  std::string text = fmt::format("aggregation, {}\nPOST /{}/_search {}",
                                 grouped ? "composite" : "totals", request.table->name,
                                 dsl::WriteSearchBody(body));
  if (capabilities.esql_arrow) text += DescribeEsqlGroups(request);
  return text;
}

}  // namespace recurve::scan
