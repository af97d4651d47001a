// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>
#include <vector>

#include "catalog/date_format_merge_internal.h"

namespace recurve::catalog {

namespace {

struct FormatList {
  std::vector<std::string_view> year_first;
  std::string_view epoch;
};

/// "date_time", "strict_date_optional_time_nanos", "yyyy-MM-dd HH:mm:ss".
bool IsYearFirst(std::string_view format) {
  if (format.starts_with("strict_date") || format.starts_with("date")) return true;
  for (const std::string_view year : {"yyyy", "uuuu"}) {
    if (!format.starts_with(year)) continue;
    const std::string_view rest = format.substr(year.size());
    return rest.size() > 2 && (rest[0] == '-' || rest[0] == '/' || rest[0] == '.') &&
           rest.substr(1).starts_with("MM");
  }
  return false;
}

std::optional<FormatList> Split(std::string_view text) {
  FormatList list;
  while (!text.empty()) {
    const size_t end = text.find("||");
    const std::string_view format = text.substr(0, end);
    text = end == std::string_view::npos ? std::string_view{} : text.substr(end + 2);
    if (!list.epoch.empty()) return std::nullopt;  // something behind the epoch
    if (format == "epoch_millis" || format == "epoch_second") {
      list.epoch = format;
    } else if (IsYearFirst(format)) {
      list.year_first.push_back(format);
    } else {
      return std::nullopt;
    }
  }
  if (list.year_first.empty()) return std::nullopt;
  return list;
}

}  // namespace

std::optional<std::string> MergeDateFormats(std::string_view left,
                                            std::string_view right) {
  if (left == right) return std::string(left);
  auto merged = Split(left);
  const auto other = Split(right);
  if (!merged || !other) return std::nullopt;
  if (!merged->epoch.empty() && !other->epoch.empty() && merged->epoch != other->epoch) {
    return std::nullopt;
  }
  for (const std::string_view format : other->year_first) {
    if (std::ranges::find(merged->year_first, format) == merged->year_first.end()) {
      merged->year_first.push_back(format);
    }
  }
  std::string text;
  for (const std::string_view format : merged->year_first) {
    if (!text.empty()) text += "||";
    text += format;
  }
  const std::string_view epoch = merged->epoch.empty() ? other->epoch : merged->epoch;
  if (!epoch.empty()) {
    text += "||";
    text += epoch;
  }
  return text;
}

}  // namespace recurve::catalog
