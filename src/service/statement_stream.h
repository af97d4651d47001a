// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <memory>
#include <string>

#include "arrow/flight/server.h"
#include "arrow/record_batch.h"
#include "core/log.h"
#include "service/call_watcher.h"

namespace recurve::service {

/// What the log says about a stream when it ends.
struct StreamFacts {
  std::string request_id;
  std::string kind;  ///< "query", "tables", ...
  std::string sql;   ///< its hash and length are logged, never itself
};

/// A reader as Flight sends it: in messages of at most kMaxMessageBytes, with errors as
/// docs/errors.md says, and one line in the log at its end.
///
/// Flight does not call Close() when the client has gone, so the destructor does the
/// work: it drops the reader, which frees the cluster.
class StatementStream : public arrow::flight::FlightDataStream {
 public:
  StatementStream(std::unique_ptr<CallWatcher::Watch> watch,
                  std::shared_ptr<arrow::RecordBatchReader> rows, StreamFacts facts,
                  std::shared_ptr<core::Log> log);
  ~StatementStream() override;

  std::shared_ptr<arrow::Schema> schema() override;
  arrow::Result<arrow::flight::FlightPayload> GetSchemaPayload() override;
  arrow::Result<arrow::flight::FlightPayload> Next() override;
  arrow::Status Close() override;

 private:
  class Counter;
  arrow::Status Failed(const arrow::Status& status);

  const std::unique_ptr<CallWatcher::Watch>
      watch_;  // outlives the rows, which hold its token
  const StreamFacts facts_;
  const std::shared_ptr<core::Log> log_;
  const std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  std::shared_ptr<Counter> rows_;
  std::unique_ptr<arrow::flight::RecordBatchStream> stream_;
  std::string ended_by_ = "the client";
};

}  // namespace recurve::service
