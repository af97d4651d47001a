// SPDX-License-Identifier: Apache-2.0
#include "scan/esql_aggregate_scan.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "arrow/array.h"
#include "core/error_detail.h"
#include "core/percent_encoding.h"
#include "decode/arrow_stream.h"
#include "dsl/esql_aggregate.h"
#include "dsl/esql_text.h"
#include "dsl/search_body.h"
#include "fmt/format.h"
#include "scan/esql_aggregate_columns.h"
#include "scan/page_check.h"
#include "scan/segment_fingerprint.h"

namespace recurve::scan {

namespace {

/// Concrete indices that one filter applies to; nothing if there are several.
struct Indices {
  std::vector<std::string> names;
  std::string alias_filter;
};

std::optional<Indices> IndicesOf(const catalog::Table& table) {
  Indices indices;
  for (const catalog::Shard& shard : table.shards) {
    if (shard.alias_filter != table.shards.front().alias_filter) return std::nullopt;
    indices.alias_filter = shard.alias_filter;
    if (std::ranges::find(indices.names, shard.index) == indices.names.end()) {
      indices.names.push_back(shard.index);
    }
  }
  if (indices.names.empty()) return std::nullopt;
  return indices;
}

/// What may keep ES|QL from answering is told, what ends the statement is an error.
bool EndsStatement(const arrow::Status& status) {
  switch (core::KindOf(status)) {
    case core::ErrorKind::kCancelled:
    case core::ErrorKind::kDeadline:
    case core::ErrorKind::kIncomplete:
    case core::ErrorKind::kPushdownDisproved:
      return true;
    default:
      return false;
  }
}

class EsqlAsking {
 public:
  EsqlAsking(const ScanParts& parts, const plan::AggregateRequest& request,
             const catalog::Capabilities& capabilities, Exchanger& exchanger,
             const core::CancelToken& cancel)
      : parts_(parts),
        request_(request),
        capabilities_(capabilities),
        exchanger_(exchanger),
        cancel_(cancel) {}

  arrow::Result<EsqlGroups> Ask() {
    std::string why_not = dsl::WhyNotEsql(request_);
    if (!why_not.empty()) return EsqlGroups{std::nullopt, std::move(why_not)};
    EsqlGroups groups;
    const arrow::Status status = Read(groups);
    if (status.ok()) return groups;
    if (EndsStatement(status)) return status;
    return EsqlGroups{std::nullopt, std::string(status.message())};
  }

 private:
  static arrow::Status Uncertain(std::string why) {
    return core::MakeError(core::ErrorKind::kUnsupported, std::move(why));
  }

  arrow::Status Read(EsqlGroups& groups) {
    const auto indices = IndicesOf(*request_.table);
    if (!indices) return Uncertain("the filters of its aliases differ");
    ARROW_ASSIGN_OR_RAISE(
        const auto before,
        TakeSegmentFingerprint(request_.table->shards, exchanger_, cancel_));
    if (request_.road == plan::Road::kAuto && before.num_documents < kMinEsqlDocuments) {
      return Uncertain("few documents");
    }
    const auto unproven = parts_.proofs->Unproven(request_.table->name, Proof::kPushable,
                                                  request_.proofs, before);
    ARROW_ASSIGN_OR_RAISE(const int64_t num_rows, CountAndProve(unproven));
    ARROW_ASSIGN_OR_RAISE(const Signs signs, AskSigns(before, *indices));
    const dsl::EsqlStats stats = dsl::EsqlStatsOf(request_, !signs.one_each);
    ARROW_ASSIGN_OR_RAISE(const auto answer, Query(request_, stats, *indices));
    ARROW_ASSIGN_OR_RAISE(const auto after, TakeSegmentFingerprint(request_.table->shards,
                                                                   exchanger_, cancel_));
    if (before != after) return Uncertain("the index changed meanwhile");
    const auto fingerprint = std::make_shared<SegmentFingerprint>(before);
    const std::string& table = request_.table->name;
    parts_.proofs->Remember(table, Proof::kPushable, unproven, fingerprint);
    parts_.proofs->Remember(table, Proof::kOneSign, signs.seen_with_one, fingerprint);
    parts_.proofs->Remember(table, Proof::kBothSigns, signs.seen_with_both, fingerprint);
    groups.batches.emplace();
    int64_t num_grouped = 0;
    for (const auto& batch : answer.batches) {
      ARROW_ASSIGN_OR_RAISE(auto columns, EsqlAggregateColumns(request_, stats, *batch));
      if (batch->column(0)->type_id() != arrow::Type::INT64) {
        return Uncertain("ES|QL did not count in longs");
      }
      const auto& counts = static_cast<const arrow::Int64Array&>(*batch->column(0));
      for (int64_t i = 0; i < counts.length(); ++i) {
        if (counts.IsValid(i)) num_grouped += counts.Value(i);
      }
      groups.batches->push_back(std::move(columns));
    }
    // A larger answer than the cluster allows is cut off silently.
    if (num_grouped != num_rows) {
      return Uncertain(
          fmt::format("its groups hold {} documents of {}", num_grouped, num_rows));
    }
    return arrow::Status::OK();
  }

