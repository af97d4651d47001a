// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <functional>
#include <limits>
#include <set>
#include <utility>

#include "arrow/type.h"
#include "catalog/field_types_internal.h"
#include "catalog/index_reader_internal.h"
#include "catalog/mapping_merge.h"
#include "catalog/mapping_reader.h"
#include "catalog/shapes.h"
#include "catalog/table_loader_internal.h"
#include "core/error_detail.h"
#include "fmt/format.h"

namespace recurve::catalog {

namespace {

using core::ErrorDetail;
using core::ErrorKind;

// An index that comes or goes between two requests is seen in one answer only.
constexpr int kMaxAttempts = 3;

constexpr const char* kIndicesOptions = "?allow_no_indices=false&expand_wildcards=open";

arrow::Status IndexError(ErrorKind kind, const char* text, const std::string& index) {
  ErrorDetail detail(kind);
  detail.index = index;
  return core::MakeError(std::move(detail), fmt::format("{}: {}", text, index));
}

/// The answers about one name, parsed but for the mapping.
struct Answers {
  core::PaddedBytes mapping;
  core::PaddedBytes settings;
  std::vector<Shard> shards;

  size_t Hash() const {
    const std::hash<std::string_view> hash;
    return hash(mapping.view()) * 31 + hash(settings.view());
  }
};

class TableLoader {
 public:
  TableLoader(transport::HttpTransport& transport, const Capabilities& capabilities,
              const CatalogOptions& options, const std::string& name,
              const std::string& encoded_name, const core::CancelToken& cancel)
      : transport_(transport),
        capabilities_(capabilities),
        options_(options),
        name_(name),
        base_("/" + encoded_name),
        cancel_(cancel) {}

  arrow::Result<LoadedTable> Load(const LoadedTable* previous) {
    for (int attempt = 0; attempt < kMaxAttempts; ++attempt) {
      ARROW_ASSIGN_OR_RAISE(const Answers answers, Ask());
      if (previous != nullptr && previous->answers_hash == answers.Hash() &&
          SameIndices(*previous->table, answers.shards)) {
        return TakeOver(*previous, answers);
      }
      ARROW_ASSIGN_OR_RAISE(const auto settings,
                            ReadSettings(answers.settings, capabilities_));
      ARROW_ASSIGN_OR_RAISE(
          const auto mappings,
          ReadMappings(answers.mapping, settings, capabilities_.mapping_types));
      if (mappings.empty())
        return IndexError(ErrorKind::kNotFound, "no such index", name_);
      // A pattern means its closed indices too: to leave them out would be a choice that
      // nobody made. Elasticsearch 6 does not say which are closed.
      const auto closed = ClosedIndex(mappings, settings);
      if (!closed.empty() &&
          (settings.at(closed).closed || attempt + 1 == kMaxAttempts)) {
        return Closed(closed);
      }
      if (!closed.empty() || !Agree(mappings, answers.shards)) continue;
      return Build(mappings, settings, answers);
    }
    ErrorDetail detail(ErrorKind::kUnavailable);
    detail.retryable = true;
    return core::MakeError(
        std::move(detail),
        fmt::format("indices came or went while the table was looked up: {}", name_));
  }

 private:
  arrow::Result<core::PaddedBytes> Get(const std::string& rest) {
    transport::HttpRequest request;
    request.target = base_ + rest;
    ARROW_ASSIGN_OR_RAISE(auto response, transport_.Send(request, cancel_));
    return std::move(response.body);
  }

  arrow::Result<Answers> Ask() {
    Answers answers;
    ARROW_ASSIGN_OR_RAISE(answers.mapping,
                          Get(std::string("/_mapping") + kIndicesOptions));
    ARROW_ASSIGN_OR_RAISE(answers.settings, Get(kSettingsTarget));
    auto shards_body = Get(std::string("/_search_shards") + kIndicesOptions);
    if (!shards_body.ok()) return ShardsError(shards_body.status());
    auto shards = ReadShards(*shards_body);
    if (!shards.ok()) {
      // A closed index has no copies to read either; its settings tell
      // (OpenSearch 2.19.6).
      ARROW_ASSIGN_OR_RAISE(const auto settings,
                            ReadSettings(answers.settings, capabilities_));
      for (const auto& [index, of_index] : settings) {
        if (of_index.closed) return Closed(index);
      }
      return core::Within(name_, shards.status());
    }
    answers.shards = std::move(*shards);
    return answers;
  }

