// SPDX-License-Identifier: Apache-2.0
#include "scan/scanner.h"

#include <utility>

#include "core/error_detail.h"
#include "core/percent_encoding.h"
#include "dsl/search_body.h"
#include "fmt/format.h"
#include "plan/road_rules.h"
#include "scan/aggregate_scan.h"
#include "scan/column_request.h"
#include "scan/esql_reader.h"
#include "scan/page_check.h"
#include "scan/proved_search.h"
#include "scan/shard_view.h"
#include "scan/source_scan.h"

namespace recurve::scan {

namespace {

bool FitsOneSearch(const plan::ScanRequest& request) {
  if (!NeedsDocuments(request) || !request.limit) return false;
  const int64_t window = request.table->max_result_window;
  return *request.limit <=
         (request.order.empty() ? std::min(kMaxSingleSearchRows, window) : window);
}

class ScannerImpl final : public Scanner {
 public:
  explicit ScannerImpl(ScanParts parts) : parts_(std::move(parts)) {}

  arrow::Result<std::shared_ptr<ScanStream>> Open(const plan::ScanRequest& wanted,
                                                  core::CancelToken cancel) override {
    ARROW_RETURN_NOT_OK(CheckReadable(wanted));
    const plan::ScanRequest request = WithRoad(wanted);
    return FitsOneSearch(request) ? StartSingleSearch(parts_, request, std::move(cancel))
                                  : StartSourceScan(parts_, request, std::move(cancel));
  }

  // One search counts every shard at its own moment, as a set of points-in-time would.
  arrow::Result<int64_t> Count(const plan::ScanRequest& request,
                               core::CancelToken cancel) override {
    ARROW_ASSIGN_OR_RAISE(const auto capabilities,
                          parts_.catalog->GetCapabilities(cancel));
    Exchanger exchanger(parts_.transport, parts_.budget, parts_.options);
    int64_t num_documents = 0;
    auto count = SearchProved(parts_, exchanger, request, capabilities.esql_arrow,
                              num_documents, cancel, [&](const auto& proofs) {
                                return CountOnce(request, proofs, exchanger,
                                                 &num_documents, cancel);
                              });
    ARROW_RETURN_NOT_OK(ScanError(request.filter, count.status()));
    return count;
  }

  arrow::Result<std::shared_ptr<ScanStream>> OpenAggregate(
      const plan::AggregateRequest& request, core::CancelToken cancel) override {
    return StartAggregateScan(parts_, WithRoad(request), std::move(cancel));
  }

  arrow::Result<std::string> DescribeAggregate(const plan::AggregateRequest& request,
                                               core::CancelToken cancel) override {
    ARROW_ASSIGN_OR_RAISE(const auto capabilities,
                          parts_.catalog->GetCapabilities(cancel));
    return DescribeAggregateScan(WithRoad(request), capabilities);
  }

  arrow::Result<std::string> Describe(const plan::ScanRequest& wanted,
                                      core::CancelToken cancel) override {
    const plan::ScanRequest request = WithRoad(wanted);
    ARROW_ASSIGN_OR_RAISE(const auto capabilities,
                          parts_.catalog->GetCapabilities(cancel));
    dsl::SearchBody body;
    body.filter = &request.filter;
    if (!NeedsDocuments(request)) {
      body.sort_by_doc = false;
      body.track_total = dsl::TrackTotal::kExactly;
      return fmt::format("source, count only\nPOST /{}/_search {}", request.table->name,
                         dsl::WriteSearchBody(body));
    }
    ARROW_RETURN_NOT_OK(CheckReadable(request));
    AskForColumns(request, capabilities, &body);
    body.with_scores = plan::NeedsScores(request);
    body.size = std::min(parts_.options.max_page_rows, request.table->max_result_window);
    if (request.limit) body.size = std::min(body.size, *request.limit);
    if (FitsOneSearch(request)) {
      body.size = *request.limit;
      body.order = request.order;
      return fmt::format("source, single search\nPOST /{}/_search {}",
                         request.table->name, dsl::WriteSearchBody(body));
    }
    const Mechanism mechanism = MechanismOf(capabilities);
    std::string not_esql;
    if (request.road != plan::Road::kSource && capabilities.esql_arrow) {
      std::string why = plan::WhyNotEsql(request);
      const bool forced = request.road == plan::Road::kEsql;
      if (why.empty() && !forced && request.limit && *request.limit < kMinEsqlRows) {
        why = "the limit is small";
      }
      if (why.empty()) {
        return fmt::format(
            "esql, _seq_no ranges, {} shards{}\n{}", request.table->shards.size(),
            forced ? "" : "; source if the table is small", DescribeEsql(request));
      }
      not_esql = fmt::format(" (not esql: {})", why);
    }
    const bool scroll = mechanism == Mechanism::kScroll;
    if (!scroll) body.pit_id = "<pit>";
    body.keep_alive = parts_.options.keep_alive;
    return fmt::format(
        "source, {}, {} shards{}\nPOST {} {}", ToString(mechanism),
        request.table->shards.size(), not_esql,
        scroll ? fmt::format("/{}/_search?scroll", request.table->name) : "/_search",
        dsl::WriteSearchBody(body));
  }

 private:
  arrow::Result<int64_t> CountOnce(const plan::ScanRequest& request,
                                   const std::vector<const catalog::Field*>& proofs,
                                   Exchanger& exchanger, int64_t* num_documents,
                                   const core::CancelToken& cancel) {
    dsl::SearchBody body;
    body.filter = &request.filter;
    body.proofs = proofs;
    body.sort_by_doc = false;
    body.track_total = dsl::TrackTotal::kExactly;
    transport::HttpRequest search;
    search.method = transport::HttpMethod::kPost;
    search.target = fmt::format("/{}/_search?allow_partial_search_results=false",
                                core::PercentEncode(request.table->name));
    search.body = dsl::WriteSearchBody(body);
    ARROW_ASSIGN_OR_RAISE(auto response, exchanger.Send(search, Repeat::kSafe, cancel));
    ARROW_ASSIGN_OR_RAISE(auto decoder, decode::HitsDecoder::Make({}));
    ARROW_ASSIGN_OR_RAISE(const decode::Page page, decoder->Decode(response.body));
    ARROW_RETURN_NOT_OK(CheckCompleteCount(page, request.table->name));
    ARROW_RETURN_NOT_OK(CheckProofs(page, proofs));
    if (!page.total || page.total_is_lower_bound) {
      return core::MakeError(core::ErrorKind::kProtocol, "the count is not exact");
    }
    *num_documents = NumProved(page);
    return *page.total;
  }

  template <typename Request>
  Request WithRoad(Request request) const {
    if (request.road == plan::Road::kAuto) request.road = parts_.options.road;
    return request;
  }

  const ScanParts parts_;
};

}  // namespace

std::shared_ptr<Scanner> Scanner::Make(
    std::shared_ptr<transport::HttpTransport> transport,
    std::shared_ptr<catalog::ClusterCatalog> catalog, ScanOptions options) {
  auto budget = std::make_shared<RequestBudget>(options.max_cluster_requests);
  return std::make_shared<ScannerImpl>(
      ScanParts{std::move(transport), std::move(catalog), std::move(budget), options,
                std::make_shared<ProofCache>(), std::make_shared<AnswerSizes>()});
}

}  // namespace recurve::scan
