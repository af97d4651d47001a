// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <memory>
#include <string>
#include <vector>

#include "query/metadata.h"
#include "query/statement_runner.h"

namespace recurve::service {

/// Statements without an engine, for tests of the service alone:
///
///   numbers N   N rows of "n" (int64) in batches of 10,000, from the table "numbers"
///   wide N      100 rows of "text" with N bytes each, in one batch
///   echo ?      its parameter, in a column "value" (int64 where nothing is bound)
///   wait        no row before a stop request
///   fail TEXT   kInvalidSql with the text
///   throw       an exception
///   USE name    changes the session
class FakeRunner : public query::StatementRunner {
 public:
  arrow::Result<engine::Description> Describe(std::string_view sql,
                                              const engine::Session& session,
                                              const core::CancelToken& cancel) override;
  arrow::Result<std::shared_ptr<arrow::RecordBatchReader>> Run(
      std::string_view sql, std::shared_ptr<arrow::RecordBatch> parameters,
      engine::Session& session, core::CancelToken cancel) override;
  int num_running() const override { return num_running_; }

  std::atomic<int> num_described = 0;
  std::atomic<int> num_runs = 0;
  std::atomic<bool> knew_tables = false;  ///< the last run had those of the description

 private:
  std::atomic<int> num_running_ = 0;
};

/// Two catalogs, "es" and "eu"; "es" has the tables logs_1, logs_old, logsX1 and the
/// alias all_logs.
class FakeMetadata : public query::Metadata {
 public:
  std::vector<std::string> Catalogs() const override { return {"es", "eu"}; }
  arrow::Result<std::vector<catalog::TableName>> Tables(
      std::string_view catalog, const core::CancelToken& cancel) override;
  arrow::Result<std::shared_ptr<arrow::Schema>> TableSchema(
      std::string_view catalog, std::string_view table,
      const core::CancelToken& cancel) override;

  std::atomic<int> num_schemas_read = 0;
};

}  // namespace recurve::service
