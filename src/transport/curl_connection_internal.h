// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>

#include "arrow/result.h"
#include "core/cancel.h"
#include "transport/curl_transport.h"
#include "transport/http_transport.h"

namespace recurve::transport {

/// Header lines of a request, ready for libcurl; shared by all connections of a
/// transport.
class HeaderLists {
 public:
  /// `authorization`: value of that header, empty for none.
  static arrow::Result<std::shared_ptr<const HeaderLists>> Make(
      const std::string& authorization);
  ~HeaderLists();
  HeaderLists(const HeaderLists&) = delete;
  HeaderLists& operator=(const HeaderLists&) = delete;

  void* with_body() const { return with_body_; }        ///< curl_slist*
  void* without_body() const { return without_body_; }  ///< curl_slist*

 private:
  HeaderLists() = default;
  void* with_body_ = nullptr;
  void* without_body_ = nullptr;
};

/// How one exchange ended.
struct Outcome {
  /// Of the exchange; an answer with an error status is OK here.
  arrow::Status status;
  /// False: no byte of the request left this process.
  bool connected = true;
  HttpResponse response;
  std::optional<std::chrono::milliseconds> retry_after;
};

/// One keep-alive connection to one host. Not thread safe: borrowed by one caller at a
/// time.
class CurlConnection {
 public:
  static arrow::Result<std::unique_ptr<CurlConnection>> Make(
      const TransportOptions& options, std::shared_ptr<const HeaderLists> headers);
  ~CurlConnection();
  CurlConnection(const CurlConnection&) = delete;
  CurlConnection& operator=(const CurlConnection&) = delete;

  /// Send a request to `url` and read the whole answer on the caller's thread. After a
  /// status that is not OK the connection must be dropped.
  Outcome Exchange(const std::string& url, const HttpRequest& request,
                   const core::CancelToken& cancel);

 private:
  struct Body;
  explicit CurlConnection(const TransportOptions& options);
  void Configure(const TransportOptions& options);
  void Prepare(const std::string& url, const HttpRequest& request, Body& body);
  int Drive(const core::CancelToken& cancel, std::chrono::milliseconds stop_grace);
  arrow::Status StatusOf(int code, bool connected, const Body& body) const;
  static size_t AppendToBody(char* bytes, size_t size, size_t num_bytes,
                             void* body) noexcept;

  const bool gzip_;
  const std::chrono::milliseconds request_timeout_;
  const size_t max_response_bytes_;
  std::shared_ptr<const HeaderLists> headers_;
  void* easy_ = nullptr;    // CURL*
  void* multi_ = nullptr;   // CURLM*
  std::string error_text_;  // libcurl's error buffer
};

}  // namespace recurve::transport
