// SPDX-License-Identifier: Apache-2.0
#include <charconv>

#include "catalog/json_reading_internal.h"
#include "core/error_detail.h"
#include "fmt/format.h"

namespace recurve::catalog {

static_assert(core::PaddedBytes::kPadding >= simdjson::SIMDJSON_PADDING);

using simdjson::SUCCESS;
using simdjson::dom::object;

namespace {

template <typename Number>
std::optional<Number> NumberAt(const object& parent, std::string_view key) {
  Number number = 0;
  if (parent[key].get(number) == SUCCESS) return number;
  const std::string_view text = TextAt(parent, key);
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, number);
  if (text.empty() || error != std::errc() || rest != end) return std::nullopt;
  return number;
}

}  // namespace

arrow::Status NotPromised(std::string_view what, std::string_view why) {
  return core::MakeError(
      core::ErrorKind::kProtocol,
      fmt::format("the cluster's {} is not what it promises: {}", what, why));
}

arrow::Result<object> ParseObject(simdjson::dom::parser& parser,
                                  const core::PaddedBytes& body, std::string_view what) {
  object root;
  const auto error =
      parser.parse(body.data(), body.size(), /*realloc_if_needed=*/false).get(root);
  if (error != SUCCESS) return NotPromised(what, simdjson::error_message(error));
  return root;
}

std::string_view TextAt(const object& parent, std::string_view key) {
  std::string_view text;
  if (parent[key].get(text) != SUCCESS) return {};
  return text;
}

std::optional<bool> TruthAt(const object& parent, std::string_view key) {
  bool truth = false;
  if (parent[key].get(truth) == SUCCESS) return truth;
  const std::string_view text = TextAt(parent, key);
  if (text == "true") return true;
  if (text == "false") return false;
  return std::nullopt;
}

std::optional<int64_t> IntegerAt(const object& parent, std::string_view key) {
  return NumberAt<int64_t>(parent, key);
}

std::optional<double> DoubleAt(const object& parent, std::string_view key) {
  return NumberAt<double>(parent, key);
}

std::vector<std::string> TextsAt(const object& parent, std::string_view key) {
  if (const std::string_view text = TextAt(parent, key); !text.empty()) {
    return {std::string(text)};
  }
  std::vector<std::string> texts;
  simdjson::dom::array entries;
  if (parent[key].get(entries) != SUCCESS) return texts;
  for (const auto entry : entries) {
    std::string_view text;
    if (entry.get(text) == SUCCESS) texts.emplace_back(text);
  }
  return texts;
}

}  // namespace recurve::catalog
