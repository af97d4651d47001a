// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "arrow/result.h"
#include "core/padded_bytes.h"
#include "simdjson.h"

namespace recurve::catalog {

/// kProtocol: `what` ("mapping") is not what the cluster promises, because of `why`.
arrow::Status NotPromised(std::string_view what, std::string_view why);

/// Parse a body that must be an object; it lives as long as parser and body.
arrow::Result<simdjson::dom::object> ParseObject(simdjson::dom::parser& parser,
                                                 const core::PaddedBytes& body,
                                                 std::string_view what);

/// The text under a key, empty if there is none.
std::string_view TextAt(const simdjson::dom::object& object, std::string_view key);

/// The truth value under a key: true, false, "true" or "false".
std::optional<bool> TruthAt(const simdjson::dom::object& object, std::string_view key);

/// The number under a key, written as number or as text.
std::optional<int64_t> IntegerAt(const simdjson::dom::object& object,
                                 std::string_view key);
std::optional<double> DoubleAt(const simdjson::dom::object& object, std::string_view key);

/// The texts under a key, whose value is one text or an array of them.
std::vector<std::string> TextsAt(const simdjson::dom::object& object,
                                 std::string_view key);

}  // namespace recurve::catalog
