// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "arrow/status.h"

namespace recurve::core {

/// What went wrong, in the words of docs/errors.md. One row there per enumerator.
enum class ErrorKind {
  kInvalidSql,         ///< syntax, type or parameter error in the client's SQL
  kNotFound,           ///< unknown index, column or function
  kUnsupported,        ///< legal SQL that this server does not run
  kUnauthenticated,    ///< the cluster (401) or this server does not know the caller
  kUnauthorized,       ///< the cluster answered 403
  kUnavailable,        ///< no connection, 429, 502, 503, 504, circuit breaker
  kDeadline,           ///< the statement's time limit
  kIncomplete,         ///< shard failures, timeouts or missing rows inside a 200 response
  kRequestRejected,    ///< the cluster answered 400 to a request written by us: our bug
  kProtocol,           ///< a response body that is not what the cluster promises
  kBadValue,           ///< a value that its column cannot hold (index, `_id`, field)
  kPushdownDisproved,  ///< a pushed predicate's proof failed on the snapshot: plan again
  kMemory,             ///< a memory limit was reached
  kCancelled,          ///< the client went away or asked to stop
  kInternal,           ///< a broken invariant of ours
};

/// The facts about an error that callers act on; the text is in the Status message.
///
/// Exactly one ErrorDetail travels in a Status of ours. `service` turns it into a Flight
/// detail; nobody parses the message.
class ErrorDetail : public arrow::StatusDetail {
 public:
  static constexpr const char* kTypeId = "recurve::ErrorDetail";

  explicit ErrorDetail(ErrorKind error_kind) : kind(error_kind) {}

  const char* type_id() const override { return kTypeId; }
  std::string ToString() const override;

  ErrorKind kind;
  /// Repeating the same exchange later may succeed.
  bool retryable = false;
  /// What the server asked for in `Retry-After`.
  std::optional<std::chrono::milliseconds> retry_after;
  int http_status = 0;        ///< 0: no HTTP response
  std::string es_type;        ///< `error.type` of the response body, for example
                              ///< "index_not_found_exception"
  std::string index;          ///< index at fault, if one is
  int64_t sql_position = -1;  ///< byte offset in the statement, -1: unknown
};

/// Name of a kind as docs/errors.md prints it, for example "not_found".
std::string_view ToString(ErrorKind kind);

/// Make a Status with the Arrow code of docs/errors.md for the detail's kind.
arrow::Status MakeError(ErrorDetail detail, std::string message);

/// The same for errors that carry nothing but their kind.
arrow::Status MakeError(ErrorKind kind, std::string message);

/// The detail of a Status made by MakeError, or nullptr.
const ErrorDetail* FindDetail(const arrow::Status& status);

/// The kind of any Status: that of its detail, else the nearest for its Arrow code.
ErrorKind KindOf(const arrow::Status& status);

/// The same error with `context` and ": " before its message; code and detail are kept.
arrow::Status Within(std::string_view context, const arrow::Status& status);

}  // namespace recurve::core
