// SPDX-License-Identifier: Apache-2.0
#include "scan/esql_reader.h"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <limits>
#include <set>
#include <utility>

#include "core/error_detail.h"
#include "decode/arrow_stream.h"
#include "decode/cluster_setting.h"
#include "dsl/esql_body.h"
#include "dsl/esql_text.h"
#include "fmt/format.h"
#include "plan/road_rules.h"

namespace recurve::scan {

namespace {

// The ceiling of rows per answer, and the least with which the road is the cheaper one:
// with 10,000, the default, the node takes 2.8 us a row, as it does on the road `source`,
// with 50,000 it takes 1.7 (8.19.21, 8 columns).
constexpr const char* kMaxSizeSetting = "esql.query.result_truncation_max_size";
constexpr int64_t kMinMaxRows = 50'000;

// The first answer is small: it tells the width of rows, and the client waits for it.
constexpr int64_t kFirstRows = 10'000;
constexpr int64_t kFewestRows = 1'000;

// Documents are not spread evenly over `_seq_no`: an answer may have so many times the
// rows that were aimed at.
constexpr int64_t kSlack = 2;

bool IsCancelled(const arrow::Status& status) {
  return core::KindOf(status) == core::ErrorKind::kCancelled;
}

// More than the cluster's or our memory allows: fewer rows may pass.
bool IsTooLarge(const arrow::Status& status) {
  const core::ErrorDetail* detail = core::FindDetail(status);
  return detail != nullptr && (detail->kind == core::ErrorKind::kMemory ||
                               detail->es_type == "circuit_breaking_exception");
}

std::vector<std::string> IndexNames(const std::vector<catalog::Shard>& shards) {
  std::set<std::string> names;
  for (const catalog::Shard& shard : shards) names.insert(shard.index);
  return {names.begin(), names.end()};
}

// The query's name of a column.
std::string NameOf(const plan::Column& column) {
  return column.field != nullptr ? column.field->path
                                 : std::string(catalog::ToString(column.virtual_column));
}

std::vector<std::string> ColumnNames(const plan::ScanRequest& request) {
  std::vector<std::string> names;
  for (const plan::Column& column : request.columns) {
    std::string name = NameOf(column);
    if (std::ranges::find(names, name) == names.end()) names.push_back(std::move(name));
  }
  return names;
}

}  // namespace

EsqlReader::EsqlReader(const ScanParts& parts, const ViewContext& context)
    : parts_(parts), context_(context), columns_(ColumnNames(context.request)) {
  const plan::ScanRequest& request = context.request;
  for (const plan::Column& column : request.columns) {
    const auto place = std::ranges::find(columns_, NameOf(column));
    output_.push_back(
        {static_cast<int>(place - columns_.begin()),
         arrow::field(column.name, column.type),
         column.field != nullptr && column.field->kind == catalog::FieldKind::kIp});
  }
  if (request.road == plan::Road::kSource) {
    Refuse("the road source is set");
  } else if (!context.capabilities.esql_arrow || !context.capabilities.es_point_in_time) {
    Refuse("the cluster has no ES|QL with Arrow");
  } else {
    Refuse(plan::WhyNotEsql(request));
    if (taken() && !forced() && request.limit && *request.limit < kMinEsqlRows) {
      Refuse("the limit is small");
    }
  }
}

dsl::SearchBody::SeqNoFacts EsqlReader::facts() const {
  return {plan::FieldsToProve(context_.request)};
}

void EsqlReader::Begin(const std::vector<catalog::Shard>& shards,
                       const arrow::Result<SegmentFingerprint>& before,
                       const core::CancelToken& cancel) {
  if (!taken()) return;
  shards_ = shards;
  if (!before.ok()) return Refuse(before.status().message());
  fence_ = *before;
  if (!forced() && fence_.num_documents < kMinEsqlRows) {
    return Refuse("the table is small");
  }
  max_rows_ = AskMaxRows(cancel);
  if (max_rows_ == 0) {
    // An answer that was cut would not be known from a whole one.
    Refuse(fmt::format("{} cannot be read", kMaxSizeSetting));
  } else if (!forced() && max_rows_ < kMinMaxRows) {
    Refuse(fmt::format("{} is {}; it pays from {} on", kMaxSizeSetting, max_rows_,
                       kMinMaxRows));
  }
}

int64_t EsqlReader::AskMaxRows(const core::CancelToken& cancel) {
  transport::HttpRequest request;
  request.target =
      "/_cluster/settings?include_defaults=true&flat_settings=true&filter_path=*.esql*";
  const auto response = context_.exchanger.Send(request, Repeat::kNever, cancel);
  if (!response.ok()) return 0;
  const auto setting = decode::ReadClusterSetting(response->body, kMaxSizeSetting);
  if (!setting.ok() || !*setting) return 0;
  int64_t rows = 0;
  const std::string& text = **setting;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), rows);
  return error == std::errc() && end == text.data() + text.size() ? rows : 0;
}

