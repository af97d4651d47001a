// SPDX-License-Identifier: Apache-2.0
#include "transport/http_test_server.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <optional>

#include "fmt/format.h"

namespace recurve::transport {

namespace {

/// Bind a loopback socket to a free port; returns the socket and the port.
std::pair<int, int> BindLoopback() {
  const int socket_fd = ::socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t length = sizeof(address);
  auto* generic = reinterpret_cast<sockaddr*>(&address);
  if (::bind(socket_fd, generic, length) != 0) std::abort();
  ::getsockname(socket_fd, generic, &length);
  return {socket_fd, ntohs(address.sin_port)};
}

size_t BodyLength(const std::string& head) {
  const size_t at = head.find("Content-Length: ");
  return at == std::string::npos ? 0 : std::strtoul(head.c_str() + at + 16, nullptr, 10);
}

/// The next request of a connection, or nothing when the client has gone. `rest` keeps
/// what was read too much.
std::optional<std::string> ReadRequest(int connection, std::string& rest) {
  std::array<char, 4096> chunk;
  while (true) {
    const size_t head_end = rest.find("\r\n\r\n");
    if (head_end != std::string::npos) {
      const size_t total = head_end + 4 + BodyLength(rest.substr(0, head_end));
      if (rest.size() >= total) {
        std::string request = rest.substr(0, total);
        rest.erase(0, total);
        return request;
      }
    }
    const ssize_t num_read = ::recv(connection, chunk.data(), chunk.size(), 0);
    if (num_read <= 0) return std::nullopt;
    rest.append(chunk.data(), static_cast<size_t>(num_read));
  }
}

void SendAll(int connection, const std::string& bytes) {
  size_t sent = 0;
  while (sent < bytes.size()) {
    const ssize_t num_sent =
        ::send(connection, bytes.data() + sent, bytes.size() - sent, MSG_NOSIGNAL);
    if (num_sent <= 0) return;
    sent += static_cast<size_t>(num_sent);
  }
}

}  // namespace

HttpTestServer::HttpTestServer(Script script) : script_(std::move(script)) {
  std::tie(listener_, port_) = BindLoopback();
  ::listen(listener_, 16);
  acceptor_ = std::thread([this] {
    while (true) {
      const int connection = ::accept(listener_, nullptr, nullptr);
      if (connection < 0) return;
      ++num_connections_;
      {
        const std::lock_guard lock(mutex_);
        connections_.push_back(connection);
      }
      threads_.emplace_back([this, connection] { Serve(connection); });
    }
  });
}

HttpTestServer::~HttpTestServer() {
  ::shutdown(listener_, SHUT_RDWR);
  acceptor_.join();
  {
    const std::lock_guard lock(mutex_);
    for (const int connection : connections_) ::shutdown(connection, SHUT_RDWR);
  }
  for (std::thread& thread : threads_) thread.join();
  for (const int connection : connections_) ::close(connection);
  ::close(listener_);
}

void HttpTestServer::Serve(int connection) {
  std::string rest;
  while (auto request = ReadRequest(connection, rest)) {
    {
      const std::lock_guard lock(mutex_);
      requests_.push_back(*request);
    }
    const ScriptedReply reply = script_(*request);
    SendAll(connection, reply.bytes);
    if (reply.then == ScriptedReply::Then::kKeepOpen) continue;
    if (reply.then == ScriptedReply::Then::kWaitForClient) {
      char byte = 0;
      if (::recv(connection, &byte, 1, 0) <= 0) ++num_clients_gone_;
    }
    break;
  }
  ::shutdown(connection, SHUT_RDWR);
}

std::string HttpTestServer::url(const std::string& host) const {
  return fmt::format("http://{}:{}", host, port_);
}

std::vector<std::string> HttpTestServer::requests() const {
  const std::lock_guard lock(mutex_);
  return requests_;
}

int HttpTestServer::UnusedPort() {
  const auto [socket_fd, port] = BindLoopback();
  ::close(socket_fd);
  return port;
}

std::string OkReply(const std::string& body, const std::string& headers) {
  return fmt::format(
      "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n{}Content-Length: "
      "{}\r\n\r\n{}",
      headers, body.size(), body);
}

}  // namespace recurve::transport
