// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

namespace recurve::core {

/// FNV-1a, 64 bits: the same number in every process and release, which std::hash does
/// not promise. `start`: the hash of the text before, to go on from.
///
/// Source   https://datatracker.ietf.org/doc/html/draft-eastlake-fnv, section 5.
constexpr uint64_t Fnv1a(std::string_view text, uint64_t start = 0xcbf29ce484222325U) {
  uint64_t hash = start;
  for (const char c : text) {
    hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
  }
  return hash;
}

}  // namespace recurve::core