arrow::Result<bool> EsqlReader::FenceHolds(std::string* why,
                                           const core::CancelToken& cancel) {
  const auto now = TakeSegmentFingerprint(shards_, context_.exchanger, cancel);
  if (!now.ok()) {
    if (IsCancelled(now.status())) return now.status();
    *why = now.status().message();
    return false;
  }
  if (!(*now == fence_)) {
    *why = "the index changed";
    return false;
  }
  // A mapping can change what ES|QL shows without any segment moving: a runtime field of
  // a column's name.
  const auto table = parts_.catalog->GetTable(table_->name, cancel);
  if (!table.ok() && IsCancelled(table.status())) return table.status();
  if (!table.ok() || *table != table_) {
    *why = "the mapping changed";
    return false;
  }
  return true;
}

void EsqlReader::Confirm(const std::vector<std::unique_ptr<ShardView>>& views,
                         catalog::TablePtr table,
                         const arrow::Result<SegmentFingerprint>& after) {
  if (!taken()) return;
  if (!after.ok()) return Refuse(after.status().message());
  if (!(*after == fence_)) return Refuse("the index changed");
  // The rules were asked about the mapping that the statement was planned with.
  if (table != context_.request.table) return Refuse("the mapping changed");
  table_ = std::move(table);
  int64_t num_rows = 0;
  int64_t num_ignored = 0;
  bool has_bounds = true;
  int64_t first = std::numeric_limits<int64_t>::max();
  int64_t last = std::numeric_limits<int64_t>::min();
  for (const auto& view : views) {
    if (view->expected_rows() == 0) continue;
    num_rows += view->expected_rows();
    num_ignored += view->num_ignored();
    has_bounds = has_bounds && view->num_seq_nos() == view->expected_rows() &&
                 view->first_seq_no() && view->last_seq_no();
    first = std::min(first, view->first_seq_no().value_or(first));
    last = std::max(last, view->last_seq_no().value_or(last));
  }
  if (num_rows == 0 || (!forced() && num_rows < kMinEsqlRows)) {
    Refuse("few rows match");
  } else if (num_ignored > 0) {
    Refuse(fmt::format("{} documents have values that are too long to be indexed",
                       num_ignored));
  } else if (!has_bounds) {
    // Elasticsearch 9.4 can drop them (index.disable_sequence_numbers).
    Refuse("not every document has a _seq_no");
  } else {
    ahead_ = {first, last + 1};
    rows_per_seq_no_ =
        static_cast<double>(num_rows) / static_cast<double>(ahead_.end - ahead_.first);
    most_rows_ = max_rows_;
    indices_ = IndexNames(shards_);
    views_ = &views;
  }
}