  arrow::Result<int64_t> CountAndProve(
      const std::vector<const catalog::Field*>& unproven) {
    dsl::SearchBody body;
    body.filter = &request_.filter;
    body.proofs = unproven;
    body.sort_by_doc = false;
    body.track_total = dsl::TrackTotal::kExactly;
    transport::HttpRequest search;
    search.method = transport::HttpMethod::kPost;
    search.target = fmt::format("/{}/_search?allow_partial_search_results=false",
                                core::PercentEncode(request_.table->name));
    search.body = dsl::WriteSearchBody(body);
    search.gzip = true;
    ARROW_ASSIGN_OR_RAISE(auto response, exchanger_.Send(search, Repeat::kSafe, cancel_));
    ARROW_ASSIGN_OR_RAISE(auto decoder, decode::HitsDecoder::Make({}));
    ARROW_ASSIGN_OR_RAISE(const decode::Page page, decoder->Decode(response.body));
    ARROW_RETURN_NOT_OK(CheckCompleteCount(page, request_.table->name));
    ARROW_RETURN_NOT_OK(CheckProofs(page, unproven));
    if (!page.total || page.total_is_lower_bound) {
      return core::MakeError(core::ErrorKind::kProtocol, "the count is not exact");
    }
    return *page.total;
  }

  struct Signs {
    bool one_each = true;  ///< each field that is added has values of one sign
    // What this scan has found out about fields.
    std::vector<const catalog::Field*> seen_with_one;
    std::vector<const catalog::Field*> seen_with_both;
  };

  // The extremes of each group, which also tell, cost half as much again as the groups;
  // those of the table are remembered.
  arrow::Result<Signs> AskSigns(const SegmentFingerprint& before,
                                const Indices& indices) {
    Signs signs;
    const std::string& table = request_.table->name;
    const auto added = plan::AddedFloats(request_);
    const auto unknown = parts_.proofs->Unproven(table, Proof::kOneSign, added, before);
    if (unknown.empty()) return signs;
    signs.one_each = false;
    if (parts_.proofs->Unproven(table, Proof::kBothSigns, unknown, before).size() <
        unknown.size()) {
      return signs;
    }
    const plan::AggregateRequest extremes = plan::ExtremesOf(request_.table, unknown);
    const dsl::EsqlStats stats = dsl::EsqlStatsOf(extremes, /*with_signs=*/false);
    ARROW_ASSIGN_OR_RAISE(const auto answer, Query(extremes, stats, indices));
    if (answer.num_rows != 1) return Uncertain("ES|QL did not give one row of extremes");
    for (const auto& batch : answer.batches) {
      if (batch->num_rows() == 0) continue;
      ARROW_ASSIGN_OR_RAISE(const auto row,
                            EsqlAggregateColumns(extremes, stats, *batch));
      for (size_t i = 0; i < unknown.size(); ++i) {
        (HasOneSign(*row, static_cast<int>(2 * i)) ? signs.seen_with_one
                                                   : signs.seen_with_both)
            .push_back(unknown[i]);
      }
    }
    signs.one_each = signs.seen_with_both.empty();
    return signs;
  }

  // The least value stands in a column, the greatest in the next.
  static bool HasOneSign(const arrow::RecordBatch& row, int least) {
    const auto at = [&](int column) {
      const arrow::Array& array = *row.column(column);
      if (array.IsNull(0)) return 0.0;
      return array.type_id() == arrow::Type::FLOAT
                 ? static_cast<double>(
                       static_cast<const arrow::FloatArray&>(array).Value(0))
                 : static_cast<const arrow::DoubleArray&>(array).Value(0);
    };
    return at(least) >= 0 || at(least + 1) <= 0;
  }

  arrow::Result<decode::ArrowStream> Query(const plan::AggregateRequest& request,
                                           const dsl::EsqlStats& stats,
                                           const Indices& indices) {
    transport::HttpRequest query;
    query.method = transport::HttpMethod::kPost;
    query.target = dsl::EsqlTarget(capabilities_.esql_partial_results);
    query.body = dsl::WriteEsqlStats(request, stats, indices.names, indices.alias_filter);
    query.gzip = !parts_.answer_sizes->WasLarge(query.body);
    // Not repeated: the other way is as good.
    ARROW_ASSIGN_OR_RAISE(auto response, exchanger_.Send(query, Repeat::kNever, cancel_));
    parts_.answer_sizes->Note(query.body, response.body.size());
    return decode::ReadArrowStream(std::move(response.body));
  }

  const ScanParts& parts_;
  const plan::AggregateRequest& request_;
  const catalog::Capabilities& capabilities_;
  Exchanger& exchanger_;
  const core::CancelToken& cancel_;
};

}  // namespace

std::string DescribeEsqlGroups(const plan::AggregateRequest& request) {
  const auto indices = IndicesOf(*request.table);
  if (request.road == plan::Road::kSource || !indices ||
      !dsl::WhyNotEsql(request).empty()) {
    return {};
  }
  const std::string body =
      dsl::WriteEsqlStats(request, dsl::EsqlStatsOf(request, /*with_signs=*/false),
                          indices->names, indices->alias_filter);
  if (request.road == plan::Road::kEsql) {
    return fmt::format("\nfirst of all: POST /_query {}", body);
  }
  return fmt::format("\nfrom {} documents on: POST /_query {}", kMinEsqlDocuments, body);
}

arrow::Result<EsqlGroups> ReadEsqlGroups(const ScanParts& parts,
                                         const plan::AggregateRequest& request,
                                         const catalog::Capabilities& capabilities,
                                         Exchanger& exchanger,
                                         const core::CancelToken& cancel) {
  return EsqlAsking(parts, request, capabilities, exchanger, cancel).Ask();
}

}  // namespace recurve::scan
