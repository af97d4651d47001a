// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "arrow/status.h"
#include "core/log.h"

namespace recurve::service {

/// The longest error text sent to a client, in bytes. Longer text would be dropped whole.
///
/// Source  gRPC sends the text twice, percent-encoded, in trailers that clients limit to
///         8 KiB; two-byte characters were seen to be lost between 1,500 and 2,000 bytes.
inline constexpr size_t kMaxErrorBytes = 1000;

/// Make the Status that Flight turns into the code of docs/errors.md for the error's
/// kind.
///
/// The text is cut at a UTF-8 boundary and ends with the kind and the request id, so that
/// a user's report finds the full text in the server's log. This is the only place that
/// names Flight codes. OK stays OK.
arrow::Status ToFlightStatus(const arrow::Status& status, std::string_view request_id);

/// The same, and a line in the log: the whole text, except for kinds whose text quotes
/// the statement or a value, which only the debug level shows.
arrow::Status LogAndConvert(const arrow::Status& status, std::string_view request_id,
                            core::Log& log);

/// The longest prefix of `text` of at most `max_bytes` that does not cut a character.
std::string_view CutUtf8(std::string_view text, size_t max_bytes);

}  // namespace recurve::service
