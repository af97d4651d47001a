// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <optional>
#include <string_view>

#include "arrow/status.h"

namespace recurve::transport {

/// Make the Status of an answer that is not a success.
///
/// Input    `http_status`: 300 or more. `body`: whatever came with it: an object with
/// `error` as an
///          object or a string, another JSON text, HTML of a proxy, or nothing.
///          `retry_after`: the header of that name.
/// Kinds    docs/errors.md, "answers of the cluster". The error's type decides before the
/// HTTP status:
///          an expired point-in-time comes as 404, a circuit breaker as 429, 500 or 503.
///          The detail names the type and index of the root cause, since the outer one is
///          often only "all shards failed".
/// Text     the cluster's reason is cut to kMaxReasonBytes at a character's border.
/// Source   bodies in es_error_test.cc, taken from Elasticsearch 6.8.9 and 8.19.21 and
///          OpenSearch 2.19.6.
arrow::Status EsError(int http_status, std::string_view body,
                      std::optional<std::chrono::milliseconds> retry_after = {});

inline constexpr size_t kMaxReasonBytes = 300;

}  // namespace recurve::transport
