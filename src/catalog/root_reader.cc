// SPDX-License-Identifier: Apache-2.0
#include <charconv>
#include <optional>
#include <string_view>

#include "catalog/json_reading_internal.h"
#include "catalog/root_reader_internal.h"
#include "core/error_detail.h"
#include "fmt/format.h"

namespace recurve::catalog {

namespace {

using core::ErrorKind;

struct Version {
  int major = 0;
  int minor = 0;
  int patch = 0;
};

/// "8.19.21", "9.1.0-SNAPSHOT".
std::optional<Version> ParseVersion(std::string_view text) {
  Version version;
  const char* at = text.data();
  const char* const end = at + text.size();
  for (int* part : {&version.major, &version.minor, &version.patch}) {
    const auto [next, error] = std::from_chars(at, end, *part);
    if (error != std::errc()) return std::nullopt;
    at = next;
    if (part == &version.patch) break;
    if (at == end || *at != '.') return std::nullopt;
    ++at;
  }
  return version;
}

arrow::Status Unsupported(std::string_view product, std::string_view number) {
  return core::MakeError(
      ErrorKind::kUnsupported,
      fmt::format(
          "only Elasticsearch 6-9 and OpenSearch 1-3 are supported, this is: {} {}",
          product, number));
}

}  // namespace

arrow::Result<Capabilities> ReadRoot(const core::PaddedBytes& body) {
  simdjson::dom::parser parser;
  ARROW_ASSIGN_OR_RAISE(const auto root, ParseObject(parser, body, "answer to GET /"));
  simdjson::dom::object version;
  if (root["version"].get(version) != simdjson::SUCCESS) {
    return NotPromised("answer to GET /", "no version");
  }
  const std::string_view number = TextAt(version, "number");
  const std::string_view tagline = TextAt(root, "tagline");
  const auto parsed = ParseVersion(number);
  if (!parsed) return NotPromised("answer to GET /", "version.number");

  Capabilities can;
  if (TextAt(version, "distribution") == "opensearch") {
    if (parsed->major < 1 || parsed->major > 3) return Unsupported("OpenSearch", number);
    can = Capabilities::Of(Product::kOpenSearch, parsed->major, parsed->minor,
                           parsed->patch);
  } else if (tagline.starts_with("The OpenSearch Project")) {
    // compatibility.override_main_response_version hides the release behind 7.10.2: what
    // the first release could do is safe on all that have the setting.
    can = Capabilities::Of(Product::kOpenSearch, 1, 0, 0);
  } else if (tagline == "You Know, for Search") {
    if (parsed->major < 6 || parsed->major > 9)
      return Unsupported("Elasticsearch", number);
    if (TextAt(version, "build_flavor") == "serverless") {
      return Unsupported("Elasticsearch Serverless", number);
    }
    can = Capabilities::Of(Product::kElasticsearch, parsed->major, parsed->minor,
                           parsed->patch);
  } else {
    return Unsupported("an unknown product", number);
  }
  can.version = std::string(number);
  can.cluster_name = std::string(TextAt(root, "cluster_name"));
  return can;
}

}  // namespace recurve::catalog
