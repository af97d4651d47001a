// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <set>

#include "catalog/index_reader_internal.h"
#include "catalog/json_reading_internal.h"
#include "core/error_detail.h"

namespace recurve::catalog {

namespace {

using simdjson::SUCCESS;
using simdjson::dom::array;
using simdjson::dom::element;
using simdjson::dom::object;

constexpr int64_t kLogsdbIgnoreAbove = 8191;

// `index.version.created`: of Elasticsearch, and the bit that all of OpenSearch have.
constexpr int64_t kVersion714 = 7140000;
constexpr int64_t kOpenSearchVersions = int64_t{1} << 27;

/// How a release rounds the numbers that it indexes as floats.
///
/// `release` as in `index.version.created`: major * 1,000,000 + minor * 10,000 + patch *
/// 100; the numbers of Elasticsearch from 8.11 are no releases, but higher.
FloatRounding RoundingOf(Product product, int64_t release) {
  struct Change {
    int64_t last_twice;
    int64_t first_once;
    int64_t next_major;
  };
  // Where the release that made the change is not certain, what lies between is unknown.
  constexpr Change kElasticsearch[] = {{7'170'899, 7'171'000, 8'000'000},
                                       {8'050'399, 8'070'000, 10'000'000}};
  constexpr Change kOpenSearch[] = {{1'030'699, 1'031'300, 2'000'000},
                                    {2'030'099, 2'050'000, 10'000'000}};
  for (const Change& change :
       product == Product::kOpenSearch ? kOpenSearch : kElasticsearch) {
    if (release >= change.next_major) continue;
    if (release >= change.first_once) return FloatRounding::kOnce;
    return release <= change.last_twice ? FloatRounding::kTwice : FloatRounding::kUnknown;
  }
  return FloatRounding::kUnknown;
}

/// Documents of an index were written by the release that created it, by that of its
/// cluster, or by any between.
FloatRounding RoundingIn(int64_t created, const Capabilities& cluster) {
  const int64_t now =
      cluster.major * 1'000'000 + cluster.minor * 10'000 + cluster.patch * 100;
  const int64_t then =
      created >= kOpenSearchVersions ? created ^ kOpenSearchVersions : created;
  const FloatRounding of_cluster = RoundingOf(cluster.product, now);
  // A younger major may have rounded differently than the last releases of an older one.
  if (of_cluster == FloatRounding::kOnce && then / 1'000'000 != cluster.major) {
    return FloatRounding::kUnknown;
  }
  if (of_cluster == FloatRounding::kTwice) return of_cluster;
  return RoundingOf(cluster.product, then) == of_cluster ? of_cluster
                                                         : FloatRounding::kUnknown;
}

IndexSettings ReadIndexSettings(const object& flat, const Capabilities& cluster) {
  IndexSettings settings;
  // Modes built on logsdb share its defaults.
  if (TextAt(flat, "index.mode").starts_with("logsdb")) {
    settings.ignore_above = kLogsdbIgnoreAbove;
    settings.ignore_malformed = true;
    settings.keeps_unmapped_values = true;
  }
  settings.max_result_window =
      IntegerAt(flat, "index.max_result_window").value_or(settings.max_result_window);
  if (const auto above = IntegerAt(flat, "index.mapping.ignore_above")) {
    settings.ignore_above = above;
  }
  const int64_t created = IntegerAt(flat, "index.version.created").value_or(0);
  settings.records_ignored = created >= kVersion714 && created < kOpenSearchVersions;
  settings.float_rounding = RoundingIn(created, cluster);
  settings.half_pairs_are_question_marks = cluster.half_pairs_are_question_marks;
  settings.ignore_malformed =
      TruthAt(flat, "index.mapping.ignore_malformed").value_or(settings.ignore_malformed);
  settings.coerce = TruthAt(flat, "index.mapping.coerce").value_or(settings.coerce);
  settings.keeps_unmapped_values =
      TruthAt(flat, "index.mapping.total_fields.ignore_dynamic_beyond_limit")
          .value_or(settings.keeps_unmapped_values);
  const std::string_view source_mode = TextAt(flat, "index.mapping.source.mode");
  settings.source_disabled = source_mode == "disabled" || source_mode == "DISABLED";
  settings.closed = TruthAt(flat, "index.verified_before_close").value_or(false);
  return settings;
}

void AddVisible(std::string_view name, const char* type, std::vector<TableName>& names) {
  if (name.empty() || name.starts_with('.')) return;
  names.push_back({std::string(name), type});
}

void SortByName(std::vector<TableName>& names) {
  std::ranges::sort(names, {}, &TableName::name);
}

}  // namespace

arrow::Result<std::unordered_map<std::string, IndexSettings>> ReadSettings(
    const core::PaddedBytes& body, const Capabilities& cluster) {
  simdjson::dom::parser parser;
  ARROW_ASSIGN_OR_RAISE(const object root, ParseObject(parser, body, "settings"));
  std::unordered_map<std::string, IndexSettings> by_index;
  for (const auto [index, answer] : root) {
    object settings;
    if (answer["settings"].get(settings) != SUCCESS) {
      return NotPromised("settings", "an index without settings");
    }
    by_index.emplace(index, ReadIndexSettings(settings, cluster));
  }
  return by_index;
}

arrow::Result<std::vector<Shard>> ReadShards(const core::PaddedBytes& body) {
  constexpr std::string_view kWhat = "list of shards";
  simdjson::dom::parser parser;
  ARROW_ASSIGN_OR_RAISE(const object root, ParseObject(parser, body, kWhat));
  array groups;
  object indices;
  if (root["shards"].get(groups) != SUCCESS || root["indices"].get(indices) != SUCCESS) {
    return NotPromised(kWhat, "no shards");
  }
  std::unordered_map<std::string, std::string> filters;
  for (const auto [index, properties] : indices) {
    element filter;
    if (properties["filter"].get(filter) == SUCCESS && !filter.is_null()) {
      filters.emplace(index, simdjson::minify(filter));
    }
  }
  std::vector<Shard> shards;
  for (const element group : groups) {
    array copies;
    if (group.get(copies) != SUCCESS) return NotPromised(kWhat, "a group of shards");
    if (copies.size() == 0) {
      core::ErrorDetail detail(core::ErrorKind::kUnavailable);
      detail.retryable = true;
      return core::MakeError(std::move(detail), "a shard has no copy that could be read");
    }
    object copy;
    if (copies.at(0).get(copy) != SUCCESS) return NotPromised(kWhat, "a shard");
    const auto number = IntegerAt(copy, "shard");
    Shard shard;
    shard.index = std::string(TextAt(copy, "index"));
    if (shard.index.empty() || !number) return NotPromised(kWhat, "a shard");
    shard.number = static_cast<int>(*number);
    if (const auto filter = filters.find(shard.index); filter != filters.end()) {
      shard.alias_filter = filter->second;
    }
    shards.push_back(std::move(shard));
  }
  std::ranges::sort(shards, [](const Shard& left, const Shard& right) {
    return std::tie(left.index, left.number) < std::tie(right.index, right.number);
  });
  return shards;
}

arrow::Result<std::vector<TableName>> ReadResolvedNames(const core::PaddedBytes& body) {
  simdjson::dom::parser parser;
  ARROW_ASSIGN_OR_RAISE(const object root, ParseObject(parser, body, "list of indices"));
  std::vector<TableName> names;
  constexpr std::pair<const char*, const char*> kParts[] = {
      {"indices", "index"}, {"aliases", "alias"}, {"data_streams", "data stream"}};
  for (const auto& [key, type] : kParts) {
    array entries;
    if (root[key].get(entries) != SUCCESS) return NotPromised("list of indices", key);
    for (const element entry : entries) {
      object properties;
      if (entry.get(properties) != SUCCESS) return NotPromised("list of indices", key);
      AddVisible(TextAt(properties, "name"), type, names);
    }
  }
  SortByName(names);
  return names;
}

arrow::Result<std::vector<TableName>> ReadAliasNames(const core::PaddedBytes& body) {
  simdjson::dom::parser parser;
  ARROW_ASSIGN_OR_RAISE(const object root, ParseObject(parser, body, "list of aliases"));
  std::vector<TableName> names;
  std::set<std::string_view> seen_aliases;
  for (const auto [index, properties] : root) {
    AddVisible(index, "index", names);
    object aliases;
    if (properties["aliases"].get(aliases) != SUCCESS) {
      return NotPromised("list of aliases", "an index without aliases");
    }
    for (const auto [alias, unused] : aliases) {
      if (seen_aliases.insert(alias).second) AddVisible(alias, "alias", names);
    }
  }
  SortByName(names);
  return names;
}

}  // namespace recurve::catalog
