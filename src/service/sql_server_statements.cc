// SPDX-License-Identifier: Apache-2.0
#include "service/parameter_rows.h"
#include "service/sql_info.h"
#include "service/sql_server_internal.h"
#include "service/statement_stream.h"

namespace recurve::service {

namespace flight = arrow::flight;
namespace sql = arrow::flight::sql;

namespace {

// Bounds of what clients make us keep.
constexpr size_t kMaxSessions = 10000;
constexpr size_t kMaxPrepared = 10000;

}  // namespace

SqlServer::SqlServer(SqlServerOptions options,
                     std::shared_ptr<query::StatementRunner> runner,
                     std::shared_ptr<query::Metadata> metadata,
                     std::shared_ptr<core::Log> log)
    : options_(std::move(options)),
      runner_(std::move(runner)),
      metadata_(std::move(metadata)),
      log_(std::move(log)),
      sessions_(options_.session_idle, kMaxSessions),
      prepared_(options_.prepared_idle, kMaxPrepared) {
  for (const auto& [code, value] : MakeSqlInfo(options_.version)) {
    RegisterSqlInfo(code, value);
  }
}

SqlServer::Result<SqlServer::InfoPtr> SqlServer::GetFlightInfoStatement(
    const Context& context, const sql::StatementQuery& command,
    const Descriptor& descriptor) {
  return Guard(context, [&]() -> Result<InfoPtr> {
    ARROW_RETURN_NOT_OK(RefuseTransaction(command.transaction_id));
    const CallWatcher::Watch watch(watcher_, context);
    StatementTicket ticket{command.query, SessionOf(context), nullptr, 0};
    ARROW_ASSIGN_OR_RAISE(
        engine::Description description,
        runner_->Describe(command.query, ticket.session, watch.token()));
    ticket.session.tables = std::move(description.tables);
    // Clients that do not fetch never come back, so the effect must be now; the ticket
    // holds the session as it was, where running the statement again changes nothing.
    if (description.kind == engine::StatementKind::kSession) {
      ARROW_RETURN_NOT_OK(ApplyToSession(context, command.query, watch.token()));
    }
    return InfoOf(std::move(ticket), description.schema, descriptor);
  });
}

SqlServer::Result<SqlServer::SchemaPtr> SqlServer::GetSchemaStatement(
    const Context& context, const sql::StatementQuery& command, const Descriptor&) {
  return Guard(context, [&]() -> Result<SchemaPtr> {
    const CallWatcher::Watch watch(watcher_, context);
    ARROW_ASSIGN_OR_RAISE(
        const engine::Description description,
        runner_->Describe(command.query, SessionOf(context), watch.token()));
    return flight::SchemaResult::Make(*description.schema);
  });
}

SqlServer::Result<SqlServer::StreamPtr> SqlServer::DoGetStatement(
    const Context& context, const sql::StatementQueryTicket& command) {
  return Guard(context, [&]() -> Result<StreamPtr> {
    ARROW_ASSIGN_OR_RAISE(StatementTicket ticket,
                          StatementTicket::Parse(command.statement_handle));
    auto watch = std::make_unique<CallWatcher::Watch>(watcher_, context);
    std::string text = ticket.sql;
    ARROW_ASSIGN_OR_RAISE(auto rows,
                          RunTicket(runner_, std::move(ticket), watch->token()));
    return StreamOf(context, std::move(watch), std::move(rows), "query", std::move(text));
  });
}

SqlServer::Result<int64_t> SqlServer::DoPutCommandStatementUpdate(
    const Context& context, const sql::StatementUpdate& command) {
  return Guard(context, [&]() -> Result<int64_t> {
    ARROW_RETURN_NOT_OK(RefuseTransaction(command.transaction_id));
    const CallWatcher::Watch watch(watcher_, context);
    ARROW_ASSIGN_OR_RAISE(
        const engine::Description description,
        runner_->Describe(command.query, SessionOf(context), watch.token()));
    if (description.kind != engine::StatementKind::kSession) {
      return core::MakeError(core::ErrorKind::kUnsupported,
                             "a query was sent as an update; this server only reads");
    }
    ARROW_RETURN_NOT_OK(ApplyToSession(context, command.query, watch.token()));
    return 0;
  });
}

SqlServer::Result<SqlServer::InfoPtr> SqlServer::InfoOf(
    StatementTicket ticket, const std::shared_ptr<arrow::Schema>& schema,
    const Descriptor& descriptor) {
  ticket.schema_hash = HashOf(*schema);
  ARROW_ASSIGN_OR_RAISE(const std::string handle, ticket.Write());
  flight::FlightEndpoint endpoint;
  ARROW_ASSIGN_OR_RAISE(endpoint.ticket.ticket, sql::CreateStatementQueryTicket(handle));
  ARROW_ASSIGN_OR_RAISE(auto info,
                        flight::FlightInfo::Make(schema, descriptor, {endpoint}, -1, -1));
  return std::make_unique<flight::FlightInfo>(std::move(info));
}

SqlServer::StreamPtr SqlServer::StreamOf(const Context& context,
                                         std::unique_ptr<CallWatcher::Watch> watch,
                                         std::shared_ptr<arrow::RecordBatchReader> rows,
                                         std::string kind, std::string text) {
  return std::make_unique<StatementStream>(
      std::move(watch), std::move(rows),
      StreamFacts{IdentityOf(context).request_id(), std::move(kind), std::move(text)},
      log_);
}

}  // namespace recurve::service
