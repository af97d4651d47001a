// SPDX-License-Identifier: Apache-2.0
#include <cstring>
#include <utility>

#include "decode/envelope_reader_internal.h"
#include "fmt/format.h"

namespace recurve::decode {

namespace {

using simdjson::ondemand::json_type;

constexpr size_t kMaxFailureBytes = 300;

bool ReadInt(JsonValue value, int64_t* number) {
  return value.get_int64().get(*number) == simdjson::SUCCESS;
}

bool ReadBool(JsonValue value, bool* truth) {
  return value.get_bool().get(*truth) == simdjson::SUCCESS;
}

bool ReadString(JsonValue value, std::string* text) {
  std::string_view view;
  if (value.get_string().get(view) != simdjson::SUCCESS) return false;
  *text = view;
  return true;
}

bool ReadShards(JsonValue value, Page* page) {
  return ForEachMember(value, [page](auto key, JsonValue member) {
    if (key == "total") return ReadInt(member, &page->shards_total);
    if (key == "successful") return ReadInt(member, &page->shards_successful);
    if (key == "failed") return ReadInt(member, &page->shards_failed);
    if (key == "failures") {
      std::string_view text;
      if (simdjson::to_json_string(member).get(text) != simdjson::SUCCESS) return false;
      page->first_failure = text.substr(0, kMaxFailureBytes);
    }
    return true;
  });
}

bool ReadClusters(JsonValue value, Page* page) {
  return ForEachMember(value, [page](auto key, JsonValue member) {
    if (key == "skipped" || key == "partial" || key == "failed" || key == "running") {
      int64_t number = 0;
      if (!ReadInt(member, &number)) return false;
      if (number != 0) page->clusters_incomplete = true;
    }
    return true;
  });
}

}  // namespace

bool ReadProofs(JsonValue value, Page* page) {
  return ForEachMember(value, [page](auto key, JsonValue member) {
    const char letter = key.raw()[0];
    if (letter == 'c') return ReadProofs(member, page);
    if (key == "doc_count" ||
        std::string_view("vdgmn").find(letter) == std::string_view::npos) {
      return true;
    }
    size_t place = 0;
    for (const char* digit = key.raw() + 1; *digit >= '0' && *digit <= '9'; ++digit) {
      place = place * 10 + static_cast<size_t>(*digit - '0');
    }
    if (page->proofs.size() <= place) page->proofs.resize(place + 1);
    ProofCounts& counts = page->proofs[place];
    int64_t* const target = letter == 'v'   ? &counts.num_values
                            : letter == 'd' ? &counts.num_documents
                            : letter == 'g' ? &counts.num_ignored
                            : letter == 'm' ? &counts.num_lacking.emplace(0)
                                            : &counts.num_null_stand_ins.emplace(0);
    return ForEachMember(member, [target](auto name, JsonValue number) {
      if (name == "value" || name == "doc_count") return ReadInt(number, target);
      return true;
    });
  });
}

namespace {

// A whole number written as a double, exact up to 2^53; null where there is none.
bool ReadWhole(JsonValue value, std::optional<int64_t>* whole) {
  json_type type;
  if (value.type().get(type) != simdjson::SUCCESS) return false;
  if (type == json_type::null) return true;
  double number;
  if (value.get_double().get(number) != simdjson::SUCCESS) return false;
  *whole = static_cast<int64_t>(number);
  return true;
}

bool ReadSeqNos(JsonValue value, Page* page) {
  return ForEachMember(value, [page](auto key, JsonValue member) {
    if (key == "count") return ReadInt(member, &page->num_seq_nos);
    if (key == "min") return ReadWhole(member, &page->first_seq_no);
    if (key == "max") return ReadWhole(member, &page->last_seq_no);
    return true;
  });
}

bool ReadAggregation(simdjson::ondemand::raw_json_string key, JsonValue value,
                     Page* page) {
  if (key == "proofs") return ReadProofs(value, page);
  if (key == "seq_no") return ReadSeqNos(value, page);
  if (key == "num_ignored") {
    return ForEachMember(value, [page](auto name, JsonValue number) {
      return !(name == "doc_count") || ReadInt(number, &page->num_ignored);
    });
  }
  return true;
}

}  // namespace

bool ReadTotal(JsonValue value, Page* page) {
  json_type type;
  if (value.type().get(type) != simdjson::SUCCESS) return false;
  int64_t total = 0;
  if (type == json_type::number) {
    if (!ReadInt(value, &total)) return false;
  } else {
    const bool read = ForEachMember(value, [&](auto key, JsonValue member) {
      if (key == "value") return ReadInt(member, &total);
      if (key == "relation") {
        std::string relation;
        if (!ReadString(member, &relation)) return false;
        page->total_is_lower_bound = relation != "eq";
      }
      return true;
    });
    if (!read) return false;
  }
  page->total = total;
  return true;
}

bool ReadEnvelopeMember(simdjson::ondemand::raw_json_string key, JsonValue value,
                        Page* page) {
  if (key == "timed_out") return ReadBool(value, &page->timed_out);
  if (key == "terminated_early") return ReadBool(value, &page->terminated_early);
  if (key == "_shards") return ReadShards(value, page);
  if (key == "_clusters") return ReadClusters(value, page);
  if (key == "pit_id") return ReadString(value, &page->pit_id);
  if (key == "_scroll_id") return ReadString(value, &page->scroll_id);
  if (key == "aggregations") {
    return ForEachMember(value, [page](auto name, JsonValue member) {
      return ReadAggregation(name, member, page);
    });
  }
  return true;
}

std::string SortText(const char* start) {
  const char* end = start;
  while (*end != ']') ++end;
  return {start, static_cast<size_t>(end - start) + 1};
}

std::string Unquoted(std::string_view token) {
  const size_t open = token.find('"');
  const size_t close = token.rfind('"');
  if (open == std::string_view::npos || close <= open) return std::string(token);
  return std::string(token.substr(open + 1, close - open - 1));
}

}  // namespace recurve::decode