  // Elasticsearch 6 answers the mapping of a closed index, and "no such index" to a
  // request for its shards (seen on 6.8.9).
  arrow::Status ShardsError(const arrow::Status& status) const {
    const ErrorDetail* detail = core::FindDetail(status);
    if (detail == nullptr || detail->kind != ErrorKind::kNotFound ||
        !capabilities_.mapping_types) {
      return status;
    }
    return Closed(detail->index.empty() ? name_ : detail->index);
  }

  static arrow::Status Closed(const std::string& index) {
    return IndexError(ErrorKind::kUnavailable,
                      "the index is closed; open it to read it, or exclude it from the "
                      "pattern",
                      index);
  }

  static bool SameIndices(const Table& table, const std::vector<Shard>& shards) {
    const auto indices_of = [](const std::vector<Shard>& all) {
      std::set<std::string_view> indices;
      for (const Shard& shard : all) indices.insert(shard.index);
      return indices;
    };
    return indices_of(table.shards) == indices_of(shards);
  }

  static LoadedTable TakeOver(const LoadedTable& previous, const Answers& answers) {
    if (previous.table->shards == answers.shards) return previous;
    auto table = std::make_shared<Table>(*previous.table);
    table->shards = answers.shards;
    return {std::move(table), previous.answers_hash};
  }

  /// An index that is closed or, having settings but no mapping, may be; empty if none.
  static std::string ClosedIndex(
      const std::vector<IndexMapping>& mappings,
      const std::unordered_map<std::string, IndexSettings>& settings) {
    std::set<std::string_view> open;
    for (const IndexMapping& entry : mappings) open.insert(entry.index);
    std::string suspect;
    for (const auto& [index, of_index] : settings) {
      if (of_index.closed) return index;
      if (!open.contains(index)) suspect = index;
    }
    return suspect;
  }

  static bool Agree(const std::vector<IndexMapping>& mappings,
                    const std::vector<Shard>& shards) {
    std::set<std::string_view> unseen;
    for (const IndexMapping& entry : mappings) unseen.insert(entry.index);
    std::set<std::string_view> with_mapping = unseen;
    for (const Shard& shard : shards) {
      if (!with_mapping.contains(shard.index)) return false;
      unseen.erase(shard.index);
    }
    return unseen.empty();
  }

  LoadedTable Build(const std::vector<IndexMapping>& mappings,
                    const std::unordered_map<std::string, IndexSettings>& settings,
                    const Answers& answers) const {
    auto table = std::make_shared<Table>();
    table->cluster = options_.cluster_name;
    table->name = name_;
    table->fields = MergeMappings(mappings, &table->hidden);
    table->schema = SchemaOf(table->fields);
    table->shards = answers.shards;
    table->max_result_window = std::numeric_limits<int64_t>::max();
    for (const IndexMapping& entry : mappings) {
      table->keeps_unmapped_values |= entry.mapping->keeps_unmapped_values;
      const auto found = settings.find(entry.index);
      const IndexSettings of_index =
          found == settings.end() ? IndexSettings{} : found->second;
      table->max_result_window =
          std::min(table->max_result_window, of_index.max_result_window);
    }
    table->lists_by_proof =
        WantsListsByProof(options_.tables, *table, options_.lists_by_proof);
    const auto shapes = DeclaredShapes(options_.tables, *table);
    return {WithShapes(table, shapes), answers.Hash()};
  }

  transport::HttpTransport& transport_;
  const Capabilities& capabilities_;
  const CatalogOptions& options_;
  const std::string& name_;
  const std::string base_;
  const core::CancelToken& cancel_;
};

}  // namespace

arrow::Result<LoadedTable> LoadTable(transport::HttpTransport& transport,
                                     const Capabilities& capabilities,
                                     const CatalogOptions& options,
                                     const std::string& name,
                                     const std::string& encoded_name,
                                     const LoadedTable* previous,
                                     const core::CancelToken& cancel) {
  return TableLoader(transport, capabilities, options, name, encoded_name, cancel)
      .Load(previous);
}

}  // namespace recurve::catalog
