// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

namespace recurve {

std::string ReadFile(const std::filesystem::path& path);

/// What EXPLAIN says about a statement over tests/golden/mapping.json, or "error: ...".
std::string Explain(const std::string& sql, const std::string& version);

}  // namespace recurve
