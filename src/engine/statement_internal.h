// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>

#include "arrow/result.h"
#include "engine/database.h"
#include "engine/duckdb_internal.h"
#include "engine/instance_internal.h"
#include "engine/statement_context_internal.h"

namespace recurve::engine {

/// One DuckDB connection with all that one statement needs: the session's search path,
/// the client's wish to stop, and the way for errors to come out as ours.
///
/// The client's stop request interrupts the connection and stops every scan; so does the
/// destructor, before the connection goes.
class Statement {
 public:
  static arrow::Result<std::unique_ptr<Statement>> Make(
      std::shared_ptr<Instance> instance, const DatabaseOptions& options,
      const Session& session, core::CancelToken cancel);
  ~Statement();

  duckdb::Connection& connection() { return *connection_; }
  duckdb::ClientContext& client() { return *connection_->context; }
  StatementContext& context() { return *context_; }

  /// Do something with DuckDB; exceptions become our errors.
  arrow::Status Guard(const std::function<void()>& work);
  /// The same in a transaction, as binding and optimizing need it.
  arrow::Status InTransaction(const std::function<void()>& work);
  /// Our error for one of DuckDB's; a client that wanted to stop gets kCancelled.
  arrow::Status Translate(const duckdb::ErrorData& error);
  /// kCancelled if the client wants to stop.
  arrow::Status CheckCancelled() const;

 private:
  struct Interrupt {
    duckdb::Connection* connection;
    void operator()() const noexcept { connection->Interrupt(); }
  };

  Statement(std::shared_ptr<Instance> instance, const Session& session,
            core::CancelToken cancel);

  const std::shared_ptr<Instance> instance_;
  const core::CancelToken client_;
  const duckdb::shared_ptr<StatementContext> context_;  // outlives the connection
  std::unique_ptr<duckdb::Connection> connection_;
  std::optional<std::stop_callback<Interrupt>> interrupt_;
};

}  // namespace recurve::engine
