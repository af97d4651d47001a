// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <string_view>

#include "arrow/flight/server.h"
#include "arrow/flight/server_middleware.h"
#include "core/log.h"

namespace recurve::service {

/// What clients must show. With neither a user nor a token everybody is let in.
struct Credentials {
  std::string user;
  std::string password;
  std::string token;

  bool required() const { return !user.empty() || !token.empty(); }
};

/// Who a call is, as its middleware of the name kCallIdentity tells.
class CallIdentity : public arrow::flight::ServerMiddleware {
 public:
  static constexpr const char* kName = "recurve.call";

  CallIdentity(std::string request_id, std::string session_key, std::string new_token)
      : request_id_(std::move(request_id)),
        session_key_(std::move(session_key)),
        new_token_(std::move(new_token)) {}

  /// Names the call in errors and in the log.
  const std::string& request_id() const { return request_id_; }
  /// What the calls of one client's session have in common.
  const std::string& session_key() const { return session_key_; }

  std::string name() const override { return kName; }
  void SendingHeaders(arrow::flight::AddCallHeaders* outgoing) override;
  void CallCompleted(const arrow::Status&) override {}

 private:
  const std::string request_id_;
  const std::string session_key_;
  const std::string new_token_;  // empty: the client has one
};

/// Checks the `authorization` header of every call, and names the call's session.
///
/// Basic (base64 with or without padding) is taken by Handshake and by every other call;
/// Handshake answers it with a Bearer token of its own session. The configured token is
/// taken as a Bearer token and as the password of any user. Where nothing is required, a
/// call without the header gets a fresh token, which ADBC sends back from then on and so
/// keeps its session. A token is checked when a call starts; a stream that runs is never
/// cut for it. Errors  Flight's Unauthenticated.
std::shared_ptr<arrow::flight::ServerMiddlewareFactory> MakeCallAuthenticator(
    Credentials credentials, std::chrono::milliseconds token_idle,
    std::shared_ptr<core::Log> log);

/// The identity of a call.
const CallIdentity& IdentityOf(const arrow::flight::ServerCallContext& context);

}  // namespace recurve::service
