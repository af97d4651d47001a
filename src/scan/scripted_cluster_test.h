// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "arrow/api.h"
#include "arrow/io/memory.h"
#include "arrow/ipc/writer.h"
#include "catalog/cluster_catalog.h"
#include "core/error_detail.h"
#include "fmt/format.h"
#include "scan/scanner.h"
#include "transport/http_transport.h"

namespace recurve::scan {

/// A cluster of one index whose shard s holds the numbers s * 1000 + 0, 1, ... in field
/// "n", answering the few requests that a scan sends. Behaviour that only a real node can
/// show is tested on real nodes; this one is for faults and for counting requests.
class ScriptedCluster : public transport::HttpTransport {
 public:
  explicit ScriptedCluster(std::vector<int> documents_per_shard)
      : documents_(std::move(documents_per_shard)) {}

  arrow::Result<transport::HttpResponse> Send(const transport::HttpRequest& request,
                                              const core::CancelToken& cancel) override {
    if (cancel.stop_requested()) {
      return core::MakeError(core::ErrorKind::kCancelled, "cancelled");
    }
    const std::lock_guard lock(mutex_);
    std::string answer;
    if (request.method == transport::HttpMethod::kDelete) {
      ++closed_;
      answer = "{}";
    } else if (request.target.find("/_pit") != std::string::npos) {
      ++opened_;
      answer = fmt::format(
          R"({{"id":"pit{}","_shards":{{"total":1,"successful":1,"skipped":0,"failed":0}}}})",
          NumberAfter(request.target, "_shards:"));
    } else if (request.target == "/_search/scroll") {
      answer = Scroll(
          static_cast<size_t>(NumberAfter(request.body, "\"scroll_id\":\"scroll")));
    } else if (request.target.find("/_segments") != std::string::npos) {
      answer = Segments();
    } else if (request.target.find("/_settings/index.uuid") != std::string::npos) {
      answer = R"({"t":{"settings":{"index.uuid":"u"}}})";
    } else if (request.target.starts_with("/_cluster/settings")) {
      answer = fmt::format(
          R"({{"defaults":{{"esql.query.result_truncation_max_size":"{}"}}}})",
          esql_max_rows_);
    } else if (request.target.starts_with("/_query")) {
      answer = Esql(request.body);
    } else {
      answer = Search(request);
    }
    transport::HttpResponse response;
    response.status = 200;
    response.body = core::PaddedBytes(answer);
    return response;
  }

  int opened() const { return opened_; }
  int closed() const { return closed_; }

  int64_t esql_max_rows_ = 10000;  ///< esql.query.result_truncation_max_size

 private:
  std::string Segments() const {
    std::string shards;
    for (size_t i = 0; i < documents_.size(); ++i) {
      shards += fmt::format(
          R"({}"{}":[{{"segments":{{"_0":{{"num_docs":{},"deleted_docs":0,"search":true}}}}}}])",
          i == 0 ? "" : ",", i, documents_[i]);
    }
    return fmt::format(
        R"({{"_shards":{{"total":{0},"successful":{0},"failed":0}},"indices":{{"t":)"
        R"({{"shards":{{{1}}}}}}}}})",
        documents_.size(), shards);
  }

  // In Arrow, what the limit leaves of the documents in the range, as the node does: no
  // word about those that are left out.
  std::string Esql(const std::string& body) const {
    const int64_t limit = std::min(NumberAfter(body, "LIMIT "), esql_max_rows_);
    arrow::Int64Builder numbers;
    for (size_t shard = 0; shard < documents_.size(); ++shard) {
      for (int64_t i = 0; i < documents_[shard]; ++i) {
        if (!IsWanted(i, body) || numbers.length() == limit) continue;
        (void)numbers.Append(static_cast<int64_t>(shard) * 1000 + i);
      }
    }
    const auto schema = arrow::schema({arrow::field("n", arrow::int64())});
    const auto array = *numbers.Finish();
    auto sink = *arrow::io::BufferOutputStream::Create();
    auto writer = *arrow::ipc::MakeStreamWriter(sink, schema);
    (void)writer->WriteRecordBatch(
        *arrow::RecordBatch::Make(schema, array->length(), {array}));
    (void)writer->Close();
    return (*sink->Finish())->ToString();
  }

  static int64_t NumberAfter(const std::string& text, const std::string& mark) {
    const size_t at = text.find(mark);
    if (at == std::string::npos) return -1;
    const size_t digit = text.find_first_of("0123456789", at + mark.size());
    return std::stoll(text.substr(digit));
  }

  std::string Search(const transport::HttpRequest& request) {
    const bool scroll = request.target.find("?scroll=") != std::string::npos;
    const bool by_pit = request.body.find("\"pit\"") != std::string::npos;
    const int64_t size = NumberAfter(request.body, "\"size\"");
    int64_t shard = 0;
    if (by_pit) shard = NumberAfter(request.body, "\"id\":\"pit");
    if (!by_pit) shard = std::max<int64_t>(NumberAfter(request.target, "_shards:"), 0);
    const auto place = static_cast<size_t>(shard);
    int64_t first = 0;
    int64_t last = documents_[place];
    if (request.body.find("\"slice\"") != std::string::npos) {
      const std::string slice = request.body.substr(request.body.find("\"slice\""));
      const int64_t id = NumberAfter(slice, "\"id\"");
      const int64_t max = NumberAfter(slice, "\"max\"");
      last = (id + 1) * documents_[place] / max;
      first = id * documents_[place] / max;
    }
    if (request.body.find("search_after") != std::string::npos) {
      first = NumberAfter(request.body, "search_after") + 1;
    }
    if (scroll) {
      ++opened_;
      scroll_at_[place] = std::min(size, last);
      scroll_size_[place] = size;
    }
    const bool proofs = request.body.find("\"proofs\"") != std::string::npos;
    last = Skip(first, last, size, request.body);
    return Page(place, first, last,
                scroll ? fmt::format(R"("_scroll_id":"scroll{}",)", shard) : "", proofs,
                request.body);
  }

