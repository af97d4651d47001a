// SPDX-License-Identifier: Apache-2.0
#include "scan/list_finder.h"

#include <algorithm>
#include <chrono>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "catalog/shapes.h"
#include "core/error_detail.h"
#include "core/percent_encoding.h"
#include "decode/hits_decoder.h"
#include "dsl/search_body.h"
#include "fmt/format.h"
#include "scan/exchanger.h"
#include "scan/page_check.h"
#include "scan/segment_fingerprint.h"

namespace recurve::scan {

namespace {

using catalog::Field;
using catalog::TablePtr;
using std::chrono::steady_clock;

// Three aggregations each; search.max_buckets was 10,000 at first (Elasticsearch 7.0).
constexpr size_t kFieldsPerSearch = 250;

constexpr std::chrono::seconds kMaxAgeWithoutFingerprint{10};

// Clients may ask for any number of patterns.
constexpr size_t kMaxTables = 256;

void AddCandidates(const std::vector<Field>& fields, const core::ColumnShapes& declared,
                   std::vector<const Field*>& candidates) {
  for (const Field& field : fields) {
    if (declared.contains(field.path)) continue;
    if (catalog::IsStruct(field)) {
      AddCandidates(field.children, declared, candidates);
    } else if (!catalog::IsObject(field.kind) && field.doc_values &&
               !field.inside_nested && field.path.find('*') == std::string::npos) {
      candidates.push_back(&field);
    }
  }
}

class ListFinderImpl final : public ListFinder {
 public:
  ListFinderImpl(std::shared_ptr<transport::HttpTransport> transport,
                 const ScanOptions& options)
      : exchanger_(std::move(transport),
                   std::make_shared<RequestBudget>(options.max_cluster_requests),
                   options) {}

  arrow::Result<TablePtr> WithFoundLists(const TablePtr& table,
                                         const core::CancelToken& cancel) override {
    // Before the search: what it sees is at least as new.
    const auto taken_at = steady_clock::now();
    auto fingerprint = TakeSegmentFingerprint(table->shards, exchanger_, cancel);
    if (!fingerprint.ok() && cancel.stop_requested()) return fingerprint.status();
    {
      const std::lock_guard lock(mutex_);
      const auto known = found_.find(table->name);
      if (known != found_.end() && known->second.table == table &&
          IsCurrent(known->second, fingerprint)) {
        return known->second.shaped;
      }
    }
    ARROW_ASSIGN_OR_RAISE(core::ColumnShapes shapes, Find(*table, cancel));
    shapes.insert(table->shapes.begin(), table->shapes.end());
    Found found{table, catalog::WithShapes(table, shapes), taken_at, std::nullopt};
    if (fingerprint.ok()) found.fingerprint = *std::move(fingerprint);
    const std::lock_guard lock(mutex_);
    if (found_.size() >= kMaxTables) found_.clear();
    auto& kept = found_[table->name];
    // The very same columns: whoever holds the table finds it unchanged.
    if (kept.table == table && kept.shaped->shapes == found.shaped->shapes) {
      found.shaped = kept.shaped;
    }
    kept = std::move(found);
    return kept.shaped;
  }

 private:
  struct Found {
    TablePtr table;   // as asked about
    TablePtr shaped;  // the answer
    steady_clock::time_point taken_at;
    std::optional<SegmentFingerprint> fingerprint;
  };

  static bool IsCurrent(const Found& found,
                        const arrow::Result<SegmentFingerprint>& now) {
    if (now.ok()) return found.fingerprint == *now;
    return steady_clock::now() - found.taken_at < kMaxAgeWithoutFingerprint;
  }

  arrow::Result<core::ColumnShapes> Find(const catalog::Table& table,
                                         const core::CancelToken& cancel) {
    std::vector<const Field*> candidates;
    AddCandidates(table.fields, table.shapes, candidates);
    core::ColumnShapes lists;
    for (size_t start = 0; start < candidates.size(); start += kFieldsPerSearch) {
      const size_t end = std::min(candidates.size(), start + kFieldsPerSearch);
      const std::vector<const Field*> part(
          candidates.begin() + static_cast<std::ptrdiff_t>(start),
          candidates.begin() + static_cast<std::ptrdiff_t>(end));
      ARROW_RETURN_NOT_OK(Count(table, part, cancel, lists));
    }
    return lists;
  }

  arrow::Status Count(const catalog::Table& table,
                      const std::vector<const Field*>& fields,
                      const core::CancelToken& cancel, core::ColumnShapes& lists) {
    dsl::SearchBody body;
    body.proofs = fields;
    body.sort_by_doc = false;
    transport::HttpRequest search;
    search.method = transport::HttpMethod::kPost;
    search.target = fmt::format("/{}/_search?allow_partial_search_results=false",
                                core::PercentEncode(table.name));
    search.body = dsl::WriteSearchBody(body);
    ARROW_ASSIGN_OR_RAISE(auto response, exchanger_.Send(search, Repeat::kSafe, cancel));
    ARROW_ASSIGN_OR_RAISE(auto decoder, decode::HitsDecoder::Make({}));
    ARROW_ASSIGN_OR_RAISE(const decode::Page page, decoder->Decode(response.body));
    ARROW_RETURN_NOT_OK(CheckCompleteCount(page, table.name));
    if (page.proofs.size() != fields.size()) {
      return core::MakeError(core::ErrorKind::kProtocol,
                             "the response lacks the counts that were asked for");
    }
    for (size_t i = 0; i < fields.size(); ++i) {
      if (page.proofs[i].num_values > page.proofs[i].num_documents) {
        lists[fields[i]->path] = {core::ColumnShape::Kind::kList, 1};
      }
    }
    return arrow::Status::OK();
  }

  Exchanger exchanger_;
  std::mutex mutex_;
  std::map<std::string, Found> found_;  // by table name
};

}  // namespace

std::shared_ptr<ListFinder> ListFinder::Make(
    std::shared_ptr<transport::HttpTransport> transport, ScanOptions options) {
  return std::make_shared<ListFinderImpl>(std::move(transport), options);
}

}  // namespace recurve::scan
