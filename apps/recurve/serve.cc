// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>

#include <csignal>
#include <iostream>
#include <string>

#include "commands.h"
#include "core/log.h"
#include "wiring.h"

namespace recurve::app {

namespace {

sigset_t StopSignals() {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGTERM);
  sigaddset(&signals, SIGINT);
  return signals;
}

}  // namespace

void BlockStopSignals() {
  const sigset_t signals = StopSignals();
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
}

arrow::Status Serve(const core::Config& config) {
  const core::SettingValues& values = config.values;
  const auto log = core::Log::Make(core::LogLevelOf(values.Text("log.level")),
                                   core::LogFormatOf(values.Text("log.format")));
  ARROW_ASSIGN_OR_RAISE(service::ServiceOptions options, MakeServiceOptions(config));
  ARROW_ASSIGN_OR_RAISE(const House house, MakeHouse(config));
  const std::string host = options.host;
  const bool has_tls = !options.tls_certificate.empty();
  ARROW_ASSIGN_OR_RAISE(const auto service,
                        service::FlightService::Start(std::move(options), house.runner,
                                                      house.metadata, log));
  std::cout << "recurve: listening on " << (has_tls ? "grpc+tls" : "grpc") << "://"
            << host << ':' << service->port() << std::endl;

  const sigset_t signals = StopSignals();
  int signal = 0;
  sigwait(&signals, &signal);
  // A second signal ends the process at once.
  pthread_sigmask(SIG_UNBLOCK, &signals, nullptr);
  log->Info("stopping", {{"signal", std::to_string(signal)},
                         {"running", std::to_string(house.runner->num_running())}});
  ARROW_RETURN_NOT_OK(service->Stop(values.Duration("server.stop_grace")));
  log->Info("stopped");
  return arrow::Status::OK();
}

}  // namespace recurve::app
