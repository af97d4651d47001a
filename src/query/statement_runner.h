// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <string_view>

#include "arrow/record_batch.h"
#include "arrow/result.h"
#include "core/cancel.h"
#include "engine/database.h"

namespace recurve::query {

struct Limits {
  int max_running_statements = 64;
  std::chrono::seconds statement_timeout{0};  ///< zero: none
};

/// One statement from text to stream: the only conductor of the rooms below.
///
/// Adds to engine::Database: the limit on running statements (kUnavailable, retryable,
/// names the setting), the statement timeout (kDeadline), a second planning when a pushed
/// predicate's proof fails on the snapshot before a row is released, and the count of
/// running statements. Threads  as engine::Database.
class StatementRunner {
 public:
  virtual ~StatementRunner() = default;

  static std::shared_ptr<StatementRunner> Make(std::shared_ptr<engine::Database> database,
                                               Limits limits);

  virtual arrow::Result<engine::Description> Describe(
      std::string_view sql, const engine::Session& session,
      const core::CancelToken& cancel) = 0;

  virtual arrow::Result<std::shared_ptr<arrow::RecordBatchReader>> Run(
      std::string_view sql, std::shared_ptr<arrow::RecordBatch> parameters,
      engine::Session& session, core::CancelToken cancel) = 0;

  /// How many statements are between their start and their end.
  virtual int num_running() const = 0;
};

}  // namespace recurve::query
