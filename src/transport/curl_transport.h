// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "arrow/result.h"
#include "transport/http_transport.h"

namespace recurve::transport {

struct NoAuthentication {};

struct BasicAuthentication {
  std::string user;
  std::string password;
};

struct ApiKeyAuthentication {
  std::string key;  ///< "id:key", or its base64 form as the cluster hands it out
};

struct BearerAuthentication {
  std::string token;
};

using Authentication = std::variant<NoAuthentication, BasicAuthentication,
                                    ApiKeyAuthentication, BearerAuthentication>;

/// TLS is used for hosts whose URL says https. Files are PEM; empty: the system's CAs, no
/// client certificate.
struct TlsOptions {
  std::string ca_file;
  std::string client_certificate_file;
  std::string client_key_file;
  bool verify = true;  ///< false: neither the certificate nor the host name is checked
};

struct TransportOptions {
  /// Hosts of one cluster: "http://10.0.0.1:9200", "https://es.example.com/prefix".
  /// Without a port: 80 and 443. User and password do not belong here.
  std::vector<std::string> urls;
  Authentication authentication;
  TlsOptions tls;
  std::chrono::milliseconds connect_timeout{3000};
  std::chrono::milliseconds request_timeout{120'000};
  /// How long a host that could not be connected to is left out of the round.
  std::chrono::milliseconds put_aside{5000};
  /// Ask for gzip: saves network, costs the cluster CPU time.
  bool gzip = false;
  /// A response body above this is an error (kMemory), not an allocation.
  size_t max_response_bytes = size_t{512} << 20;
  /// Idle keep-alive connections kept per host.
  size_t max_idle_connections = 32;
  std::string user_agent = "recurve/0.1";
};

/// The HTTP/1.1 client over libcurl.
///
/// Hosts    take turns. A host that cannot be connected to (refused, no route, no name,
/// connect timeout)
///          is put aside, and the exchange goes to the next host, once, because nothing
///          was sent. Any later failure is returned.
/// Connections  one exchange at a time on each; kept alive and borrowed most recently
/// used first.
///          When the server has closed an idle connection and that is seen only after the
///          request was written, libcurl sends it once more on a fresh connection;
///          callers whose requests are not repeatable (scroll) must check their row
///          counts.
/// Cancel   a stop request ends the exchange at once and closes its connection.
/// Proxies  of the environment (http_proxy and the like) are not used.
/// Process  the first Make ignores SIGPIPE unless the process handles it: OpenSSL writes
/// without
///          MSG_NOSIGNAL.
class CurlTransport {
 public:
  /// kInternal: a URL, credential or file name that cannot be used (says which). No I/O.
  static arrow::Result<std::shared_ptr<HttpTransport>> Make(TransportOptions options);
};

}  // namespace recurve::transport
