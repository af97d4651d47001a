// SPDX-License-Identifier: Apache-2.0
#include "catalog/json_object.h"

#include "simdjson.h"

namespace recurve::catalog {

std::string WhyNotJsonObject(std::string_view text) {
  simdjson::dom::parser parser;
  simdjson::dom::element element;
  const auto error = parser.parse(simdjson::padded_string(text)).get(element);
  if (error != simdjson::SUCCESS) return simdjson::error_message(error);
  if (!element.is_object()) return "it is not an object";
  return {};
}

}  // namespace recurve::catalog
