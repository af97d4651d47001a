// SPDX-License-Identifier: Apache-2.0
#include "engine/database.h"

#include <optional>
#include <utility>

#include "arrow/builder.h"
#include "core/error_detail.h"
#include "engine/arrow_types_internal.h"
#include "engine/duckdb_error_internal.h"
#include "engine/duckdb_road_internal.h"
#include "engine/explain_internal.h"
#include "engine/instance_internal.h"
#include "engine/query_plan_internal.h"
#include "engine/statement_internal.h"
#include "engine/statement_text_internal.h"
#include "engine/straight_road_internal.h"

namespace recurve::engine {

namespace {

std::shared_ptr<arrow::Schema> SessionSchema() {
  return arrow::schema({arrow::field("ok", arrow::boolean())});
}

arrow::Result<std::shared_ptr<arrow::RecordBatch>> SessionRow() {
  arrow::BooleanBuilder builder;
  ARROW_RETURN_NOT_OK(builder.Append(true));
  std::shared_ptr<arrow::Array> column;
  ARROW_RETURN_NOT_OK(builder.Finish(&column));
  return arrow::RecordBatch::Make(SessionSchema(), 1, {column});
}

arrow::Result<std::shared_ptr<arrow::RecordBatchReader>> OneBatch(
    const std::shared_ptr<arrow::RecordBatch>& batch) {
  return arrow::RecordBatchReader::Make({batch}, batch->schema());
}

arrow::Result<std::shared_ptr<arrow::Schema>> ParameterSchema(
    Statement& statement, const std::vector<Parameter>& parameters) {
  duckdb::vector<duckdb::LogicalType> types;
  duckdb::vector<duckdb::string> names;
  for (const Parameter& parameter : parameters) {
    types.push_back(parameter.type);
    names.push_back(parameter.identifier);
  }
  std::shared_ptr<arrow::Schema> schema;
  ARROW_RETURN_NOT_OK(statement.InTransaction(
      [&] { schema = WireSchema(statement.client(), types, names); }));
  return schema;
}

/// The last barrier for exceptions: what DuckDB throws outside of a guarded call.
template <typename Work>
auto Contained(const Work& work) -> decltype(work()) {
  try {
    return work();
  } catch (const std::exception& exception) {
    return FromDuckDB(duckdb::ErrorData(exception));
  }
}

class DuckDBDatabase : public Database {
 public:
  explicit DuckDBDatabase(std::unique_ptr<InstanceSlot> slot) : slot_(std::move(slot)) {}

  arrow::Result<Description> Describe(std::string_view sql, const Session& session,
                                      const core::CancelToken& cancel) override {
    return Contained([&] { return DescribeText(sql, session, cancel); });
  }

  arrow::Result<std::shared_ptr<arrow::RecordBatchReader>> Run(
      std::string_view sql, std::shared_ptr<arrow::RecordBatch> parameters,
      Session& session, core::CancelToken cancel) override {
    return Contained([&] { return RunText(sql, parameters.get(), session, cancel); });
  }

 private:
  arrow::Result<Description> DescribeText(std::string_view sql, const Session& session,
                                          const core::CancelToken& cancel) {
    ARROW_ASSIGN_OR_RAISE(auto statement, Begin(session, cancel));
    ARROW_ASSIGN_OR_RAISE(const StatementText text, ParseStatement(*statement, sql));
    Description description;
    description.kind = text.kind;
    description.parameters = arrow::schema({});
    if (text.kind == StatementKind::kSession) {
      description.schema = SessionSchema();
      return description;
    }
    ARROW_ASSIGN_OR_RAISE(const BoundQuery query, BindQuery(*statement, *text.parsed));
    description.schema =
        text.kind == StatementKind::kExplain ? ExplainSchema() : query.schema;
    ARROW_ASSIGN_OR_RAISE(description.parameters,
                          ParameterSchema(*statement, query.parameters));
    description.tables = statement->context().Tables();
    return description;
  }

  arrow::Result<std::shared_ptr<arrow::RecordBatchReader>> RunText(
      std::string_view sql, const arrow::RecordBatch* parameters, Session& session,
      const core::CancelToken& cancel) {
    ARROW_ASSIGN_OR_RAISE(auto statement, Begin(session, cancel));
    ARROW_ASSIGN_OR_RAISE(const StatementText text, ParseStatement(*statement, sql));
    if (text.kind == StatementKind::kSession) {
      ARROW_RETURN_NOT_OK(ChangeSession(*text.parsed, slot_->options(), session));
      ARROW_ASSIGN_OR_RAISE(const auto row, SessionRow());
      return OneBatch(row);
    }
    return RunQuery(std::move(statement), text, parameters, session);
  }

  arrow::Result<std::unique_ptr<Statement>> Begin(const Session& session,
                                                  core::CancelToken cancel) {
    ARROW_ASSIGN_OR_RAISE(auto instance, slot_->Get());
    return Statement::Make(std::move(instance), slot_->options(), session,
                           std::move(cancel));
  }

  arrow::Result<std::shared_ptr<arrow::RecordBatchReader>> RunQuery(
      std::unique_ptr<Statement> statement, const StatementText& text,
      const arrow::RecordBatch* parameters, const Session& session) {
    // Only a statement with parameters is bound before it has values: that gives their
    // types.
    BoundQuery described;
    if (!text.parsed->named_param_map.empty()) {
      ARROW_ASSIGN_OR_RAISE(described, BindQuery(*statement, *text.parsed));
    }
    ARROW_ASSIGN_OR_RAISE(ParameterValues values,
                          BindParameters(*statement, described.parameters, parameters));
    ARROW_ASSIGN_OR_RAISE(QueryPlan plan, PlanQuery(*statement, *text.parsed, values));
    if (described.schema && !plan.schema->Equals(described.schema)) {
      return core::MakeError(core::ErrorKind::kInvalidSql,
                             "with these parameter values the result has other types "
                             "than described; use casts in the statement");
    }
    if (text.kind == StatementKind::kExplain && !text.analyze) {
      ARROW_ASSIGN_OR_RAISE(const auto rows, Explain(*statement, plan, session));
      return OneBatch(rows);
    }
    std::optional<StraightRoad> road;
    if (session.straight_road && !text.analyze) {
      road = FindStraightRoad(plan, session.pushdown);
    }
    auto schema = std::move(plan.schema);
    plan = {};  // it must not outlive the connection
    if (road) {
      return OpenStraightRoad(std::move(statement), std::move(*road), std::move(schema));
    }
    return OpenDuckDBRoad(std::move(statement), *text.parsed, std::move(values),
                          std::move(schema));
  }

  const std::unique_ptr<InstanceSlot> slot_;
};

}  // namespace

arrow::Result<std::shared_ptr<Database>> Database::Make(DatabaseOptions options) {
  ARROW_ASSIGN_OR_RAISE(auto slot, InstanceSlot::Make(std::move(options)));
  return std::make_shared<DuckDBDatabase>(std::move(slot));
}

}  // namespace recurve::engine
