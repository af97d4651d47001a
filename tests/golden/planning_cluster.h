// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

namespace recurve {

std::string ReadFile(const std::filesystem::path& path);

/// What EXPLAIN says about a statement over tests/golden/mapping.json, or "error: ...".
/// An empty road is `source`.
std::string Explain(const std::string& sql, const std::string& version,
                    const std::string& road = {});

}  // namespace recurve
