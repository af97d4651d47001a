// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <optional>
#include <string>

#include "arrow/result.h"
#include "core/cancel.h"
#include "core/padded_bytes.h"

namespace recurve::transport {

enum class HttpMethod { kGet, kPost, kDelete };

/// One request to the cluster; which of its hosts answers is the transport's choice.
struct HttpRequest {
  HttpMethod method = HttpMethod::kGet;
  /// Path and query, percent-encoded, starting with '/': "/logs/_search?size=10".
  std::string target;
  /// JSON (sent as application/json) when not empty.
  std::string body;
  /// Time limit for the whole exchange; zero means the transport's own default.
  std::chrono::milliseconds timeout{0};
  /// A guess that saves the response buffer from growing; 0 is fine.
  size_t expected_response_bytes = 0;
  /// How long a stop request lets the exchange go on: one that opens something on the
  /// cluster needs its answer, or what it opened cannot be closed.
  std::chrono::milliseconds stop_grace{0};
  /// A larger body is given up with kMemory; zero means the transport's own bound.
  size_t max_response_bytes = 0;
  /// Ask for gzip whatever the transport's own default: for text that shrinks well.
  bool gzip = false;
};

struct HttpResponse {
  int status = 0;
  core::PaddedBytes body;
  std::string content_type;
  /// `X-elastic-product`, empty where the cluster does not send it.
  std::string product;
};

/// One HTTP exchange with one node of one cluster.
///
/// Errors   any status of 400 or more is a Status made by es_error.h (kind, HTTP status,
///          ES error type, retryable, Retry-After); a refused or broken connection, a
///          truncated body, and a timeout are kUnavailable and retryable; a stop request
///          is kCancelled and closes the connection, which makes the cluster cancel the
///          search. Nothing is retried here.
/// Threads  safe to call from any number of threads; each call blocks its caller.
class HttpTransport {
 public:
  virtual ~HttpTransport() = default;

  virtual arrow::Result<HttpResponse> Send(const HttpRequest& request,
                                           const core::CancelToken& cancel) = 0;
};

}  // namespace recurve::transport
