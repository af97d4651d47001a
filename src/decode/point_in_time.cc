// SPDX-License-Identifier: Apache-2.0
#include "decode/point_in_time.h"

#include <utility>

#include "core/error_detail.h"
#include "decode/envelope_reader_internal.h"
#include "fmt/format.h"

namespace recurve::decode {

arrow::Result<std::string> ReadPointInTimeId(const core::PaddedBytes& body) {
  const auto broken = [&body] {
    return core::MakeError(core::ErrorKind::kProtocol,
                           fmt::format("not a point-in-time: {:.200}", body.view()));
  };
  simdjson::ondemand::parser parser;
  simdjson::ondemand::document document;
  JsonObject object;
  if (parser.iterate(simdjson::padded_string_view(body.data(), body.size(),
                                                  body.padded_capacity()))
              .get(document) != simdjson::SUCCESS ||
      document.get_object().get(object) != simdjson::SUCCESS) {
    return broken();
  }
  std::string id;
  Page page;
  for (auto member : object) {
    simdjson::ondemand::field field;
    if (std::move(member).get(field) != simdjson::SUCCESS) return broken();
    const auto key = field.key();
    JsonValue value = field.value();
    if (key == "id" || key == "pit_id") {
      std::string_view text;
      if (value.get_string().get(text) != simdjson::SUCCESS) return broken();
      id = text;
    } else if (!ReadEnvelopeMember(key, value, &page)) {
      return broken();
    }
  }
  if (id.empty()) return broken();
  if (page.shards_failed > 0 || page.shards_successful != page.shards_total) {
    return core::MakeError(core::ErrorKind::kIncomplete,
                           "the point-in-time could not be opened on every shard");
  }
  return id;
}

}  // namespace recurve::decode
