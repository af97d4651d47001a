// SPDX-License-Identifier: Apache-2.0
#include <curl/curl.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstring>
#include <new>
#include <optional>
#include <utility>

#include "core/error_detail.h"
#include "fmt/format.h"
#include "transport/curl_connection_internal.h"

namespace recurve::transport {

namespace {

using core::ErrorDetail;
using core::ErrorKind;

// The largest that libcurl takes (CURL_MAX_READ_SIZE): fewer reads and callbacks per
// page.
constexpr long kReceiveBufferBytes = 512 * 1024;

// What Drive returns beside CURLcode.
constexpr int kStopped = -1;

arrow::Status Unavailable(std::string message, bool retryable = true) {
  ErrorDetail detail(ErrorKind::kUnavailable);
  detail.retryable = retryable;
  return core::MakeError(std::move(detail), std::move(message));
}

curl_slist* Append(curl_slist* list, const char* line) {
  curl_slist* longer = curl_slist_append(list, line);
  if (longer == nullptr) {
    curl_slist_free_all(list);
    throw std::bad_alloc();
  }
  return longer;
}

const char* NameOf(HttpMethod method) {
  switch (method) {
    case HttpMethod::kGet:
      return "GET";
    case HttpMethod::kPost:
      return "POST";
    case HttpMethod::kDelete:
      return "DELETE";
  }
  return "GET";
}

bool IsCertificateTrouble(int code) {
  constexpr std::array kCodes = {CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CERTPROBLEM,
                                 CURLE_SSL_CACERT_BADFILE, CURLE_SSL_CIPHER,
                                 CURLE_SSL_ISSUER_ERROR};
  return std::ranges::find(kCodes, code) != kCodes.end();
}

/// False: no byte of the request was sent, so another host may be asked.
bool WasConnected(CURL* easy, int code) {
  if (code == CURLE_COULDNT_CONNECT || code == CURLE_COULDNT_RESOLVE_HOST) return false;
  if (code != CURLE_OPERATION_TIMEDOUT && code != CURLE_SSL_CONNECT_ERROR) return true;
  curl_off_t micros_until_request = 0;
  curl_easy_getinfo(easy, CURLINFO_PRETRANSFER_TIME_T, &micros_until_request);
  return micros_until_request > 0;
}

std::string HeaderOf(CURL* easy, const char* name) {
  curl_header* header = nullptr;
  if (curl_easy_header(easy, name, 0, CURLH_HEADER, -1, &header) != CURLHE_OK) return {};
  return header->value;
}

// libcurl takes a connection that closes inside the headers for the end of a body without
// a length, so only these two headers prove that an answer is whole
// (CurlTransport.TakesATruncatedBodyForABrokenConnection). All clusters send one of them.
bool HasProvableEnd(CURL* easy) {
  return !HeaderOf(easy, "Content-Length").empty() ||
         !HeaderOf(easy, "Transfer-Encoding").empty();
}

}  // namespace

arrow::Result<std::shared_ptr<const HeaderLists>> HeaderLists::Make(
    const std::string& authorization) {
  if (authorization.find_first_of("\r\n") != std::string::npos) {
    return core::MakeError(ErrorKind::kInternal, "a credential contains a line break");
  }
  std::shared_ptr<HeaderLists> lists(new HeaderLists);
  // "Expect:" keeps large bodies from waiting for a 100; "Content-Type:" keeps libcurl
  // from calling an empty POST a form, which the cluster refuses with 406.
  curl_slist* with_body = Append(nullptr, "Content-Type: application/json");
  with_body = Append(with_body, "Expect:");
  curl_slist* without_body = Append(nullptr, "Content-Type:");
  if (!authorization.empty()) {
    const std::string line = "Authorization: " + authorization;
    with_body = Append(with_body, line.c_str());
    without_body = Append(without_body, line.c_str());
  }
  lists->with_body_ = with_body;
  lists->without_body_ = without_body;
  return lists;
}

HeaderLists::~HeaderLists() {
  curl_slist_free_all(static_cast<curl_slist*>(with_body_));
  curl_slist_free_all(static_cast<curl_slist*>(without_body_));
}

/// Where the response goes, and why it stopped if it did not fit.
struct CurlConnection::Body {
  core::PaddedBytes bytes;
  CURL* easy;
  size_t expected_bytes;
  size_t max_bytes;
  bool too_large = false;
};

CurlConnection::CurlConnection(const TransportOptions& options)
    : gzip_(options.gzip),
      request_timeout_(options.request_timeout),
      max_response_bytes_(options.max_response_bytes),
      error_text_(CURL_ERROR_SIZE, '\0') {}

CurlConnection::~CurlConnection() {
  curl_easy_cleanup(easy_);
  curl_multi_cleanup(multi_);
}

arrow::Result<std::unique_ptr<CurlConnection>> CurlConnection::Make(
    const TransportOptions& options, std::shared_ptr<const HeaderLists> headers) {
  std::unique_ptr<CurlConnection> connection(new CurlConnection(options));
  connection->headers_ = std::move(headers);
  connection->easy_ = curl_easy_init();
  connection->multi_ = curl_multi_init();
  if (connection->easy_ == nullptr || connection->multi_ == nullptr) {
    return core::MakeError(ErrorKind::kMemory, "libcurl could not make a connection");
  }
  connection->Configure(options);
  return connection;
}

void CurlConnection::Configure(const TransportOptions& options) {
  CURL* easy = easy_;
  curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
  curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "http,https");
  curl_easy_setopt(easy, CURLOPT_HTTP_VERSION, long{CURL_HTTP_VERSION_1_1});
  curl_easy_setopt(easy, CURLOPT_PROXY, "");
  curl_easy_setopt(easy, CURLOPT_PATH_AS_IS, 1L);
  curl_easy_setopt(easy, CURLOPT_TCP_NODELAY, 1L);
  curl_easy_setopt(easy, CURLOPT_TCP_KEEPALIVE, 1L);
  curl_easy_setopt(easy, CURLOPT_BUFFERSIZE, kReceiveBufferBytes);
  // A name lookup that hangs must not hold back a cancelled statement.
  curl_easy_setopt(easy, CURLOPT_QUICK_EXIT, 1L);
  curl_easy_setopt(easy, CURLOPT_CONNECTTIMEOUT_MS,
                   static_cast<long>(options.connect_timeout.count()));
  curl_easy_setopt(easy, CURLOPT_USERAGENT, options.user_agent.c_str());
  curl_easy_setopt(easy, CURLOPT_ERRORBUFFER, error_text_.data());
  curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, &CurlConnection::AppendToBody);

  const TlsOptions& tls = options.tls;
  curl_easy_setopt(easy, CURLOPT_SSL_VERIFYPEER, tls.verify ? 1L : 0L);
  curl_easy_setopt(easy, CURLOPT_SSL_VERIFYHOST, tls.verify ? 2L : 0L);
  if (!tls.ca_file.empty()) {
    curl_easy_setopt(easy, CURLOPT_CAINFO, tls.ca_file.c_str());
  }
  if (!tls.client_certificate_file.empty()) {
    curl_easy_setopt(easy, CURLOPT_SSLCERT, tls.client_certificate_file.c_str());
  }
  if (!tls.client_key_file.empty()) {
    curl_easy_setopt(easy, CURLOPT_SSLKEY, tls.client_key_file.c_str());
  }
}

