// SPDX-License-Identifier: Apache-2.0
#include "dsl/full_text_writer.h"

#include "dsl/query_writer.h"

namespace recurve::dsl {

using plan::FullText;
using plan::Predicate;

void WriteFullText(const Predicate& predicate, JsonWriter& json) {
  const FullText& query = *predicate.full_text;
  if (query.kind == FullText::Kind::kRawQuery) {
    json.Raw(query.text);
    return;
  }
  const bool match = query.kind == FullText::Kind::kMatch;
  json.BeginObject().Key(match ? "match" : "query_string").BeginObject();
  if (match) json.Key(predicate.field->path).BeginObject();
  json.Key("query").String(query.text);
  for (const auto& [name, value] : query.options) json.Key(name).String(value);
  if (match) json.EndObject();
  json.EndObject().EndObject();
}

void WriteScoredQuery(const Predicate& predicate, JsonWriter& json) {
  if (predicate.kind == Predicate::Kind::kFullText) {
    WriteFullText(predicate, json);
    return;
  }
  json.BeginObject().Key("bool").BeginObject();
  if (!plan::Scores(predicate)) {
    json.Key("filter").BeginArray();
    WriteQuery(predicate, json);
    json.EndArray();
  } else if (predicate.kind == Predicate::Kind::kOr) {
    json.Key("should").BeginArray();
    for (const Predicate& child : predicate.children) WriteScoredQuery(child, json);
    json.EndArray().Key("minimum_should_match").Int(1);
  } else {  // kAnd: nothing else has parts that score
    json.Key("must").BeginArray();
    for (const Predicate& child : predicate.children) {
      if (plan::Scores(child)) WriteScoredQuery(child, json);
    }
    json.EndArray().Key("filter").BeginArray();
    for (const Predicate& child : predicate.children) {
      if (!plan::Scores(child)) WriteQuery(child, json);
    }
    json.EndArray();
  }
  json.EndObject().EndObject();
}

}  // namespace recurve::dsl