int64_t EsqlReader::TargetRows() const {
  const int64_t width = bytes_per_row_;
  if (width == 0) return std::min(kFirstRows, most_rows_);
  const int64_t rows = parts_.options.target_partition_bytes / width;
  return std::clamp(rows, std::min(kFewestRows, most_rows_), most_rows_);
}

bool EsqlReader::Take(Partition* partition) {
  const std::lock_guard lock(mutex_);
  if (!parachute_.empty()) return false;
  // An answer as long as its limit is thrown away, so it should be longer than planned.
  const int64_t target = TargetRows();
  partition->limit = std::min(target * kSlack, most_rows_);
  if (!again_.empty()) {
    partition->range = again_.back();
    again_.pop_back();
    return true;
  }
  if (ahead_.first >= ahead_.end) return false;
  const int64_t aim = std::max<int64_t>(std::min(target, partition->limit * 3 / 4), 1);
  const double width = static_cast<double>(aim) / rows_per_seq_no_;
  const double left = static_cast<double>(ahead_.end - ahead_.first);
  partition->range.first = ahead_.first;
  partition->range.end =
      width >= left ? ahead_.end
                    : ahead_.first + std::max<int64_t>(static_cast<int64_t>(width), 1);
  ahead_.first = partition->range.end;
  return true;
}

bool EsqlReader::Split(const Partition& partition) {
  const auto [first, end] = partition.range;
  if (end - first < 2) return false;
  const int64_t middle = first + (end - first) / 2;
  const std::lock_guard lock(mutex_);
  again_.push_back({middle, end});
  again_.push_back({first, middle});
  return true;
}

void EsqlReader::GiveUp(const Partition& partition, std::string why) {
  const std::lock_guard lock(mutex_);
  given_up_.push_back(partition.range);
  if (parachute_.empty()) parachute_ = why.empty() ? "an error" : std::move(why);
}

arrow::Status EsqlReader::Read(const Push& push, const core::CancelToken& cancel) {
  for (Partition partition; Take(&partition);) {
    ARROW_ASSIGN_OR_RAISE(const bool more, ReadOne(partition, push, cancel));
    if (!more) return arrow::Status::OK();
    // The views have to last as long as they may be needed.
    for (const auto& view : *views_) {
      const auto idle = std::chrono::duration_cast<std::chrono::milliseconds>(
          parts_.options.keep_alive / 4);
      ARROW_RETURN_NOT_OK(view->RenewIfIdle(idle, cancel));
    }
  }
  return arrow::Status::OK();
}

arrow::Result<bool> EsqlReader::ReadOne(const Partition& partition, const Push& push,
                                        const core::CancelToken& cancel) {
  int64_t num_bytes = 0;
  auto stream = Ask(partition, &num_bytes, cancel);
  if (!stream.ok()) {
    if (IsCancelled(stream.status())) return stream.status();
    if (IsTooLarge(stream.status()) && partition.limit > kFewestRows) {
      {
        const std::lock_guard lock(mutex_);
        most_rows_ = std::max(std::min(most_rows_, partition.limit) / 2, kFewestRows);
      }
      if (Split(partition)) return true;
    }
    GiveUp(partition, stream.status().message());
    return true;
  }
  const int64_t num_rows = stream->num_rows;
  if (num_rows >= partition.limit) {
    if (!Split(partition)) GiveUp(partition, "more rows than ES|QL hands out");
    return true;
  }
  auto batches = Convert(*std::move(stream), num_bytes);
  if (!batches.ok()) {
    GiveUp(partition, batches.status().message());
    return true;
  }
  std::string why;
  ARROW_ASSIGN_OR_RAISE(const bool holds, FenceHolds(&why, cancel));
  if (!holds) {
    GiveUp(partition, std::move(why));
    return true;
  }
  if (num_rows > 0) bytes_per_row_ = std::max<int64_t>(num_bytes / num_rows, 1);
  ++num_partitions_;
  for (auto& batch : *batches) {
    ARROW_ASSIGN_OR_RAISE(const bool more, push(std::move(batch)));
    if (!more) return false;
  }
  return true;
}

