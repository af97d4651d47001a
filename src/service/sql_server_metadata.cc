// SPDX-License-Identifier: Apache-2.0
#include "service/metadata_rows.h"
#include "service/sql_server_internal.h"
#include "service/type_names.h"

namespace recurve::service {

namespace flight = arrow::flight;
namespace sql = arrow::flight::sql;
using sql::SqlSchema;

SqlServer::Result<SqlServer::InfoPtr> SqlServer::InfoOfCommand(
    const std::shared_ptr<arrow::Schema>& schema, const Descriptor& descriptor) {
  flight::FlightEndpoint endpoint;
  endpoint.ticket.ticket = descriptor.cmd;  // the command says it all
  ARROW_ASSIGN_OR_RAISE(auto info,
                        flight::FlightInfo::Make(schema, descriptor, {endpoint}, -1, -1));
  return std::make_unique<flight::FlightInfo>(std::move(info));
}

SqlServer::Result<SqlServer::InfoPtr> SqlServer::GetFlightInfoCatalogs(
    const Context&, const Descriptor& descriptor) {
  return InfoOfCommand(SqlSchema::GetCatalogsSchema(), descriptor);
}

SqlServer::Result<SqlServer::StreamPtr> SqlServer::DoGetCatalogs(const Context& context) {
  return Answer(context, "catalogs", [&] { return MakeCatalogRows(*metadata_); });
}

SqlServer::Result<SqlServer::InfoPtr> SqlServer::GetFlightInfoSchemas(
    const Context&, const sql::GetDbSchemas&, const Descriptor& descriptor) {
  return InfoOfCommand(SqlSchema::GetDbSchemasSchema(), descriptor);
}

SqlServer::Result<SqlServer::StreamPtr> SqlServer::DoGetDbSchemas(
    const Context& context, const sql::GetDbSchemas& command) {
  return Answer(context, "schemas", [&] { return MakeSchemaRows(*metadata_, command); });
}

SqlServer::Result<SqlServer::InfoPtr> SqlServer::GetFlightInfoTables(
    const Context&, const sql::GetTables& command, const Descriptor& descriptor) {
  return InfoOfCommand(command.include_schema
                           ? SqlSchema::GetTablesSchemaWithIncludedSchema()
                           : SqlSchema::GetTablesSchema(),
                       descriptor);
}

SqlServer::Result<SqlServer::StreamPtr> SqlServer::DoGetTables(
    const Context& context, const sql::GetTables& command) {
  return Guard(context, [&]() -> Result<StreamPtr> {
    auto watch = std::make_unique<CallWatcher::Watch>(watcher_, context);
    ARROW_ASSIGN_OR_RAISE(auto rows, MakeTableRows(metadata_, command, watch->token()));
    return StreamOf(context, std::move(watch), std::move(rows), "tables", "");
  });
}

SqlServer::Result<SqlServer::InfoPtr> SqlServer::GetFlightInfoTableTypes(
    const Context&, const Descriptor& descriptor) {
  return InfoOfCommand(SqlSchema::GetTableTypesSchema(), descriptor);
}

SqlServer::Result<SqlServer::StreamPtr> SqlServer::DoGetTableTypes(
    const Context& context) {
  return Answer(context, "table types", [] { return MakeTableTypeRows(); });
}

SqlServer::Result<SqlServer::InfoPtr> SqlServer::GetFlightInfoXdbcTypeInfo(
    const Context&, const sql::GetXdbcTypeInfo&, const Descriptor& descriptor) {
  return InfoOfCommand(SqlSchema::GetXdbcTypeInfoSchema(), descriptor);
}

SqlServer::Result<SqlServer::StreamPtr> SqlServer::DoGetXdbcTypeInfo(
    const Context& context, const sql::GetXdbcTypeInfo& command) {
  return Answer(context, "types", [&] { return MakeXdbcTypeInfo(command.data_type); });
}

// Elasticsearch has no keys; tools ask and need an empty answer.

SqlServer::Result<SqlServer::InfoPtr> SqlServer::GetFlightInfoPrimaryKeys(
    const Context&, const sql::GetPrimaryKeys&, const Descriptor& descriptor) {
  return InfoOfCommand(SqlSchema::GetPrimaryKeysSchema(), descriptor);
}

SqlServer::Result<SqlServer::StreamPtr> SqlServer::DoGetPrimaryKeys(
    const Context& context, const sql::GetPrimaryKeys&) {
  return Answer(context, "keys", [] {
    return arrow::RecordBatch::MakeEmpty(SqlSchema::GetPrimaryKeysSchema());
  });
}

SqlServer::Result<SqlServer::InfoPtr> SqlServer::GetFlightInfoExportedKeys(
    const Context&, const sql::GetExportedKeys&, const Descriptor& descriptor) {
  return InfoOfCommand(SqlSchema::GetExportedKeysSchema(), descriptor);
}

SqlServer::Result<SqlServer::StreamPtr> SqlServer::DoGetExportedKeys(
    const Context& context, const sql::GetExportedKeys&) {
  return Answer(context, "keys", [] {
    return arrow::RecordBatch::MakeEmpty(SqlSchema::GetExportedKeysSchema());
  });
}

SqlServer::Result<SqlServer::InfoPtr> SqlServer::GetFlightInfoImportedKeys(
    const Context&, const sql::GetImportedKeys&, const Descriptor& descriptor) {
  return InfoOfCommand(SqlSchema::GetImportedKeysSchema(), descriptor);
}

SqlServer::Result<SqlServer::StreamPtr> SqlServer::DoGetImportedKeys(
    const Context& context, const sql::GetImportedKeys&) {
  return Answer(context, "keys", [] {
    return arrow::RecordBatch::MakeEmpty(SqlSchema::GetImportedKeysSchema());
  });
}

SqlServer::Result<SqlServer::InfoPtr> SqlServer::GetFlightInfoCrossReference(
    const Context&, const sql::GetCrossReference&, const Descriptor& descriptor) {
  return InfoOfCommand(SqlSchema::GetCrossReferenceSchema(), descriptor);
}

SqlServer::Result<SqlServer::StreamPtr> SqlServer::DoGetCrossReference(
    const Context& context, const sql::GetCrossReference&) {
  return Answer(context, "keys", [] {
    return arrow::RecordBatch::MakeEmpty(SqlSchema::GetCrossReferenceSchema());
  });
}

}  // namespace recurve::service
