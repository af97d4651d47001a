// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

#include "catalog/source_filter_internal.h"

namespace recurve::catalog {

namespace {

bool MatchesGlob(std::string_view pattern, std::string_view text) {
  size_t p = 0;
  size_t t = 0;
  size_t last_star = std::string_view::npos;
  size_t after_star = 0;
  while (t < text.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      last_star = p++;
      after_star = t;
    } else if (p < pattern.size() && pattern[p] == text[t]) {
      ++p;
      ++t;
    } else if (last_star != std::string_view::npos) {
      p = last_star + 1;
      t = ++after_star;
    } else {
      return false;
    }
  }
  return pattern.find_first_not_of('*', p) == std::string_view::npos;
}

/// Whether a pattern selects the path or one of the objects it lies in.
bool Selects(const std::vector<std::string>& patterns, std::string_view path) {
  return std::ranges::any_of(patterns, [&](const std::string& pattern) {
    for (size_t end = path.find('.'); end != std::string_view::npos;
         end = path.find('.', end + 1)) {
      if (MatchesGlob(pattern, path.substr(0, end))) return true;
    }
    return MatchesGlob(pattern, path);
  });
}

}  // namespace

SourceFilter::SourceFilter(std::vector<std::string> includes,
                           std::vector<std::string> excludes)
    : includes_(std::move(includes)), excludes_(std::move(excludes)) {}

bool SourceFilter::Keeps(std::string_view path) const {
  if (!includes_.empty() && !Selects(includes_, path)) return false;
  return !Selects(excludes_, path);
}

}  // namespace recurve::catalog
