// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <exception>
#include <memory>
#include <mutex>
#include <string>
#include <utility>

#include "arrow/flight/sql/server.h"
#include "core/error_detail.h"
#include "core/log.h"
#include "query/metadata.h"
#include "query/statement_runner.h"
#include "service/call_authenticator.h"
#include "service/call_watcher.h"
#include "service/flight_error.h"
#include "service/idle_map.h"
#include "service/statement_ticket.h"

namespace recurve::service {

struct SqlServerOptions {
  std::chrono::milliseconds session_idle;
  std::chrono::milliseconds prepared_idle;
  std::string version;
};

/// A client's session, kept from its first change on.
struct SessionState {
  std::mutex mutex;
  engine::Session session;
};

/// A prepared statement. It belongs to no session, so that clients without one can use
/// it; names in it mean what they meant in the session that prepared it.
struct PreparedStatement {
  std::string sql;
  engine::Session session;
  std::mutex mutex;  // guards the rest
  engine::Description description;
  std::chrono::steady_clock::time_point described;
  std::shared_ptr<arrow::RecordBatch> parameters;  // null: none bound
};

/// The Flight SQL calls. Statements are in sql_server_statements.cc, prepared ones in
/// sql_server_prepared.cc, browsing in sql_server_metadata.cc, sessions and refusals in
/// sql_server_session.cc.
class SqlServer : public arrow::flight::sql::FlightSqlServerBase {
 public:
  template <typename T>
  using Result = arrow::Result<T>;
  using Status = arrow::Status;
  using Context = arrow::flight::ServerCallContext;
  using Descriptor = arrow::flight::FlightDescriptor;
  using InfoPtr = std::unique_ptr<arrow::flight::FlightInfo>;
  using StreamPtr = std::unique_ptr<arrow::flight::FlightDataStream>;
  using SchemaPtr = std::unique_ptr<arrow::flight::SchemaResult>;

  SqlServer(SqlServerOptions options, std::shared_ptr<query::StatementRunner> runner,
            std::shared_ptr<query::Metadata> metadata, std::shared_ptr<core::Log> log);

  // Statements.
  Result<InfoPtr> GetFlightInfoStatement(
      const Context& context, const arrow::flight::sql::StatementQuery& command,
      const Descriptor& descriptor) override;
  Result<SchemaPtr> GetSchemaStatement(const Context& context,
                                       const arrow::flight::sql::StatementQuery& command,
                                       const Descriptor& descriptor) override;
  Result<StreamPtr> DoGetStatement(
      const Context& context,
      const arrow::flight::sql::StatementQueryTicket& command) override;
  Result<int64_t> DoPutCommandStatementUpdate(
      const Context& context,
      const arrow::flight::sql::StatementUpdate& command) override;

  // Prepared statements.
  Result<arrow::flight::sql::ActionCreatePreparedStatementResult> CreatePreparedStatement(
      const Context& context,
      const arrow::flight::sql::ActionCreatePreparedStatementRequest& request) override;
  Status ClosePreparedStatement(
      const Context& context,
      const arrow::flight::sql::ActionClosePreparedStatementRequest& request) override;
  Result<InfoPtr> GetFlightInfoPreparedStatement(
      const Context& context, const arrow::flight::sql::PreparedStatementQuery& command,
      const Descriptor& descriptor) override;
  Result<SchemaPtr> GetSchemaPreparedStatement(
      const Context& context, const arrow::flight::sql::PreparedStatementQuery& command,
      const Descriptor& descriptor) override;
  Status DoPutPreparedStatementQuery(
      const Context& context, const arrow::flight::sql::PreparedStatementQuery& command,
      arrow::flight::FlightMessageReader* reader,
      arrow::flight::FlightMetadataWriter* writer) override;
  Result<int64_t> DoPutPreparedStatementUpdate(
      const Context& context, const arrow::flight::sql::PreparedStatementUpdate& command,
      arrow::flight::FlightMessageReader* reader) override;

  // Browsing.
  Result<InfoPtr> GetFlightInfoCatalogs(const Context& context,
                                        const Descriptor& descriptor) override;
  Result<StreamPtr> DoGetCatalogs(const Context& context) override;
  Result<InfoPtr> GetFlightInfoSchemas(const Context& context,
                                       const arrow::flight::sql::GetDbSchemas& command,
                                       const Descriptor& descriptor) override;
  Result<StreamPtr> DoGetDbSchemas(
      const Context& context, const arrow::flight::sql::GetDbSchemas& command) override;
  Result<InfoPtr> GetFlightInfoTables(const Context& context,
                                      const arrow::flight::sql::GetTables& command,
                                      const Descriptor& descriptor) override;
  Result<StreamPtr> DoGetTables(const Context& context,
                                const arrow::flight::sql::GetTables& command) override;
  Result<InfoPtr> GetFlightInfoTableTypes(const Context& context,
                                          const Descriptor& descriptor) override;
  Result<StreamPtr> DoGetTableTypes(const Context& context) override;
  Result<InfoPtr> GetFlightInfoXdbcTypeInfo(
      const Context& context, const arrow::flight::sql::GetXdbcTypeInfo& command,
      const Descriptor& descriptor) override;
  Result<StreamPtr> DoGetXdbcTypeInfo(
      const Context& context,
      const arrow::flight::sql::GetXdbcTypeInfo& command) override;
  Result<InfoPtr> GetFlightInfoPrimaryKeys(
      const Context& context, const arrow::flight::sql::GetPrimaryKeys& command,
      const Descriptor& descriptor) override;
  Result<StreamPtr> DoGetPrimaryKeys(
      const Context& context, const arrow::flight::sql::GetPrimaryKeys& command) override;
  Result<InfoPtr> GetFlightInfoExportedKeys(
      const Context& context, const arrow::flight::sql::GetExportedKeys& command,
      const Descriptor& descriptor) override;
  Result<StreamPtr> DoGetExportedKeys(
      const Context& context,
      const arrow::flight::sql::GetExportedKeys& command) override;
  Result<InfoPtr> GetFlightInfoImportedKeys(
      const Context& context, const arrow::flight::sql::GetImportedKeys& command,
      const Descriptor& descriptor) override;
  Result<StreamPtr> DoGetImportedKeys(
      const Context& context,
      const arrow::flight::sql::GetImportedKeys& command) override;
  Result<InfoPtr> GetFlightInfoCrossReference(
      const Context& context, const arrow::flight::sql::GetCrossReference& command,
      const Descriptor& descriptor) override;
  Result<StreamPtr> DoGetCrossReference(
      const Context& context,
      const arrow::flight::sql::GetCrossReference& command) override;

