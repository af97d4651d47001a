// SPDX-License-Identifier: Apache-2.0
#include <vector>

#include "arrow/buffer.h"
#include "arrow/type.h"
#include "arrow/util/align_util.h"
#include "arrow/util/byte_size.h"
#include "service/random_key.h"
#include "service/sql_server_internal.h"

namespace recurve::service {

namespace flight = arrow::flight;
namespace sql = arrow::flight::sql;

namespace {

// A description is used again without asking for this long: clients prepare, plan and
// fetch in one go.
constexpr std::chrono::seconds kFreshFor{2};

// The message DoPutPreparedStatementResult: field 1, the handle, as bytes.
// Source  FlightSql.proto. JDBC takes the handle from it whenever a result is there.
std::string WriteBindResult(const std::string& handle) {
  std::string bytes("\x0A");
  bytes += static_cast<char>(handle.size());  // a one-byte varint: handles are short
  return bytes + handle;
}

// For runs that have to give the columns of the description.
engine::Session DescribedSession(const PreparedStatement& prepared) {
  engine::Session session = prepared.session;
  session.tables = prepared.description.tables;
  return session;
}

bool SameTypes(const arrow::Schema& declared, const arrow::Schema& given) {
  for (int i = 0; i < declared.num_fields(); ++i) {
    if (!declared.field(i)->type()->Equals(given.field(i)->type())) return false;
  }
  return true;
}

// All rows that the client binds, as one batch; null: it binds no column.
arrow::Result<std::shared_ptr<arrow::RecordBatch>> ReadParameters(
    flight::FlightMessageReader& reader) {
  ARROW_ASSIGN_OR_RAISE(const auto schema, reader.GetSchema());
  if (schema->num_fields() == 0) return std::shared_ptr<arrow::RecordBatch>();
  std::vector<std::shared_ptr<arrow::RecordBatch>> batches;
  int64_t num_bytes = 0;
  while (true) {
    ARROW_ASSIGN_OR_RAISE(flight::FlightStreamChunk chunk, reader.Next());
    if (!chunk.data) break;
    // In a message the values of a column begin anywhere.
    ARROW_ASSIGN_OR_RAISE(
        auto batch,
        arrow::util::EnsureAlignment(std::move(chunk.data), arrow::util::kValueAlignment,
                                     arrow::default_memory_pool()));
    // What clients send is checked before anybody follows its offsets.
    if (const auto valid = batch->ValidateFull(); !valid.ok()) {
      return core::MakeError(core::ErrorKind::kInvalidSql, valid.message());
    }
    num_bytes += arrow::util::TotalBufferSize(*batch);
    if (num_bytes > 4 * StatementTicket::kMaxParameterBytes) {
      return core::MakeError(core::ErrorKind::kUnsupported,
                             "the bound parameters are too large");
    }
    batches.push_back(std::move(batch));
  }
  if (batches.empty()) return arrow::RecordBatch::MakeEmpty(schema);
  if (batches.size() == 1) return batches.front();
  return arrow::ConcatenateRecordBatches(batches);
}

}  // namespace

SqlServer::Result<sql::ActionCreatePreparedStatementResult>
SqlServer::CreatePreparedStatement(
    const Context& context, const sql::ActionCreatePreparedStatementRequest& request) {
  return Guard(context, [&]() -> Result<sql::ActionCreatePreparedStatementResult> {
    ARROW_RETURN_NOT_OK(RefuseTransaction(request.transaction_id));
    const CallWatcher::Watch watch(watcher_, context);
    auto prepared = std::make_shared<PreparedStatement>();
    prepared->sql = request.query;
    prepared->session = SessionOf(context);
    const std::lock_guard lock(prepared->mutex);
    ARROW_RETURN_NOT_OK(Refresh(*prepared, watch.token()));

    sql::ActionCreatePreparedStatementResult result;
    // Clients take a statement without a schema for an update (JDBC has no other sign).
    if (prepared->description.kind != engine::StatementKind::kSession) {
      result.dataset_schema = prepared->description.schema;
    }
    result.parameter_schema = prepared->description.parameters;
    if (!result.parameter_schema) {
      result.parameter_schema = arrow::schema(arrow::FieldVector{});
    }
    result.prepared_statement_handle = MakeRandomKey();
    if (!prepared_.Put(result.prepared_statement_handle, prepared)) {
      return core::MakeError(core::ErrorKind::kUnavailable,
                             "too many prepared statements are open");
    }
    return result;
  });
}

SqlServer::Status SqlServer::ClosePreparedStatement(
    const Context&, const sql::ActionClosePreparedStatementRequest& request) {
  // An unknown handle is no error: it may have been forgotten before.
  prepared_.Remove(request.prepared_statement_handle);
  return Status::OK();
}

SqlServer::Result<SqlServer::InfoPtr> SqlServer::GetFlightInfoPreparedStatement(
    const Context& context, const sql::PreparedStatementQuery& command,
    const Descriptor& descriptor) {
  return Guard(context, [&]() -> Result<InfoPtr> {
    const CallWatcher::Watch watch(watcher_, context);
    ARROW_ASSIGN_OR_RAISE(const auto prepared,
                          FindPrepared(command.prepared_statement_handle));
    const std::lock_guard lock(prepared->mutex);
    ARROW_RETURN_NOT_OK(Refresh(*prepared, watch.token()));
    if (prepared->description.kind == engine::StatementKind::kSession) {
      ARROW_RETURN_NOT_OK(ApplyToSession(context, prepared->sql, watch.token()));
    }
    ARROW_ASSIGN_OR_RAISE(const auto schema, BoundSchema(*prepared, watch.token()));
    return InfoOf({prepared->sql, DescribedSession(*prepared), prepared->parameters, 0},
                  schema, descriptor);
  });
}

SqlServer::Result<SqlServer::SchemaPtr> SqlServer::GetSchemaPreparedStatement(
    const Context& context, const sql::PreparedStatementQuery& command,
    const Descriptor&) {
  return Guard(context, [&]() -> Result<SchemaPtr> {
    const CallWatcher::Watch watch(watcher_, context);
    ARROW_ASSIGN_OR_RAISE(const auto prepared,
                          FindPrepared(command.prepared_statement_handle));
    const std::lock_guard lock(prepared->mutex);
    ARROW_RETURN_NOT_OK(Refresh(*prepared, watch.token()));
    ARROW_ASSIGN_OR_RAISE(const auto schema, BoundSchema(*prepared, watch.token()));
    return flight::SchemaResult::Make(*schema);
  });
}

SqlServer::Status SqlServer::DoPutPreparedStatementQuery(
    const Context& context, const sql::PreparedStatementQuery& command,
    flight::FlightMessageReader* reader, flight::FlightMetadataWriter* writer) {
  return Guard(context, [&]() -> Status {
    ARROW_ASSIGN_OR_RAISE(const auto prepared,
                          FindPrepared(command.prepared_statement_handle));
    ARROW_ASSIGN_OR_RAISE(auto parameters, ReadParameters(*reader));
    {
      const std::lock_guard lock(prepared->mutex);
      const auto& declared = prepared->description.parameters;
      const int num_declared = declared ? declared->num_fields() : 0;
      const int num_given = parameters ? parameters->num_columns() : 0;
      if (num_given != num_declared) {
        return core::MakeError(core::ErrorKind::kInvalidSql,
                               "the statement has " + std::to_string(num_declared) +
                                   " parameters, bound were " +
                                   std::to_string(num_given));
      }
      prepared->parameters = std::move(parameters);
    }
    return writer->WriteMetadata(
        *arrow::Buffer::FromString(WriteBindResult(command.prepared_statement_handle)));
  });
}

SqlServer::Result<int64_t> SqlServer::DoPutPreparedStatementUpdate(
    const Context& context, const sql::PreparedStatementUpdate& command,
    flight::FlightMessageReader*) {
  return Guard(context, [&]() -> Result<int64_t> {
    const CallWatcher::Watch watch(watcher_, context);
    ARROW_ASSIGN_OR_RAISE(const auto prepared,
                          FindPrepared(command.prepared_statement_handle));
    const std::lock_guard lock(prepared->mutex);
    if (prepared->description.kind != engine::StatementKind::kSession) {
      return core::MakeError(core::ErrorKind::kUnsupported,
                             "a query was sent as an update; this server only reads");
    }
    ARROW_RETURN_NOT_OK(ApplyToSession(context, prepared->sql, watch.token()));
    return 0;
  });
}

SqlServer::Result<std::shared_ptr<PreparedStatement>> SqlServer::FindPrepared(
    const std::string& handle) {
  auto prepared = prepared_.Get(handle);
  if (prepared) return prepared;
  return core::MakeError(
      core::ErrorKind::kNotFound,
      "no such prepared statement: it was closed, or idle for longer than "
      "server.prepared_idle, or prepared at another server");
}

SqlServer::Status SqlServer::Refresh(PreparedStatement& prepared,
                                     const core::CancelToken& cancel) {
  const auto now = std::chrono::steady_clock::now();
  if (prepared.description.schema && now - prepared.described < kFreshFor) {
    return Status::OK();
  }
  ARROW_ASSIGN_OR_RAISE(prepared.description,
                        runner_->Describe(prepared.sql, prepared.session, cancel));
  prepared.described = now;
  return Status::OK();
}

SqlServer::Result<std::shared_ptr<arrow::Schema>> SqlServer::BoundSchema(
    const PreparedStatement& prepared, const core::CancelToken& cancel) {
  const auto& parameters = prepared.parameters;
  const bool as_declared =
      !parameters || parameters->num_rows() == 0 ||
      SameTypes(*prepared.description.parameters, *parameters->schema());
  if (as_declared) return prepared.description.schema;
  // The engine types a statement by the values it gets, so only a run that is dropped at
  // once can tell the columns for values of other types than declared.
  engine::Session session = DescribedSession(prepared);
  ARROW_ASSIGN_OR_RAISE(
      const auto rows,
      runner_->Run(prepared.sql, parameters->Slice(0, 1), session, cancel));
  return rows->schema();
}

}  // namespace recurve::service
