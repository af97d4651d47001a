// SPDX-License-Identifier: Apache-2.0
#include "dsl/view_body.h"

#include <utility>

#include "dsl/json_writer.h"
#include "fmt/format.h"

namespace recurve::dsl {

namespace {

std::string OneId(std::string_view key, std::string_view id) {
  JsonWriter json;
  json.BeginObject().Key(key).BeginArray().String(id).EndArray().EndObject();
  return std::move(json).Take();
}

}  // namespace

std::string WriteNextScrollPage(std::string_view scroll_id,
                                std::chrono::seconds keep_alive) {
  JsonWriter json;
  json.BeginObject().Key("scroll").String(fmt::format("{}s", keep_alive.count()));
  json.Key("scroll_id").String(scroll_id).EndObject();
  return std::move(json).Take();
}

std::string WriteCloseScroll(std::string_view scroll_id) {
  return OneId("scroll_id", scroll_id);
}

std::string WriteCloseElasticsearchPit(std::string_view pit_id) {
  JsonWriter json;
  json.BeginObject().Key("id").String(pit_id).EndObject();
  return std::move(json).Take();
}

std::string WriteCloseOpenSearchPit(std::string_view pit_id) {
  return OneId("pit_id", pit_id);
}

}  // namespace recurve::dsl