  std::string Scroll(size_t shard) {
    const int64_t first = scroll_at_[shard];
    const int64_t last =
        std::min<int64_t>(first + scroll_size_[shard], documents_[shard]);
    scroll_at_[shard] = last;
    return Page(shard, first, last, fmt::format(R"("_scroll_id":"scroll{}",)", shard),
                false, "");
  }

  // Document i has the _seq_no i.
  static bool IsWanted(int64_t i, const std::string& body) {
    constexpr std::string_view kRange = "\"_seq_no\":{";
    size_t at = body.find(kRange);
    if (at == std::string::npos) return true;
    for (; at != std::string::npos; at = body.find(kRange, at + 1)) {
      const std::string range = body.substr(at);
      if (i >= NumberAfter(range, "\"gte\"") && i < NumberAfter(range, "\"lt\"")) {
        return true;
      }
    }
    return false;
  }

  // Where a page of `size` documents from `first` on ends.
  static int64_t Skip(int64_t first, int64_t last, int64_t size,
                      const std::string& body) {
    for (int64_t i = first; i < last; ++i) {
      if (IsWanted(i, body) && size-- == 0) return i;
    }
    return last;
  }

  std::string Page(size_t shard, int64_t first, int64_t last, const std::string& id,
                   bool proofs, const std::string& body) const {
    std::string hits;
    for (int64_t i = first; i < last; ++i) {
      if (!IsWanted(i, body)) continue;
      if (!hits.empty()) hits += ',';
      hits += fmt::format(
          R"({{"_index":"t","_id":"{0}","_score":null,"_source":{{"n":{1}}},"sort":[{0}]}})",
          i, static_cast<int64_t>(shard) * 1000 + i);
    }
    const std::string counts = fmt::format(
        R"("v0":{{"value":{}}},"d0":{{"doc_count":{}}},"g0":{{"doc_count":0}})",
        num_values_, documents_[shard]);
    std::string aggregations;
    if (proofs) aggregations = fmt::format(R"("proofs":{{{}}})", counts);
    if (body.find("\"seq_no\"") != std::string::npos) {
      if (proofs) aggregations += ',';
      aggregations += fmt::format(
          R"("seq_no":{{"count":{},"min":0.0,"max":{}.0,"avg":1.5,"sum":1.0E2}},)"
          R"("num_ignored":{{"doc_count":0}})",
          documents_[shard], documents_[shard] - 1);
    }
    return fmt::format(
        R"({{{}"timed_out":false,"_shards":{{"total":1,"successful":1,"failed":0}},)"
        R"("hits":{{"total":{{"value":{},"relation":"eq"}},"hits":[{}]}}{}}})",
        id, documents_[shard], hits,
        aggregations.empty() ? ""
                             : fmt::format(R"(,"aggregations":{{{}}})", aggregations));
  }

  const std::vector<int> documents_;
  std::mutex mutex_;
  std::map<size_t, int64_t> scroll_at_;
  std::map<size_t, int64_t> scroll_size_;
  std::atomic<int> opened_ = 0;
  std::atomic<int> closed_ = 0;

 public:
  int64_t num_values_ = 0;  ///< what the proof's value_count says
};

/// Passes requests on, but for the n-th that `applies`: there `fault` makes the answer.
class FaultTransport : public transport::HttpTransport {
 public:
  using Applies = std::function<bool(const transport::HttpRequest&)>;
  using Fault = std::function<arrow::Result<transport::HttpResponse>(
      arrow::Result<transport::HttpResponse>)>;

  FaultTransport(std::shared_ptr<transport::HttpTransport> inner, Applies applies,
                 std::set<int> when, Fault fault)
      : inner_(std::move(inner)),
        applies_(std::move(applies)),
        when_(std::move(when)),
        fault_(std::move(fault)) {}

  arrow::Result<transport::HttpResponse> Send(const transport::HttpRequest& request,
                                              const core::CancelToken& cancel) override {
    ++num_requests;
    auto response = inner_->Send(request, cancel);
    if (!applies_(request)) return response;
    const int place = num_applied_++;
    return when_.contains(place) ? fault_(std::move(response)) : std::move(response);
  }

  std::atomic<int> num_requests = 0;

 private:
  std::shared_ptr<transport::HttpTransport> inner_;
  Applies applies_;
  std::set<int> when_;
  Fault fault_;
  std::atomic<int> num_applied_ = 0;
};

/// Says what a test tells it to.
class FixedCatalog : public catalog::ClusterCatalog {
 public:
  FixedCatalog(catalog::Capabilities capabilities, catalog::TablePtr table)
      : capabilities_(std::move(capabilities)), table_(std::move(table)) {}
  arrow::Result<catalog::Capabilities> GetCapabilities(
      const core::CancelToken&) override {
    return capabilities_;
  }
  arrow::Result<std::vector<catalog::TableName>> ListTables(
      const core::CancelToken&) override {
    return std::vector<catalog::TableName>{};
  }
  arrow::Result<catalog::TablePtr> GetTable(std::string_view,
                                            const core::CancelToken&) override {
    return table_;
  }

 private:
  catalog::Capabilities capabilities_;
  catalog::TablePtr table_;
};

}  // namespace recurve::scan
