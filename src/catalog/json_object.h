// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace recurve::catalog {

/// Why a text is not exactly one JSON object in valid UTF-8, or an empty string if it is.
/// Such a text can stand inside a request without changing what is around it.
std::string WhyNotJsonObject(std::string_view text);

}  // namespace recurve::catalog
