// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "arrow/result.h"
#include "core/config.h"
#include "engine/database.h"
#include "query/metadata.h"
#include "query/statement_runner.h"
#include "service/flight_service.h"

namespace recurve::app {

/// A directory that statements spill to; removed at the end if it was made for this
/// process.
class TempDirectory {
 public:
  /// `path` empty: a new one under the system's.
  static arrow::Result<std::unique_ptr<TempDirectory>> Make(std::string path);
  ~TempDirectory();
  TempDirectory(const TempDirectory&) = delete;
  TempDirectory& operator=(const TempDirectory&) = delete;

  const std::string& path() const { return path_; }

 private:
  TempDirectory(std::string path, bool is_ours)
      : path_(std::move(path)), is_ours_(is_ours) {}

  const std::string path_;
  const bool is_ours_;
};

/// The rooms of one process, built from its settings. No network is touched.
struct House {
  std::unique_ptr<TempDirectory> temp;  // first: it goes after those who spill there
  std::vector<engine::Cluster> clusters;
  std::shared_ptr<query::StatementRunner> runner;
  std::shared_ptr<query::Metadata> metadata;
};

arrow::Result<std::vector<engine::Cluster>> MakeClusters(const core::Config& config);

arrow::Result<House> MakeHouse(const core::Config& config);

/// Reads the certificate and key files.
arrow::Result<service::ServiceOptions> MakeServiceOptions(const core::Config& config);

}  // namespace recurve::app