arrow::Result<decode::ArrowStream> EsqlReader::Ask(const Partition& partition,
                                                   int64_t* num_bytes,
                                                   const core::CancelToken& cancel) {
  dsl::EsqlRows rows;
  rows.indices = indices_;
  rows.columns = columns_;
  rows.limit = partition.limit;
  rows.filter = &context_.request.filter;
  rows.alias_filter = shards_.front().alias_filter;
  rows.range = partition.range;
  transport::HttpRequest request;
  request.method = transport::HttpMethod::kPost;
  request.target = dsl::EsqlTarget(context_.capabilities.esql_partial_results);
  request.body = dsl::WriteEsqlRows(rows);
  request.expected_response_bytes =
      static_cast<size_t>(std::min(bytes_per_row_ * partition.limit / kSlack * 9 / 8,
                                   parts_.options.target_partition_bytes * kSlack));
  request.max_response_bytes =
      static_cast<size_t>(parts_.options.target_partition_bytes * kSlack * 2);
  ARROW_ASSIGN_OR_RAISE(auto response,
                        context_.exchanger.Send(request, Repeat::kSafe, cancel));
  *num_bytes = static_cast<int64_t>(response.body.size());
  return decode::ReadArrowStream(std::move(response.body));
}

// All of it before the first batch is released: what cannot be converted is read from
// the views, as a whole.
arrow::Result<arrow::RecordBatchVector> EsqlReader::Convert(decode::ArrowStream stream,
                                                            int64_t num_bytes) const {
  const int64_t num_rows = std::max<int64_t>(stream.num_rows, 1);
  const int64_t rows_per_batch = std::clamp<int64_t>(
      parts_.options.target_batch_bytes * num_rows / std::max<int64_t>(num_bytes, 1), 1,
      parts_.options.max_batch_rows);
  ARROW_ASSIGN_OR_RAISE(auto batches,
                        decode::EsqlBatches::Make(std::move(stream), output_));
  arrow::RecordBatchVector converted;
  for (;;) {
    ARROW_ASSIGN_OR_RAISE(auto batch, batches.Next(rows_per_batch));
    if (!batch) return converted;
    converted.push_back(std::move(batch));
  }
}

std::vector<dsl::SeqNoRange> EsqlReader::remaining() const {
  const std::lock_guard lock(mutex_);
  std::vector<dsl::SeqNoRange> ranges = given_up_;
  ranges.insert(ranges.end(), again_.begin(), again_.end());
  if (ahead_.first < ahead_.end) ranges.push_back(ahead_);
  std::ranges::sort(ranges, {}, &dsl::SeqNoRange::first);
  std::vector<dsl::SeqNoRange> merged;
  for (const dsl::SeqNoRange& range : ranges) {
    if (!merged.empty() && merged.back().end == range.first) {
      merged.back().end = range.end;
    } else {
      merged.push_back(range);
    }
  }
  return merged;
}

std::string EsqlReader::Describe(Mechanism of_views) const {
  const std::lock_guard lock(mutex_);
  std::string text = fmt::format("ES|QL, {} partitions", num_partitions_.load());
  if (!parachute_.empty()) {
    text += fmt::format(", then {}: {}", ToString(of_views), parachute_);
  }
  return text;
}

std::string DescribeEsql(const plan::ScanRequest& request) {
  dsl::EsqlRows rows;
  rows.indices = IndexNames(request.table->shards);
  rows.columns = ColumnNames(request);
  rows.limit = kFirstRows * kSlack;
  rows.filter = &request.filter;
  if (!request.table->shards.empty()) {
    rows.alias_filter = request.table->shards.front().alias_filter;
  }
  rows.range = dsl::SeqNoRange{0, kFirstRows};
  return fmt::format("POST /_query?format=arrow {}", dsl::WriteEsqlRows(rows));
}

}  // namespace recurve::scan
