// SPDX-License-Identifier: Apache-2.0
#include "transport/curl_transport.h"

#include <curl/curl.h>

#include <algorithm>
#include <csignal>
#include <mutex>
#include <utility>

#include "arrow/util/base64.h"
#include "core/error_detail.h"
#include "fmt/format.h"
#include "transport/curl_connection_internal.h"
#include "transport/es_error.h"
#include "transport/host_ring_internal.h"

namespace recurve::transport {

namespace {

using core::ErrorKind;

void StartLibcurlOnce() {
  static std::once_flag once;
  std::call_once(once, [] {
    curl_global_init(CURL_GLOBAL_DEFAULT);
    if (std::signal(SIGPIPE, SIG_IGN) == SIG_ERR) return;
  });
}

arrow::Status BadOption(std::string message) {
  return core::MakeError(ErrorKind::kInternal, std::move(message));
}

struct AuthorizationOf {
  std::string operator()(const NoAuthentication&) const { return {}; }
  std::string operator()(const BasicAuthentication& basic) const {
    return "Basic " + arrow::util::base64_encode(basic.user + ":" + basic.password);
  }
  std::string operator()(const ApiKeyAuthentication& api_key) const {
    // Base64 has no colon, so one can only be the border between id and key.
    const bool encoded = api_key.key.find(':') == std::string::npos;
    return "ApiKey " + (encoded ? api_key.key : arrow::util::base64_encode(api_key.key));
  }
  std::string operator()(const BearerAuthentication& bearer) const {
    return "Bearer " + bearer.token;
  }
};

struct UrlParts {
  std::unique_ptr<CURLU, decltype(&curl_url_cleanup)> url{curl_url(), &curl_url_cleanup};

  std::string Get(CURLUPart part) const {
    char* text = nullptr;
    if (curl_url_get(url.get(), part, &text, 0) != CURLUE_OK) return {};
    std::string result(text);
    curl_free(text);
    return result;
  }
};

/// Scheme, host, port and path prefix of a host, without a slash at the end.
arrow::Result<std::string> BaseUrl(const std::string& text) {
  UrlParts parts;
  if (curl_url_set(parts.url.get(), CURLUPART_URL, text.c_str(), 0) != CURLUE_OK) {
    return BadOption(fmt::format("not a URL with http:// or https://: {}", text));
  }
  const std::string scheme = parts.Get(CURLUPART_SCHEME);
  if (scheme != "http" && scheme != "https") {
    return BadOption(fmt::format("not a URL with http:// or https://: {}", text));
  }
  // The URL is not shown: it holds a secret.
  if (!parts.Get(CURLUPART_USER).empty() || !parts.Get(CURLUPART_PASSWORD).empty()) {
    return BadOption(
        "user and password belong into the authentication, not into the URL");
  }
  if (!parts.Get(CURLUPART_QUERY).empty() || !parts.Get(CURLUPART_FRAGMENT).empty()) {
    return BadOption(fmt::format("the URL of a host has no query and no #: {}", text));
  }
  const std::string port = parts.Get(CURLUPART_PORT);
  std::string base =
      fmt::format("{}://{}{}{}{}", scheme, parts.Get(CURLUPART_HOST),
                  port.empty() ? "" : ":", port, parts.Get(CURLUPART_PATH));
  while (base.ends_with('/')) base.pop_back();
  return base;
}

bool IsSafeTarget(const std::string& target) {
  return target.starts_with('/') && std::ranges::all_of(target, [](char letter) {
           return letter > 0x20 && letter < 0x7F && letter != '#';
         });
}

class PooledTransport : public HttpTransport {
 public:
  PooledTransport(TransportOptions options, std::vector<std::string> base_urls,
                  std::shared_ptr<const HeaderLists> headers)
      : options_(std::move(options)),
        base_urls_(std::move(base_urls)),
        headers_(std::move(headers)),
        ring_(base_urls_.size(), options_.put_aside),
        idle_(base_urls_.size()) {}

  arrow::Result<HttpResponse> Send(const HttpRequest& request,
                                   const core::CancelToken& cancel) override {
    if (!IsSafeTarget(request.target)) {
      return core::MakeError(
          ErrorKind::kInternal,
          fmt::format("a request target is not percent-encoded: {}", request.target));
    }
    size_t host = ring_.Pick(HostRing::Clock::now());
    ARROW_ASSIGN_OR_RAISE(Outcome outcome, ExchangeWith(host, request, cancel));
    if (!outcome.connected && base_urls_.size() > 1 && !cancel.stop_requested()) {
      ring_.PutAside(host, HostRing::Clock::now());
      host = ring_.Pick(HostRing::Clock::now(), host);
      ARROW_ASSIGN_OR_RAISE(outcome, ExchangeWith(host, request, cancel));
    }
    if (!outcome.connected && !cancel.stop_requested()) {
      ring_.PutAside(host, HostRing::Clock::now());
    }
    ARROW_RETURN_NOT_OK(outcome.status);
    const HttpResponse& response = outcome.response;
    if (response.status < 200 || response.status >= 300) {
      return EsError(response.status, response.body.view(), outcome.retry_after);
    }
    return std::move(outcome.response);
  }

 private:
  arrow::Result<Outcome> ExchangeWith(size_t host, const HttpRequest& request,
                                      const core::CancelToken& cancel) {
    ARROW_ASSIGN_OR_RAISE(auto connection, Borrow(host));
    Outcome outcome =
        connection->Exchange(base_urls_[host] + request.target, request, cancel);
    if (outcome.status.ok()) GiveBack(host, std::move(connection));
    return outcome;
  }

  arrow::Result<std::unique_ptr<CurlConnection>> Borrow(size_t host) {
    {
      const std::lock_guard lock(mutex_);
      auto& stack = idle_[host];
      if (!stack.empty()) {
        auto connection = std::move(stack.back());
        stack.pop_back();
        return connection;
      }
    }
    return CurlConnection::Make(options_, headers_);
  }

  void GiveBack(size_t host, std::unique_ptr<CurlConnection> connection) {
    const std::lock_guard lock(mutex_);
    auto& stack = idle_[host];
    if (stack.size() < options_.max_idle_connections) {
      stack.push_back(std::move(connection));
    }
  }

  const TransportOptions options_;
  const std::vector<std::string> base_urls_;
  const std::shared_ptr<const HeaderLists> headers_;
  HostRing ring_;
  std::mutex mutex_;
  // Per host, most recently used last; guarded by mutex_.
  std::vector<std::vector<std::unique_ptr<CurlConnection>>> idle_;
};

}  // namespace

arrow::Result<std::shared_ptr<HttpTransport>> CurlTransport::Make(
    TransportOptions options) {
  StartLibcurlOnce();
  if (options.urls.empty()) return BadOption("a cluster needs at least one URL");
  std::vector<std::string> base_urls;
  for (const std::string& url : options.urls) {
    ARROW_ASSIGN_OR_RAISE(base_urls.emplace_back(), BaseUrl(url));
  }
  ARROW_ASSIGN_OR_RAISE(auto headers, HeaderLists::Make(std::visit(
                                          AuthorizationOf{}, options.authentication)));
  return std::make_shared<PooledTransport>(std::move(options), std::move(base_urls),
                                           std::move(headers));
}

}  // namespace recurve::transport
