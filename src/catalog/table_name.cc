// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <numeric>
#include <utility>

#include "catalog/table_name_internal.h"
#include "core/error_detail.h"
#include "core/percent_encoding.h"
#include "fmt/format.h"

namespace recurve::catalog {

namespace {

using core::ErrorKind;

// Elasticsearch: MetadataCreateIndexService.MAX_INDEX_NAME_BYTES.
constexpr size_t kMaxPartBytes = 255;
// The request line must stay below http.max_initial_line_length (4 kB) with everything
// behind the name.
constexpr size_t kMaxEncodedBytes = 3500;

arrow::Status NoSuchName(std::string_view why, std::string_view part) {
  core::ErrorDetail detail(ErrorKind::kNotFound);
  detail.index = std::string(part);
  return core::MakeError(std::move(detail),
                         fmt::format("no index can be named so, {}: {}", why, part));
}

/// Split at the commas outside of date math.
std::vector<std::string_view> SplitParts(std::string_view name) {
  std::vector<std::string_view> parts;
  size_t begin = 0;
  bool in_date_math = false;
  for (size_t i = 0; i <= name.size(); ++i) {
    if (i < name.size() && name[i] == '<') in_date_math = true;
    if (i < name.size() && name[i] == '>') in_date_math = false;
    if (i == name.size() || (name[i] == ',' && !in_date_math)) {
      parts.push_back(name.substr(begin, i - begin));
      begin = i + 1;
    }
  }
  return parts;
}

arrow::Status CheckPart(std::string_view part, bool is_first) {
  if (part.empty()) {
    return core::MakeError(ErrorKind::kInvalidSql, "a table name has an empty part");
  }
  if (part.size() > kMaxPartBytes) {
    return core::MakeError(
        ErrorKind::kInvalidSql,
        fmt::format("a table name is too long: {} bytes", part.size()));
  }
  // "-logs-old" takes indices out of a pattern before it.
  const std::string_view name =
      part.starts_with('-') && !is_first ? part.substr(1) : part;
  if (name.starts_with('<')) {
    if (!name.ends_with('>')) return NoSuchName("date math without its >", part);
    if (name.substr(1).starts_with('_')) return NoSuchName("it starts with _", part);
    return arrow::Status::OK();
  }
  if (name.empty() || name == "." || name == "..")
    return NoSuchName("it is no name", part);
  if (std::string_view("_-+").find(name[0]) != std::string_view::npos) {
    return NoSuchName(fmt::format("it starts with {}", name[0]), part);
  }
  const size_t forbidden = name.find_first_of("\\/?\"<>| #");
  if (forbidden != std::string_view::npos) {
    return NoSuchName(fmt::format("it contains '{}'", name[forbidden]), part);
  }
  if (name.find(':') != std::string_view::npos) {
    return core::MakeError(
        ErrorKind::kUnsupported,
        fmt::format(
            "indices of a remote cluster are not supported, attach that cluster: {}",
            part));
  }
  return arrow::Status::OK();
}

size_t EditDistance(std::string_view left, std::string_view right) {
  std::vector<size_t> row(right.size() + 1);
  std::iota(row.begin(), row.end(), size_t{0});
  for (size_t i = 1; i <= left.size(); ++i) {
    size_t diagonal = row[0];
    row[0] = i;
    for (size_t j = 1; j <= right.size(); ++j) {
      const size_t changed = diagonal + (left[i - 1] == right[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, changed});
    }
  }
  return row.back();
}

}  // namespace

arrow::Result<std::string> EncodeTableName(std::string_view name) {
  if (name.empty()) {
    return core::MakeError(ErrorKind::kInvalidSql, "a table name is empty");
  }
  for (const char letter : name) {
    if (static_cast<unsigned char>(letter) < 0x20 || letter == 0x7F) {
      return core::MakeError(ErrorKind::kInvalidSql,
                             "a table name contains a control character");
    }
  }
  bool is_first = true;
  for (const std::string_view part : SplitParts(name)) {
    ARROW_RETURN_NOT_OK(CheckPart(part, is_first));
    is_first = false;
  }
  std::string encoded = core::PercentEncode(name);
  if (encoded.size() > kMaxEncodedBytes) {
    return core::MakeError(
        ErrorKind::kInvalidSql,
        fmt::format("a table name is too long for a request: {} bytes", encoded.size()));
  }
  return encoded;
}

bool HasDateMath(std::string_view name) {
  return name.find('<') != std::string_view::npos;
}

std::vector<std::string> NearNames(std::string_view name,
                                   const std::vector<TableName>& known) {
  constexpr size_t kMaxNames = 3;
  // Two typing errors, more in longer names.
  const size_t max_distance = std::max<size_t>(2, name.size() / 4);
  std::vector<std::pair<size_t, std::string_view>> near;
  for (const TableName& candidate : known) {
    const size_t longer = std::max(name.size(), candidate.name.size());
    const size_t shorter = std::min(name.size(), candidate.name.size());
    if (longer - shorter > max_distance) continue;
    const size_t distance = EditDistance(name, candidate.name);
    if (distance <= max_distance && distance < shorter) {
      near.emplace_back(distance, candidate.name);
    }
  }
  std::ranges::sort(near);
  if (near.size() > kMaxNames) near.resize(kMaxNames);
  std::vector<std::string> names;
  for (const auto& entry : near) names.emplace_back(entry.second);
  return names;
}

}  // namespace recurve::catalog
