// SPDX-License-Identifier: Apache-2.0
#include "dsl/search_body.h"

#include "dsl/json_writer.h"
#include "dsl/query_writer.h"
#include "fmt/format.h"

namespace recurve::dsl {

namespace {

void WriteFilter(const SearchBody& body, JsonWriter& json) {
  const bool filtered =
      body.filter != nullptr && body.filter->kind != plan::Predicate::Kind::kAll;
  if (!filtered && body.alias_filter.empty()) return;
  json.Key("query");
  json.BeginObject().Key("bool").BeginObject().Key("filter").BeginArray();
  if (filtered) WriteQuery(*body.filter, json);
  if (!body.alias_filter.empty()) json.Raw(body.alias_filter);
  json.EndArray().EndObject().EndObject();
}

void WriteProofs(const std::vector<const catalog::Field*>& fields, JsonWriter& json) {
  json.Key("aggs").BeginObject().Key(kProofs).BeginObject();
  json.Key("global").BeginObject().EndObject().Key("aggs").BeginObject();
  for (size_t i = 0; i < fields.size(); ++i) {
    const std::string& path = fields[i]->path;
    json.Key(fmt::format("v{}", i)).BeginObject().Key("value_count").BeginObject();
    json.Key("field").String(path).EndObject().EndObject();
    json.Key(fmt::format("d{}", i)).BeginObject().Key("filter").BeginObject();
    json.Key("exists").BeginObject().Key("field").String(path).EndObject();
    json.EndObject().EndObject();
    json.Key(fmt::format("g{}", i)).BeginObject().Key("filter").BeginObject();
    json.Key("term").BeginObject().Key("_ignored").String(path).EndObject();
    json.EndObject().EndObject();
  }
  json.EndObject().EndObject().EndObject();
}

}  // namespace

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
  if (body.sort_by_doc) json.Key("sort").BeginArray().String("_doc").EndArray();
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
  if (!body.fetch_source) json.Key("_source").Bool(false);
  if (!body.proofs.empty()) WriteProofs(body.proofs, json);
  json.EndObject();
  return std::move(json).Take();
}

}  // namespace recurve::dsl
