// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <functional>
#include <list>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace recurve::transport {

/// What the server does with one request.
struct ScriptedReply {
  enum class Then { kKeepOpen, kClose, kWaitForClient };
  std::string bytes;  ///< sent as they are: status line, headers, body
  Then then = Then::kKeepOpen;
};

/// A socket on a free loopback port that answers with scripted bytes; one thread a
/// connection.
///
/// Only what a transport test needs: it never interprets more of a request than the
/// length of its body.
class HttpTestServer {
 public:
  using Script = std::function<ScriptedReply(const std::string& request)>;

  explicit HttpTestServer(Script script);
  ~HttpTestServer();
  HttpTestServer(const HttpTestServer&) = delete;
  HttpTestServer& operator=(const HttpTestServer&) = delete;

  std::string url(const std::string& host = "127.0.0.1") const;
  std::vector<std::string> requests() const;  ///< head and body of each, in order
  int num_connections() const { return num_connections_; }
  /// Connections that the client closed while the server waited for it (kWaitForClient).
  int num_clients_gone() const { return num_clients_gone_; }

  /// A loopback port that nobody listens on.
  static int UnusedPort();

 private:
  void Serve(int connection);

  Script script_;
  int listener_ = -1;
  int port_ = 0;
  std::atomic<int> num_connections_ = 0;
  std::atomic<int> num_clients_gone_ = 0;
  mutable std::mutex mutex_;
  std::vector<std::string> requests_;  // guarded by mutex_
  std::vector<int> connections_;       // guarded by mutex_
  std::list<std::thread> threads_;     // of the accepting thread, then of the destructor
  std::thread acceptor_;
};

/// A 200 with a JSON body and its length.
std::string OkReply(const std::string& body, const std::string& headers = "");

}  // namespace recurve::transport
