// SPDX-License-Identifier: Apache-2.0
#include "service/call_authenticator.h"

#include <atomic>
#include <cctype>
#include <cstdlib>
#include <optional>
#include <utility>

#include "core/error_detail.h"
#include "fmt/format.h"
#include "service/flight_error.h"
#include "service/idle_map.h"
#include "service/random_key.h"

namespace recurve::service {

namespace {

constexpr size_t kMaxTokens = 100000;

std::optional<std::string> DecodeBase64(std::string_view text) {
  while (text.ends_with('=')) text.remove_suffix(1);
  std::string bytes;
  unsigned bits = 0;
  int num_bits = 0;
  for (const char c : text) {
    unsigned value = 0;
    if (c >= 'A' && c <= 'Z') {
      value = static_cast<unsigned>(c - 'A');
    } else if (c >= 'a' && c <= 'z') {
      value = static_cast<unsigned>(c - 'a') + 26;
    } else if (c >= '0' && c <= '9') {
      value = static_cast<unsigned>(c - '0') + 52;
    } else if (c == '+' || c == '-') {
      value = 62;
    } else if (c == '/' || c == '_') {
      value = 63;
    } else {
      return std::nullopt;
    }
    bits = (bits << 6U) | value;
    num_bits += 6;
    if (num_bits < 8) continue;
    num_bits -= 8;
    bytes += static_cast<char>((bits >> static_cast<unsigned>(num_bits)) & 0xFFU);
  }
  return bytes;
}

// Takes the same time wherever the texts differ.
bool IsSameSecret(std::string_view given, std::string_view wanted) {
  unsigned difference = given.size() == wanted.size() ? 0U : 1U;
  for (size_t i = 0; i < given.size() && !wanted.empty(); ++i) {
    difference |= static_cast<unsigned char>(given[i]) ^
                  static_cast<unsigned char>(wanted[i % wanted.size()]);
  }
  return difference == 0U && !wanted.empty();
}

// The rest of the header behind the scheme, which is written in any case.
std::optional<std::string_view> AfterScheme(std::string_view header,
                                            std::string_view scheme) {
  if (header.size() <= scheme.size() || header[scheme.size()] != ' ') return std::nullopt;
  for (size_t i = 0; i < scheme.size(); ++i) {
    if (std::tolower(static_cast<unsigned char>(header[i])) != scheme[i])
      return std::nullopt;
  }
  header.remove_prefix(scheme.size() + 1);
  while (header.starts_with(' ')) header.remove_prefix(1);
  return header;
}

class CallAuthenticator : public arrow::flight::ServerMiddlewareFactory {
 public:
  CallAuthenticator(Credentials credentials, std::chrono::milliseconds token_idle,
                    std::shared_ptr<core::Log> log)
      : credentials_(std::move(credentials)),
        log_(std::move(log)),
        process_id_(MakeRandomKey().substr(0, 6)),
        tokens_(token_idle, kMaxTokens) {}

  arrow::Status StartCall(
      const arrow::flight::CallInfo& info,
      const arrow::flight::ServerCallContext& context,
      std::shared_ptr<arrow::flight::ServerMiddleware>* middleware) override {
    const std::string request_id = fmt::format("{}-{}", process_id_, ++num_calls_);
    const bool is_handshake = info.method == arrow::flight::FlightMethod::Handshake;
    const auto found = context.incoming_headers().find("authorization");
    const std::string_view header =
        found == context.incoming_headers().end() ? std::string_view() : found->second;

    std::string session_key;
    std::string new_token;
    if (const auto token = AfterScheme(header, "bearer")) {
      if (!IsKnownToken(*token)) return Refuse("unknown or expired token", request_id);
      session_key = *token;
      if (is_handshake) new_token = session_key;
    } else if (const auto basic = AfterScheme(header, "basic")) {
      if (!IsKnownUser(*basic)) return Refuse("wrong user or password", request_id);
      session_key = header;
      if (is_handshake) session_key = new_token = Issue();
    } else if (!header.empty()) {
      return Refuse("the authorization header is neither Basic nor Bearer", request_id);
    } else if (credentials_.required()) {
      return Refuse("no authorization header", request_id);
    } else {
      session_key = new_token = MakeRandomKey();
    }
    *middleware = std::make_shared<CallIdentity>(request_id, std::move(session_key),
                                                 std::move(new_token));
    return arrow::Status::OK();
  }

 private:
  bool IsKnownToken(std::string_view token) {
    return !credentials_.required() || IsSameSecret(token, credentials_.token) ||
           tokens_.Get(token) != nullptr;
  }

  bool IsKnownUser(std::string_view basic) const {
    if (!credentials_.required()) return true;
    const std::optional<std::string> pair = DecodeBase64(basic);
    const size_t colon = pair ? pair->find(':') : std::string::npos;
    if (colon == std::string::npos) return false;
    const std::string_view user = std::string_view(*pair).substr(0, colon);
    const std::string_view password = std::string_view(*pair).substr(colon + 1);
    const bool is_user = IsSameSecret(user, credentials_.user);
    return (IsSameSecret(password, credentials_.password) && is_user) ||
           IsSameSecret(password, credentials_.token);
  }

  // Where nothing is required any token is good, so none is kept.
  std::string Issue() {
    std::string token = MakeRandomKey();
    if (credentials_.required()) tokens_.Put(token, std::make_shared<bool>(true));
    return token;
  }

  arrow::Status Refuse(std::string why, const std::string& request_id) const {
    log_->Warning("call refused", {{"request", request_id}, {"why", why}});
    return ToFlightStatus(
        core::MakeError(core::ErrorKind::kUnauthenticated, std::move(why)), request_id);
  }

  const Credentials credentials_;
  const std::shared_ptr<core::Log> log_;
  const std::string process_id_;
  IdleMap<bool> tokens_;
  std::atomic<uint64_t> num_calls_ = 0;
};

}  // namespace

void CallIdentity::SendingHeaders(arrow::flight::AddCallHeaders* outgoing) {
  if (!new_token_.empty()) outgoing->AddHeader("authorization", "Bearer " + new_token_);
}

std::shared_ptr<arrow::flight::ServerMiddlewareFactory> MakeCallAuthenticator(
    Credentials credentials, std::chrono::milliseconds token_idle,
    std::shared_ptr<core::Log> log) {
  return std::make_shared<CallAuthenticator>(std::move(credentials), token_idle,
                                             std::move(log));
}

const CallIdentity& IdentityOf(const arrow::flight::ServerCallContext& context) {
  auto* middleware = context.GetMiddleware(CallIdentity::kName);
  if (middleware == nullptr)
    std::abort();  // the server always installs the authenticator
  return *static_cast<const CallIdentity*>(middleware);
}

}  // namespace recurve::service