  // Sessions, and what a server that only reads refuses.
  Result<arrow::flight::SetSessionOptionsResult> SetSessionOptions(
      const Context& context,
      const arrow::flight::SetSessionOptionsRequest& request) override;
  Result<arrow::flight::GetSessionOptionsResult> GetSessionOptions(
      const Context& context,
      const arrow::flight::GetSessionOptionsRequest& request) override;
  Result<arrow::flight::CloseSessionResult> CloseSession(
      const Context& context, const arrow::flight::CloseSessionRequest& request) override;
  Result<int64_t> DoPutCommandStatementIngest(
      const Context& context, const arrow::flight::sql::StatementIngest& command,
      arrow::flight::FlightMessageReader* reader) override;
  Result<arrow::flight::sql::ActionBeginTransactionResult> BeginTransaction(
      const Context& context,
      const arrow::flight::sql::ActionBeginTransactionRequest& request) override;

 private:
  static const Status& StatusOf(const Status& status) { return status; }
  template <typename T>
  static const Status& StatusOf(const Result<T>& result) {
    return result.status();
  }

  // Every call runs in here: the last barrier for exceptions, and the only place where an
  // error of a call is logged and turned into Flight's words.
  template <typename Call>
  auto Guard(const Context& context, Call&& call) -> decltype(call()) {
    const std::string& request_id = IdentityOf(context).request_id();
    try {
      auto result = call();
      if (StatusOf(result).ok()) return result;
      return LogAndConvert(StatusOf(result), request_id, *log_);
    } catch (const std::exception& error) {
      return LogAndConvert(core::MakeError(core::ErrorKind::kInternal, error.what()),
                           request_id, *log_);
    }
  }

  static Status RefuseTransaction(const std::string& transaction_id);

  // The caller's session as it is now.
  engine::Session SessionOf(const Context& context);
  // The caller's session to change; made if it has none yet.
  Result<std::shared_ptr<SessionState>> OpenSession(const Context& context);
  // Run USE, SET or RESET for its effect.
  Status ApplyToSession(const Context& context, const std::string& sql,
                        const core::CancelToken& cancel);

  // One endpoint, no location, the schema, no number of rows.
  static Result<InfoPtr> InfoOf(StatementTicket ticket,
                                const std::shared_ptr<arrow::Schema>& schema,
                                const Descriptor& descriptor);
  static Result<InfoPtr> InfoOfCommand(const std::shared_ptr<arrow::Schema>& schema,
                                       const Descriptor& descriptor);
  StreamPtr StreamOf(const Context& context, std::unique_ptr<CallWatcher::Watch> watch,
                     std::shared_ptr<arrow::RecordBatchReader> rows, std::string kind,
                     std::string sql);
  // A call whose answer is one batch.
  template <typename MakeBatch>
  Result<StreamPtr> Answer(const Context& context, const char* kind, MakeBatch&& make) {
    return Guard(context, [&]() -> Result<StreamPtr> {
      ARROW_ASSIGN_OR_RAISE(auto batch, make());
      ARROW_ASSIGN_OR_RAISE(auto rows,
                            arrow::RecordBatchReader::Make({batch}, batch->schema()));
      return StreamOf(context, std::make_unique<CallWatcher::Watch>(watcher_, context),
                      std::move(rows), kind, "");
    });
  }

  Result<std::shared_ptr<PreparedStatement>> FindPrepared(const std::string& handle);
  // The description, asked again if it is not fresh. REQUIRES: prepared.mutex is held.
  Status Refresh(PreparedStatement& prepared, const core::CancelToken& cancel);
  // The schema of the rows with the parameters that are bound. REQUIRES: the same.
  Result<std::shared_ptr<arrow::Schema>> BoundSchema(const PreparedStatement& prepared,
                                                     const core::CancelToken& cancel);

  const SqlServerOptions options_;
  const std::shared_ptr<query::StatementRunner> runner_;
  const std::shared_ptr<query::Metadata> metadata_;
  const std::shared_ptr<core::Log> log_;
  CallWatcher watcher_;
  IdleMap<SessionState> sessions_;
  IdleMap<PreparedStatement> prepared_;
};

}  // namespace recurve::service
