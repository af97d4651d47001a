// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

#include "core/error_detail.h"
#include "core/percent_encoding.h"
#include "dsl/search_body.h"
#include "fmt/format.h"
#include "scan/column_request.h"
#include "scan/page_check.h"
#include "scan/proved_search.h"
#include "scan/shard_view.h"
#include "scan/source_scan.h"

namespace recurve::scan {

namespace {

class SingleSearch final : public ScanStream {
 public:
  SingleSearch(const ScanParts& parts, const plan::ScanRequest& request,
               core::CancelToken cancel)
      : parts_(parts),
        request_(request),
        schema_(plan::OutputSchema(request)),
        exchanger_(parts.transport, parts.budget, parts.options),
        cancel_(std::move(cancel)) {}

  std::shared_ptr<arrow::Schema> schema() const override { return schema_; }

  arrow::Status ReadNext(std::shared_ptr<arrow::RecordBatch>* batch) override {
    *batch = nullptr;
    if (in_pages_) return in_pages_->ReadNext(batch);
    if (std::exchange(done_, true)) return arrow::Status::OK();
    auto rows = Search();
    if (core::KindOf(rows.status()) == core::ErrorKind::kMemory) {
      // Few rows, but wide ones: pages of a scan can shrink. Its rows are not the first
      // ones, so all of them go out where there is an order.
      plan::ScanRequest request = request_;
      if (!request.order.empty()) request.limit.reset();
      request.order.clear();
      in_pages_ = StartSourceScan(parts_, request, cancel_);
      return in_pages_->ReadNext(batch);
    }
    ARROW_RETURN_NOT_OK(ScanError(request_.filter, rows.status()));
    if ((*rows)->num_rows() > 0) *batch = *std::move(rows);
    return arrow::Status::OK();
  }

  arrow::Status Close() override {
    done_ = true;
    return in_pages_ ? in_pages_->Close() : arrow::Status::OK();
  }

  ScanStatistics statistics() const override {
    if (in_pages_) return in_pages_->statistics();
    ScanStatistics statistics;
    statistics.road = "source";
    statistics.mechanism = "single search";
    statistics.num_requests = exchanger_.num_requests();
    statistics.num_retries = exchanger_.num_retries();
    statistics.response_bytes = exchanger_.response_bytes();
    statistics.rows = rows_;
    return statistics;
  }

 private:
  arrow::Result<std::shared_ptr<arrow::RecordBatch>> Search() {
    ARROW_ASSIGN_OR_RAISE(const auto capabilities,
                          parts_.catalog->GetCapabilities(cancel_));
    int64_t num_documents = 0;
    // An order's own proofs are not remembered.
    const bool can_remember = capabilities.esql_arrow && request_.order.empty();
    return SearchProved(parts_, exchanger_, request_, can_remember, num_documents,
                        cancel_, [&](const auto& proofs) {
                          return SearchOnce(capabilities, proofs, &num_documents);
                        });
  }

  arrow::Result<std::shared_ptr<arrow::RecordBatch>> SearchOnce(
      const catalog::Capabilities& capabilities,
      const std::vector<const catalog::Field*>& proofs, int64_t* num_documents) {
    const int64_t limit = *request_.limit;
    dsl::SearchBody body;
    body.size = limit;
    body.filter = &request_.filter;
    body.with_scores = plan::NeedsScores(request_);
    body.proofs = proofs;
    body.order = request_.order;
    AskForColumns(request_, capabilities, &body);
    body.track_total = capabilities.total_hits_object ? dsl::TrackTotal::kUpTo
                                                      : dsl::TrackTotal::kExactly;
    body.total_up_to = std::max<int64_t>(limit, 1);
    transport::HttpRequest search;
    search.method = transport::HttpMethod::kPost;
    // The name as the user wrote it: an alias brings its own filter.
    search.target = fmt::format("/{}/_search?allow_partial_search_results=false",
                                core::PercentEncode(request_.table->name));
    search.body = dsl::WriteSearchBody(body);
    search.max_response_bytes = MaxPageBytes(parts_.options);
    ARROW_ASSIGN_OR_RAISE(auto response, exchanger_.Send(search, Repeat::kSafe, cancel_));
    ARROW_ASSIGN_OR_RAISE(auto decoder, decode::HitsDecoder::Make(
                                            DecoderColumns(request_), LabelOf(request_)));
    ARROW_ASSIGN_OR_RAISE(const decode::Page page, decoder->Decode(response.body));
    ARROW_RETURN_NOT_OK(CheckComplete(page, request_.table->name));
    ARROW_RETURN_NOT_OK(CheckProofs(page, proofs));
    ARROW_RETURN_NOT_OK(CheckOrder(page, proofs, request_.order));
    const int64_t wanted = std::min(limit, page.total.value_or(limit));
    if (page.num_hits != wanted) {
      return core::MakeError(core::ErrorKind::kIncomplete,
                             fmt::format("{}: {} rows came where {} match",
                                         request_.table->name, page.num_hits, wanted));
    }
    *num_documents = NumProved(page);
    rows_ = page.num_hits;
    return decoder->Flush();
  }

  const ScanParts parts_;
  const plan::ScanRequest request_;
  const std::shared_ptr<arrow::Schema> schema_;
  Exchanger exchanger_;
  const core::CancelToken cancel_;
  bool done_ = false;
  std::shared_ptr<ScanStream> in_pages_;
  int64_t rows_ = 0;
};

}  // namespace

std::shared_ptr<ScanStream> StartSingleSearch(const ScanParts& parts,
                                              const plan::ScanRequest& request,
                                              core::CancelToken cancel) {
  return std::make_shared<SingleSearch>(parts, request, std::move(cancel));
}

}  // namespace recurve::scan
