// SPDX-License-Identifier: Apache-2.0
#include "scan/segment_fingerprint.h"

#include <set>

#include "core/error_detail.h"
#include "core/percent_encoding.h"
#include "decode/index_segments.h"
#include "fmt/format.h"

namespace recurve::scan {

namespace {

// http.max_initial_line_length is 4 kB by default; names stand in the request line.
constexpr size_t kMaxNamesBytes = 3000;

arrow::Status None(std::string why) {
  return core::MakeError(core::ErrorKind::kUnsupported, std::move(why));
}

arrow::Result<std::string> IndexNames(const std::vector<catalog::Shard>& shards) {
  std::set<std::string_view> indices;
  for (const catalog::Shard& shard : shards) indices.insert(shard.index);
  std::string names;
  for (const std::string_view index : indices) {
    if (!names.empty()) names += ',';
    names += core::PercentEncode(index);
  }
  if (names.size() > kMaxNamesBytes) {
    return None(fmt::format("{} indices are too many to ask about", indices.size()));
  }
  return names;
}

arrow::Result<core::PaddedBytes> Get(std::string target, Exchanger& exchanger,
                                     const core::CancelToken& cancel) {
  transport::HttpRequest request;
  request.target = std::move(target);
  request.gzip = true;  // the same words for every segment
  ARROW_ASSIGN_OR_RAISE(auto response, exchanger.Send(request, Repeat::kNever, cancel));
  return std::move(response.body);
}

}  // namespace

arrow::Result<SegmentFingerprint> TakeSegmentFingerprint(
    const std::vector<catalog::Shard>& shards, Exchanger& exchanger,
    const core::CancelToken& cancel) {
  ARROW_ASSIGN_OR_RAISE(const std::string names, IndexNames(shards));
  SegmentFingerprint fingerprint;
  if (shards.empty()) return fingerprint;
  ARROW_ASSIGN_OR_RAISE(auto body,
                        Get(fmt::format("/{}/_segments", names), exchanger, cancel));
  ARROW_ASSIGN_OR_RAISE(const decode::IndexSegments read,
                        decode::ReadIndexSegments(body));
  ARROW_ASSIGN_OR_RAISE(
      body, Get(fmt::format("/{}/_settings/index.uuid?flat_settings=true", names),
                exchanger, cancel));
  ARROW_ASSIGN_OR_RAISE(const auto uuids, decode::ReadIndexUuids(body));
  if (read.shards_failed > 0) {
    return None(fmt::format("{} shards did not tell their segments", read.shards_failed));
  }
  for (const decode::ShardCopySegments& copy : read.copies) {
    const auto uuid = uuids.find(copy.index);
    if (uuid == uuids.end()) return None(fmt::format("{} has no UUID", copy.index));
    const auto [place, is_new] = fingerprint.shards.try_emplace(
        {copy.index, copy.shard}, fmt::format("{} {}", uuid->second, copy.segments));
    if (is_new) {
      fingerprint.num_documents += copy.num_documents;
    } else if (place->second != fmt::format("{} {}", uuid->second, copy.segments)) {
      return None(fmt::format("the copies of shard {} of {} have other segments",
                              copy.shard, copy.index));
    }
  }
  for (const catalog::Shard& shard : shards) {
    if (!fingerprint.shards.contains({shard.index, shard.number})) {
      return None(fmt::format("shard {} of {} did not tell its segments", shard.number,
                              shard.index));
    }
  }
  return fingerprint;
}

}  // namespace recurve::scan
