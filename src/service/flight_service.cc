// SPDX-License-Identifier: Apache-2.0
#include "service/flight_service.h"

#include <tuple>
#include <utility>

#include "grpcpp/health_check_service_interface.h"
#include "grpcpp/server_builder.h"
#include "service/call_authenticator.h"
#include "service/sql_server_internal.h"

namespace recurve::service {

namespace {

namespace flight = arrow::flight;

// Keeps connections alive through load balancers that drop idle ones (AWS after 350 s,
// Azure after 240 s), and lets clients ping as often as they like.
void TuneBuilder(grpc::ServerBuilder& builder, int64_t max_metadata_bytes) {
  builder.AddChannelArgument(GRPC_ARG_KEEPALIVE_TIME_MS, 30 * 1000);
  builder.AddChannelArgument(GRPC_ARG_KEEPALIVE_TIMEOUT_MS, 10 * 1000);
  builder.AddChannelArgument(GRPC_ARG_KEEPALIVE_PERMIT_WITHOUT_CALLS, 1);
  builder.AddChannelArgument(GRPC_ARG_HTTP2_MIN_RECV_PING_INTERVAL_WITHOUT_DATA_MS,
                             10 * 1000);
  builder.AddChannelArgument(GRPC_ARG_HTTP2_MAX_PING_STRIKES, 0);
  builder.AddChannelArgument(GRPC_ARG_MAX_METADATA_SIZE,
                             static_cast<int>(max_metadata_bytes));
}

class Service : public FlightService {
 public:
  explicit Service(std::unique_ptr<SqlServer> server) : server_(std::move(server)) {}

  ~Service() override {
    // A server that does not end well at the end has nobody to tell.
    std::ignore = Stop(std::chrono::milliseconds(0));
  }

  int port() const override { return server_->port(); }

  arrow::Status Stop(std::chrono::milliseconds grace) override {
    if (stopped_) return arrow::Status::OK();
    stopped_ = true;
    const auto deadline = std::chrono::system_clock::now() + grace;
    return server_->Shutdown(&deadline);
  }

 private:
  const std::unique_ptr<SqlServer> server_;
  bool stopped_ = false;
};

}  // namespace

arrow::Result<std::unique_ptr<FlightService>> FlightService::Start(
    ServiceOptions options, std::shared_ptr<query::StatementRunner> runner,
    std::shared_ptr<query::Metadata> metadata, std::shared_ptr<core::Log> log) {
  const bool has_tls = !options.tls_certificate.empty();
  ARROW_ASSIGN_OR_RAISE(const flight::Location location,
                        has_tls
                            ? flight::Location::ForGrpcTls(options.host, options.port)
                            : flight::Location::ForGrpcTcp(options.host, options.port));
  flight::FlightServerOptions flight_options(location);
  if (has_tls) {
    flight_options.tls_certificates.push_back({options.tls_certificate, options.tls_key});
  }
  // Without a handler Handshake is unimplemented; the credentials are the middleware's
  // task.
  flight_options.auth_handler = std::make_shared<flight::NoOpAuthHandler>();
  flight_options.middleware.emplace_back(
      CallIdentity::kName,
      MakeCallAuthenticator({options.user, options.password, options.token},
                            options.session_idle, log));
  flight_options.builder_hook = [max = options.max_metadata_bytes](void* builder) {
    TuneBuilder(*static_cast<grpc::ServerBuilder*>(builder), max);
  };
  grpc::EnableDefaultHealthCheckService(true);

  auto server = std::make_unique<SqlServer>(
      SqlServerOptions{options.session_idle, options.prepared_idle, options.version},
      std::move(runner), std::move(metadata), std::move(log));
  if (const auto started = server->Init(flight_options); !started.ok()) {
    return arrow::Status::Invalid(
        "cannot listen on ", options.host, ":", options.port, " (",
        has_tls ? "is the port taken, are certificate and key PEM files of one another"
                : "is the port taken, is the address one of this machine",
        "?): ", started.message());
  }
  return std::make_unique<Service>(std::move(server));
}

}  // namespace recurve::service
