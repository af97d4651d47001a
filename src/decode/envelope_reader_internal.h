// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "decode/column_writer_internal.h"
#include "decode/hits_decoder.h"

namespace recurve::decode {

/// Call read(key, value) for every member of an object; false when the JSON is broken or
/// read says so.
template <typename Read>
bool ForEachMember(JsonValue value, Read read) {
  JsonObject object;
  if (value.get_object().get(object) != simdjson::SUCCESS) return false;
  for (auto member : object) {
    simdjson::ondemand::field field;
    if (std::move(member).get(field) != simdjson::SUCCESS) return false;
    const auto key = field.key();
    if (!read(key, field.value())) return false;
  }
  return true;
}

/// The proofs aggregation (dsl::kProofs): "v0" has a value, "d0", "g0", "m0" and "n0" a
/// doc_count, "c0" has the first two of a field inside a nested object.
bool ReadProofs(JsonValue value, Page* page);

/// Read one top-level member of a `_search` response, other than `hits`, into the page.
/// False: it is not what the cluster promises.
bool ReadEnvelopeMember(simdjson::ondemand::raw_json_string key, JsonValue value,
                        Page* page);

/// `hits.total`: a number (Elasticsearch 6) or {"value", "relation"} (7 and later).
bool ReadTotal(JsonValue value, Page* page);

/// The text of a `sort` array that starts at `start`; its values are numbers.
std::string SortText(const char* start);

/// A JSON string token without its quotes, escapes left as they are.
std::string Unquoted(std::string_view token);

}  // namespace recurve::decode
