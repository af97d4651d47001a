// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "arrow/result.h"
#include "core/config.h"
#include "engine/database.h"
#include "query/metadata.h"
#include "query/statement_runner.h"
#include "service/flight_service.h"

namespace recurve::app {

/// The rooms of one process, built from its settings. No network is touched.
struct House {
  std::vector<engine::Cluster> clusters;
  std::shared_ptr<query::StatementRunner> runner;
  std::shared_ptr<query::Metadata> metadata;
};

arrow::Result<std::vector<engine::Cluster>> MakeClusters(const core::Config& config);

arrow::Result<House> MakeHouse(const core::Config& config);

/// Reads the certificate and key files.
arrow::Result<service::ServiceOptions> MakeServiceOptions(const core::Config& config);

}  // namespace recurve::app
