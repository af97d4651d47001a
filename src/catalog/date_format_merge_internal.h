// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace recurve::catalog {

/// The mapping format that reads a field's text in two indices, or nothing if some text
/// means different instants in them ("01/02/2024", or 1700000000 as seconds and as
/// milliseconds).
///
/// Guarantee  a format comes back only if both are lists of year-first formats with
/// separators, optionally followed by one and the same kind of epoch number: for those,
/// the first format that reads a text gives the same instant in either list.
std::optional<std::string> MergeDateFormats(std::string_view left,
                                            std::string_view right);

}  // namespace recurve::catalog