size_t CurlConnection::AppendToBody(char* bytes, size_t size, size_t num_bytes,
                                    void* target) noexcept {
  Body& body = *static_cast<Body*>(target);
  const size_t added = size * num_bytes;
  if (added > body.max_bytes - body.bytes.size()) {
    body.too_large = true;
    return 0;
  }
  try {
    if (body.bytes.empty()) {
      curl_off_t announced = -1;
      curl_easy_getinfo(body.easy, CURLINFO_CONTENT_LENGTH_DOWNLOAD_T, &announced);
      const size_t wanted =
          announced > 0 ? static_cast<size_t>(announced) : body.expected_bytes;
      body.bytes.Reserve(std::clamp(wanted, added, body.max_bytes));
    }
    body.bytes.Append(bytes, added);
  } catch (const std::bad_alloc&) {
    body.too_large = true;
    return 0;
  }
  return added;
}

void CurlConnection::Prepare(const std::string& url, const HttpRequest& request,
                             Body& body) {
  CURL* easy = easy_;
  const bool has_body = !request.body.empty();
  const auto timeout = request.timeout.count() > 0 ? request.timeout : request_timeout_;
  curl_easy_setopt(easy, CURLOPT_URL, url.c_str());
  curl_easy_setopt(easy, CURLOPT_TIMEOUT_MS, static_cast<long>(timeout.count()));
  curl_easy_setopt(easy, CURLOPT_ACCEPT_ENCODING,
                   gzip_ || request.gzip ? "gzip" : nullptr);
  curl_easy_setopt(easy, CURLOPT_HTTPGET, 1L);
  if (has_body || request.method == HttpMethod::kPost) {
    curl_easy_setopt(easy, CURLOPT_POSTFIELDS, request.body.c_str());
    curl_easy_setopt(easy, CURLOPT_POSTFIELDSIZE_LARGE,
                     static_cast<curl_off_t>(request.body.size()));
  }
  curl_easy_setopt(easy, CURLOPT_CUSTOMREQUEST, NameOf(request.method));
  curl_easy_setopt(easy, CURLOPT_HTTPHEADER,
                   static_cast<curl_slist*>(has_body ? headers_->with_body()
                                                     : headers_->without_body()));
  curl_easy_setopt(easy, CURLOPT_WRITEDATA, &body);
  error_text_[0] = '\0';
}

