// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fstream>
#include <iterator>
#include <string>

#include "core/padded_bytes.h"

namespace recurve::catalog {

/// A file of tests/fixtures/mappings.
inline std::string MappingFixture(const std::string& file) {
  std::ifstream in(std::string(RECURVE_FIXTURES) + "/mappings/" + file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace recurve::catalog
