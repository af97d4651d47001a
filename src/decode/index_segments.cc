// SPDX-License-Identifier: Apache-2.0
#include "decode/index_segments.h"

#include <charconv>
#include <string_view>
#include <utility>

#include "core/error_detail.h"
#include "fmt/format.h"
#include "simdjson.h"

namespace recurve::decode {

namespace {

using simdjson::SUCCESS;
using simdjson::dom::array;
using simdjson::dom::object;

arrow::Status NotPromised(std::string_view what) {
  return core::MakeError(core::ErrorKind::kProtocol,
                         fmt::format("not what the cluster promises: {}", what));
}

arrow::Result<object> ParseObject(simdjson::dom::parser& parser,
                                  const core::PaddedBytes& body, std::string_view what) {
  object root;
  if (parser.parse(body.data(), body.size(), /*realloc_if_needed=*/false).get(root) !=
      SUCCESS) {
    return NotPromised(what);
  }
  return root;
}

bool ReadCopy(const object& copy, ShardCopySegments* result) {
  object segments;
  if (copy["segments"].get(segments) != SUCCESS) return false;
  std::map<std::string_view, std::pair<int64_t, int64_t>> searchable;
  for (const auto [name, segment] : segments) {
    bool search = false;
    int64_t live = 0;
    int64_t deleted = 0;
    if (segment["search"].get(search) != SUCCESS ||
        segment["num_docs"].get(live) != SUCCESS ||
        segment["deleted_docs"].get(deleted) != SUCCESS) {
      return false;
    }
    if (search) searchable[name] = {live, deleted};
  }
  for (const auto& [name, counts] : searchable) {
    if (!result->segments.empty()) result->segments += ' ';
    result->segments += fmt::format("{}:{}:{}", name, counts.first, counts.second);
    result->num_documents += counts.first;
  }
  return true;
}

bool ReadShard(std::string_view index, std::string_view number, const array& copies,
               std::vector<ShardCopySegments>* result) {
  ShardCopySegments shard;
  shard.index = index;
  const char* const end = number.data() + number.size();
  if (std::from_chars(number.data(), end, shard.shard).ptr != end) return false;
  for (const auto element : copies) {
    object copy;
    ShardCopySegments read = shard;
    if (element.get(copy) != SUCCESS || !ReadCopy(copy, &read)) return false;
    result->push_back(std::move(read));
  }
  return true;
}

}  // namespace

arrow::Result<IndexSegments> ReadIndexSegments(const core::PaddedBytes& body) {
  constexpr std::string_view kWhat = "list of segments";
  simdjson::dom::parser parser;
  ARROW_ASSIGN_OR_RAISE(const object root, ParseObject(parser, body, kWhat));
  IndexSegments result;
  object indices;
  if (root["_shards"]["failed"].get(result.shards_failed) != SUCCESS ||
      root["indices"].get(indices) != SUCCESS) {
    return NotPromised(kWhat);
  }
  for (const auto [index, properties] : indices) {
    object shards;
    if (properties["shards"].get(shards) != SUCCESS) return NotPromised(kWhat);
    for (const auto [number, value] : shards) {
      array copies;
      if (value.get(copies) != SUCCESS ||
          !ReadShard(index, number, copies, &result.copies)) {
        return NotPromised(kWhat);
      }
    }
  }
  return result;
}

arrow::Result<std::map<std::string, std::string>> ReadIndexUuids(
    const core::PaddedBytes& body) {
  constexpr std::string_view kWhat = "UUIDs of indices";
  simdjson::dom::parser parser;
  ARROW_ASSIGN_OR_RAISE(const object root, ParseObject(parser, body, kWhat));
  std::map<std::string, std::string> uuids;
  for (const auto [index, properties] : root) {
    std::string_view uuid;
    if (properties["settings"]["index.uuid"].get(uuid) != SUCCESS || uuid.empty()) {
      return NotPromised(kWhat);
    }
    uuids.emplace(index, uuid);
  }
  return uuids;
}

}  // namespace recurve::decode