int CurlConnection::Drive(const core::CancelToken& cancel,
                          std::chrono::milliseconds stop_grace) {
  if (curl_multi_add_handle(multi_, easy_) != CURLM_OK) return CURLE_FAILED_INIT;
  int code = CURLE_OK;
  {
    // Polling is long because the stop request wakes it; libcurl shortens it for its
    // timers.
    constexpr std::chrono::milliseconds kPoll{1000};
    std::optional<std::chrono::steady_clock::time_point> give_up_at;
    const std::stop_callback wake(cancel, [this] { curl_multi_wakeup(multi_); });
    int num_running = 1;
    if (cancel.stop_requested()) code = kStopped;  // nothing was sent: no grace
    while (code == CURLE_OK) {
      auto poll = kPoll;
      if (cancel.stop_requested()) {
        const auto now = std::chrono::steady_clock::now();
        if (!give_up_at) give_up_at = now + stop_grace;
        if (now >= *give_up_at) {
          code = kStopped;
          break;
        }
        poll = std::min(poll,
                        std::chrono::ceil<std::chrono::milliseconds>(*give_up_at - now));
      }
      if (curl_multi_perform(multi_, &num_running) != CURLM_OK) {
        code = CURLE_FAILED_INIT;
        break;
      }
      if (num_running == 0) break;
      if (curl_multi_poll(multi_, nullptr, 0, static_cast<int>(poll.count()), nullptr) !=
          CURLM_OK) {
        code = CURLE_FAILED_INIT;
        break;
      }
    }
  }
  if (code == CURLE_OK) {
    int num_left = 0;
    while (const CURLMsg* message = curl_multi_info_read(multi_, &num_left)) {
      if (message->msg == CURLMSG_DONE) code = message->data.result;
    }
  }
  curl_multi_remove_handle(multi_, easy_);
  return code;
}

arrow::Status CurlConnection::StatusOf(int code, bool connected, const Body& body) const {
  if (code == CURLE_OK) return arrow::Status::OK();
  if (code == kStopped) {
    return core::MakeError(ErrorKind::kCancelled, "the request was stopped");
  }
  if (body.too_large) {
    return core::MakeError(
        ErrorKind::kMemory,
        fmt::format("a response is larger than {} bytes; a larger one needs "
                    "transport.max_response_bytes",
                    body.max_bytes));
  }
  const char* text = error_text_[0] != '\0'
                         ? error_text_.c_str()
                         : curl_easy_strerror(static_cast<CURLcode>(code));
  if (IsCertificateTrouble(code)) {
    return Unavailable(
        fmt::format("no trusted connection to the cluster: {} (cluster.ca_file says whom "
                    "to trust; cluster.verify = false trusts anybody)",
                    text),
        /*retryable=*/false);
  }
  if (!connected)
    return Unavailable(fmt::format("no connection to the cluster: {}", text));
  if (code == CURLE_OPERATION_TIMEDOUT) {
    return Unavailable(fmt::format("the cluster did not answer in time: {}", text));
  }
  return Unavailable(fmt::format("the connection to the cluster broke: {}", text));
}

Outcome CurlConnection::Exchange(const std::string& url, const HttpRequest& request,
                                 const core::CancelToken& cancel) {
  Body body{.bytes = {},
            .easy = easy_,
            .expected_bytes = request.expected_response_bytes,
            .max_bytes = request.max_response_bytes > 0
                             ? std::min(request.max_response_bytes, max_response_bytes_)
                             : max_response_bytes_};
  Prepare(url, request, body);
  const int code = Drive(cancel, request.stop_grace);

  Outcome outcome;
  outcome.connected = WasConnected(easy_, code);
  outcome.status = StatusOf(code, outcome.connected, body);
  if (!outcome.status.ok()) return outcome;

  long http_status = 0;
  curl_easy_getinfo(easy_, CURLINFO_RESPONSE_CODE, &http_status);
  if (http_status < 300 && !HasProvableEnd(easy_)) {
    outcome.status = Unavailable(
        "the connection to the cluster broke: neither Content-Length nor chunks in the "
        "answer");
    return outcome;
  }
  outcome.response.status = static_cast<int>(http_status);
  outcome.response.content_type = HeaderOf(easy_, "Content-Type");
  outcome.response.product = HeaderOf(easy_, "X-elastic-product");
  outcome.response.body = std::move(body.bytes);
  curl_off_t seconds = 0;
  curl_easy_getinfo(easy_, CURLINFO_RETRY_AFTER, &seconds);
  // A longer wait than an hour is as good as none, and must not overflow.
  if (seconds > 0) {
    outcome.retry_after = std::chrono::seconds(std::min<curl_off_t>(seconds, 3600));
  }
  return outcome;
}

}  // namespace recurve::transport
