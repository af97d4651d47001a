// SPDX-License-Identifier: Apache-2.0
#include "dsl/search_body.h"

#include <algorithm>

#include "dsl/full_text_writer.h"
#include "dsl/json_writer.h"
#include "dsl/query_writer.h"
#include "fmt/format.h"

namespace recurve::dsl {

namespace {

void WriteFilter(const SearchBody& body, JsonWriter& json) {
  const bool filtered =
      body.filter != nullptr && body.filter->kind != plan::Predicate::Kind::kAll;
  if (!filtered && body.alias_filter.empty() && body.seq_no_ranges.empty()) return;
  json.Key("query");
  json.BeginObject().Key("bool").BeginObject();
  if (body.with_scores) {
    json.Key("must").BeginArray();
    WriteScoredQuery(*body.filter, json);
    json.EndArray();
  }
  json.Key("filter").BeginArray();
  if (filtered && !body.with_scores) WriteQuery(*body.filter, json);
  if (!body.alias_filter.empty()) json.Raw(body.alias_filter);
  if (!body.seq_no_ranges.empty()) WriteSeqNoRanges(body.seq_no_ranges, json);
  json.EndArray().EndObject().EndObject();
}

void WriteOrder(const std::vector<plan::SortKey>& order, JsonWriter& json) {
  json.Key("sort").BeginArray();
  for (const plan::SortKey& key : order) {
    json.BeginObject().Key(key.field->path).BeginObject();
    json.Key("order").String(key.descending ? "desc" : "asc");
    json.Key("missing").String(key.nulls_first ? "_first" : "_last");
    json.Key("unmapped_type").String(key.field->es_type);
    json.EndObject().EndObject();
  }
  json.EndArray();
}

/// What documents must not hold in a field for them to be sorted as SQL does.
plan::Predicate NullStandIn(const catalog::Field& field,
                            const std::vector<plan::SortKey>& order) {
  plan::Predicate stand_in;
  stand_in.kind = plan::Predicate::Kind::kNone;
  const auto key = std::ranges::find(order, &field, &plan::SortKey::field);
  if (key == order.end()) return stand_in;
  if (auto literal = plan::NullStandIn(*key)) {
    stand_in.kind = plan::Predicate::Kind::kTerms;
    stand_in.field = &field;
    stand_in.values.push_back(*std::move(literal));
  }
  return stand_in;
}

void WriteExists(const std::string& path, JsonWriter& json) {
  json.BeginObject().Key("exists").BeginObject().Key("field").String(path);
  json.EndObject().EndObject();
}

void WriteIgnored(const std::string& path, JsonWriter& json) {
  json.BeginObject().Key("term").BeginObject().Key("_ignored").String(path);
  json.EndObject().EndObject();
}

/// Documents with a value at a multi-field's `source_path` that the multi-field has
/// neither taken nor refused: it was added after they had been written.
void WriteLacking(const catalog::Field& field, JsonWriter& json) {
  json.BeginObject().Key("bool").BeginObject();
  json.Key("should").BeginArray();
  WriteExists(field.source_path, json);
  WriteIgnored(field.source_path, json);
  json.EndArray().Key("minimum_should_match").Int(1);
  json.Key("must_not").BeginArray();
  WriteExists(field.path, json);
  WriteIgnored(field.path, json);
  json.EndArray().EndObject().EndObject();
}

void WriteProofs(const SearchBody& body, JsonWriter& json) {
  const std::vector<const catalog::Field*>& fields = body.proofs;
  json.Key(kProofs).BeginObject();
  json.Key("global").BeginObject().EndObject().Key("aggs").BeginObject();
  for (size_t i = 0; i < fields.size(); ++i) {
    const std::string& path = fields[i]->path;
    const std::string& nested = fields[i]->nested_path;
    if (!nested.empty()) {
      json.Key(fmt::format("c{}", i)).BeginObject().Key("nested").BeginObject();
      json.Key("path").String(nested).EndObject().Key("aggs").BeginObject();
    }
    json.Key(fmt::format("v{}", i)).BeginObject().Key("value_count").BeginObject();
    json.Key("field").String(path).EndObject().EndObject();
    json.Key(fmt::format("d{}", i)).BeginObject().Key("filter");
    WriteExists(path, json);
    json.EndObject();
    if (!nested.empty()) json.EndObject().EndObject();
    json.Key(fmt::format("g{}", i)).BeginObject().Key("filter");
    WriteIgnored(path, json);
    json.EndObject();
    if (catalog::MayBeAddedLater(*fields[i])) {
      json.Key(fmt::format("m{}", i)).BeginObject().Key("filter");
      WriteLacking(*fields[i], json);
      json.EndObject();
    }
    const plan::Predicate stand_in = NullStandIn(*fields[i], body.order);
    if (stand_in.kind == plan::Predicate::Kind::kNone) continue;
    json.Key(fmt::format("n{}", i)).BeginObject().Key("filter");
    WriteQuery(stand_in, json);
    json.EndObject();
  }
  json.EndObject().EndObject();
}

void WriteSeqNoFacts(const SearchBody::SeqNoFacts& facts, JsonWriter& json) {
  json.Key(kSeqNoStats).Raw(R"({"stats":{"field":"_seq_no"}})");
  if (facts.ignored_fields.empty()) return;
  json.Key(kNumIgnored).BeginObject().Key("filter").BeginObject().Key("terms");
  json.BeginObject().Key("_ignored").BeginArray();
  for (const catalog::Field* field : facts.ignored_fields) json.String(field->path);
  json.EndArray().EndObject().EndObject().EndObject();
}

void WriteDocValues(const std::vector<const catalog::Field*>& fields, JsonWriter& json) {
  json.Key("docvalue_fields").BeginArray();
  for (const catalog::Field* field : fields) {
    json.BeginObject().Key("field").String(catalog::PlaceOf(*field));
    const std::string_view format = catalog::DocValueFormat(*field);
    if (!format.empty()) json.Key("format").String(format);
    json.EndObject();
  }
  json.EndArray();
}

}  // namespace

void WriteSeqNoRanges(const std::vector<SeqNoRange>& ranges, JsonWriter& json) {
  json.BeginObject().Key("bool").BeginObject().Key("should").BeginArray();
  for (const SeqNoRange& range : ranges) {
    json.BeginObject().Key("range").BeginObject().Key("_seq_no").BeginObject();
    json.Key("gte").Int(range.first).Key("lt").Int(range.end);
    json.EndObject().EndObject().EndObject();
  }
  json.EndArray().Key("minimum_should_match").Int(1).EndObject().EndObject();
}

std::string WriteSearchBody(const SearchBody& body) {
  JsonWriter json;
  json.BeginObject();
  json.Key("size").Int(body.size);
  if (!body.pit_id.empty()) {
    json.Key("pit").BeginObject().Key("id").String(body.pit_id);
    json.Key("keep_alive").String(fmt::format("{}s", body.keep_alive.count()));
    json.EndObject();
  }
  if (body.slice) {
    json.Key("slice").BeginObject().Key("id").Int(body.slice->id);
    json.Key("max").Int(body.slice->max).EndObject();
  }
  WriteFilter(body, json);
  if (!body.order.empty()) {
    WriteOrder(body.order, json);
  } else if (body.sort_by_doc) {
    json.Key("sort").BeginArray().String("_doc").EndArray();
  }
  // Hits that are sorted otherwise have no score unless it is asked for.
  if (body.with_scores) json.Key("track_scores").Bool(true);
  if (!body.search_after.empty()) json.Key("search_after").Raw(body.search_after);
  switch (body.track_total) {
    case TrackTotal::kNo:
      json.Key("track_total_hits").Bool(false);
      break;
    case TrackTotal::kExactly:
      json.Key("track_total_hits").Bool(true);
      break;
    case TrackTotal::kUpTo:
      json.Key("track_total_hits").Int(body.total_up_to);
      break;
  }
  if (!body.fetch_source) {
    json.Key("_source").Bool(false);
  } else if (body.ask_for_vectors) {
    json.Key("_source").BeginObject().Key("exclude_vectors").Bool(false).EndObject();
  }
  if (!body.doc_values.empty()) WriteDocValues(body.doc_values, json);
  if (!body.proofs.empty() || body.seq_no_facts || !body.aggregations.empty()) {
    json.Key("aggs").BeginObject();
    if (!body.proofs.empty()) WriteProofs(body, json);
    if (body.seq_no_facts) WriteSeqNoFacts(*body.seq_no_facts, json);
    if (!body.aggregations.empty()) json.Raw(body.aggregations);
    json.EndObject();
  }
  json.EndObject();
  return std::move(json).Take();
}

}  // namespace recurve::dsl
