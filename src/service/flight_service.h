// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>

#include "arrow/result.h"
#include "core/log.h"
#include "query/metadata.h"
#include "query/statement_runner.h"

namespace recurve::service {

struct ServiceOptions {
  std::string host = "0.0.0.0";
  int port = 32010;  ///< 0: a free one
  /// PEM texts of the port's certificate chain and key; empty: plain text.
  std::string tls_certificate;
  std::string tls_key;
  /// What clients must show; all empty: nothing.
  std::string user;
  std::string password;
  std::string token;
  std::chrono::milliseconds session_idle{std::chrono::minutes(30)};
  std::chrono::milliseconds prepared_idle{std::chrono::hours(1)};
  int64_t max_metadata_bytes = 64 * 1024;
  std::string version;  ///< ours, for SqlInfo
};

/// The Flight SQL server: SQL in, record batches out.
///
/// Asks no cluster before a client does. GetFlightInfo plans and reads no row; a ticket
/// carries everything that DoGet needs. A call whose client has gone is cancelled within
/// 100 ms. No message passes 3 MiB unless one row does. Errors are those of
/// docs/errors.md. Threads  one per open call, made by gRPC; all methods are safe to call
/// from any thread.
class FlightService {
 public:
  virtual ~FlightService() = default;

  /// Open the port; calls are answered when this returns.
  static arrow::Result<std::unique_ptr<FlightService>> Start(
      ServiceOptions options, std::shared_ptr<query::StatementRunner> runner,
      std::shared_ptr<query::Metadata> metadata, std::shared_ptr<core::Log> log);

  virtual int port() const = 0;

  /// Take no more calls, let the open ones go on for `grace`, then cancel them; returns
  /// when all have ended.
  virtual arrow::Status Stop(std::chrono::milliseconds grace) = 0;
};

}  // namespace recurve::service
