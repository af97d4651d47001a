// SPDX-License-Identifier: Apache-2.0
#include "decode/cluster_setting.h"

#include "core/error_detail.h"
#include "simdjson.h"

namespace recurve::decode {

arrow::Result<std::optional<std::string>> ReadClusterSetting(
    const core::PaddedBytes& body, std::string_view name) {
  simdjson::dom::parser parser;
  simdjson::dom::object root;
  if (parser.parse(body.data(), body.size(), /*realloc_if_needed=*/false).get(root) !=
      simdjson::SUCCESS) {
    return core::MakeError(core::ErrorKind::kProtocol,
                           "not what the cluster promises: settings of the cluster");
  }
  for (const char* level : {"transient", "persistent", "defaults"}) {
    std::string_view value;
    if (root[level][name].get(value) == simdjson::SUCCESS) return std::string(value);
  }
  return std::nullopt;
}

}  // namespace recurve::decode
