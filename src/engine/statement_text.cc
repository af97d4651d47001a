// SPDX-License-Identifier: Apache-2.0
#include <cctype>
#include <cstring>
#include <string>
#include <utility>

#include "core/error_detail.h"
#include "duckdb/parser/expression/constant_expression.hpp"
#include "duckdb/parser/statement/explain_statement.hpp"
#include "duckdb/parser/statement/set_statement.hpp"
#include "engine/statement_text_internal.h"
#include "fmt/format.h"

namespace recurve::engine {

using core::ErrorKind;
using duckdb::StatementType;

namespace {

arrow::Status Unsupported(const duckdb::SQLStatement& parsed) {
  if (parsed.type == StatementType::MULTI_STATEMENT) {
    return core::MakeError(
        ErrorKind::kUnsupported,
        "PIVOT without an IN list takes several statements and is not "
        "supported: name the values with PIVOT ... ON column IN (...)");
  }
  return core::MakeError(
      ErrorKind::kUnsupported,
      fmt::format("{} statements are not supported: this server answers queries only",
                  duckdb::StatementTypeToString(parsed.type)));
}

// The word at `position` if it is a name that begins the list behind FROM, JOIN or a
// comma, and cannot be written without quotes: logs-2024, logs-*.
std::string_view UnquotedTable(std::string_view sql, int64_t position) {
  if (position <= 0 || static_cast<size_t>(position) >= sql.size()) return {};
  const auto is_inside = [&](size_t at) {
    const auto c = static_cast<unsigned char>(sql[at]);
    return std::isalnum(c) != 0 || c > 0x7F || std::strchr("_.-*", c) != nullptr;
  };
  size_t begin = static_cast<size_t>(position);
  while (begin > 0 && is_inside(begin - 1)) --begin;
  size_t end = static_cast<size_t>(position);
  while (end < sql.size() && is_inside(end)) ++end;
  const std::string_view word = sql.substr(begin, end - begin);
  if (word.find('-') == std::string_view::npos || word.front() == '-') return {};
  const std::string before =
      duckdb::StringUtil::Upper(duckdb::string(sql.substr(0, begin)));
  const size_t last = before.find_last_not_of(" \t\r\n");
  if (last == std::string::npos) return {};
  const std::string_view text = std::string_view(before).substr(0, last + 1);
  return text.ends_with("FROM") || text.ends_with("JOIN") || text.ends_with(',')
             ? word
             : std::string_view();
}

arrow::Status WithQuotesProposed(const arrow::Status& status, std::string_view sql) {
  const core::ErrorDetail* detail = core::FindDetail(status);
  if (detail == nullptr || detail->kind != ErrorKind::kInvalidSql) return status;
  const std::string_view word = UnquotedTable(sql, detail->sql_position);
  if (word.empty()) return status;
  return core::MakeError(
      *detail,
      fmt::format("{}; such a name needs double quotes: \"{}\"", status.message(), word));
}

}  // namespace

arrow::Result<StatementText> ParseStatement(Statement& statement, std::string_view sql) {
  duckdb::Parser parser(statement.client().GetParserOptions());
  const arrow::Status parsed =
      statement.Guard([&] { parser.ParseQuery(duckdb::string(sql)); });
  if (!parsed.ok()) return WithQuotesProposed(parsed, sql);
  if (parser.statements.size() != 1) {
    return core::MakeError(
        ErrorKind::kInvalidSql,
        parser.statements.empty()
            ? std::string("the statement is empty")
            : fmt::format("one statement at a time, not {}", parser.statements.size()));
  }
  StatementText text;
  text.parsed = std::move(parser.statements[0]);
  switch (text.parsed->type) {
    case StatementType::SELECT_STATEMENT:
      return text;
    case StatementType::SET_STATEMENT:
      text.kind = StatementKind::kSession;
      return text;
    case StatementType::EXPLAIN_STATEMENT: {
      auto& explain = text.parsed->Cast<duckdb::ExplainStatement>();
      if (explain.stmt->type != StatementType::SELECT_STATEMENT) {
        return Unsupported(*explain.stmt);
      }
      text.kind = StatementKind::kExplain;
      text.analyze = explain.explain_type == duckdb::ExplainType::EXPLAIN_ANALYZE;
      if (text.analyze) return text;
      auto query = std::move(explain.stmt);
      query->named_param_map = text.parsed->named_param_map;
      query->query = text.parsed->query;
      text.parsed = std::move(query);
      return text;
    }
    default:
      return Unsupported(*text.parsed);
  }
}

arrow::Status CheckFunctions(duckdb::LogicalOperator& plan) {
  if (plan.type == duckdb::LogicalOperatorType::LOGICAL_GET) {
    const std::string& name = plan.Cast<duckdb::LogicalGet>().function.name;
    for (const char* refused :
         {"enable_logging", "disable_logging", "truncate_duckdb_logs", "enable_profiling",
          "disable_profiling", "checkpoint", "force_checkpoint", "duckdb_secrets",
          "which_secret"}) {
      if (name == refused) {
        return core::MakeError(
            ErrorKind::kUnsupported,
            fmt::format("function {} is not supported: it acts on the whole server",
                        name));
      }
    }
  }
  for (auto& child : plan.children) ARROW_RETURN_NOT_OK(CheckFunctions(*child));
  return arrow::Status::OK();
}

namespace {

arrow::Status UseSchema(const std::string& text, const DatabaseOptions& options,
                        Session& session) {
  duckdb::vector<duckdb::CatalogSearchEntry> path;
  try {
    path = duckdb::CatalogSearchEntry::ParseList(text);
  } catch (const std::exception& exception) {
    return core::MakeError(ErrorKind::kInvalidSql,
                           duckdb::ErrorData(exception).RawMessage());
  }
  if (path.size() != 1) {
    return core::MakeError(ErrorKind::kUnsupported,
                           "a search path has exactly one entry here: " + text);
  }
  std::string catalog = path[0].catalog;
  std::string schema = path[0].schema;
  if (catalog.empty() && !duckdb::StringUtil::CIEquals(schema, DEFAULT_SCHEMA)) {
    std::swap(catalog, schema);  // `USE cluster`
  }
  if (!schema.empty() && !duckdb::StringUtil::CIEquals(schema, DEFAULT_SCHEMA)) {
    return core::MakeError(
        ErrorKind::kNotFound,
        fmt::format("no such schema, a cluster has only \"main\": {}", schema));
  }
  if (!catalog.empty()) {
    std::string known;
    for (const Cluster& cluster : options.clusters) {
      if (duckdb::StringUtil::CIEquals(cluster.name, catalog)) known = cluster.name;
    }
    if (known.empty()) {
      return core::MakeError(ErrorKind::kNotFound,
                             fmt::format("no such cluster: {}", catalog));
    }
    session.catalog = known;
  }
  session.schema = DEFAULT_SCHEMA;
  return arrow::Status::OK();
}

arrow::Result<duckdb::Value> ConstantOf(const duckdb::ParsedExpression& expression,
                                        const std::string& name) {
  if (expression.GetExpressionClass() == duckdb::ExpressionClass::CONSTANT) {
    return expression.Cast<duckdb::ConstantExpression>().value;
  }
  // A bare word, as in `SET schema = eu`.
  if (expression.GetExpressionClass() == duckdb::ExpressionClass::COLUMN_REF) {
    return duckdb::Value(expression.ToString());
  }
  // `true` and `false` are parsed as casts of 't' and 'f'.
  const std::string text = expression.ToString();
  if (text == "CAST('t' AS BOOLEAN)") return duckdb::Value::BOOLEAN(true);
  if (text == "CAST('f' AS BOOLEAN)") return duckdb::Value::BOOLEAN(false);
  return core::MakeError(ErrorKind::kInvalidSql,
                         fmt::format("{} is set to a constant only", name));
}

arrow::Status SetSwitch(const std::string& name, const duckdb::Value& value,
                        bool& target) {
  const std::string word = duckdb::StringUtil::Lower(value.ToString());
  if (word == "on" || word == "off") {
    target = word == "on";
    return arrow::Status::OK();
  }
  duckdb::Value result;
  duckdb::string error;
  if (value.IsNull() ||
      !value.DefaultTryCastAs(duckdb::LogicalType::BOOLEAN, result, &error)) {
    return core::MakeError(
        ErrorKind::kInvalidSql,
        fmt::format("{} is true or false, not {}", name, value.ToString()));
  }
  target = duckdb::BooleanValue::Get(result);
  return arrow::Status::OK();
}

arrow::Status SetRoad(const duckdb::Value& value, Session& session) {
  const auto road = plan::RoadOf(duckdb::StringUtil::Lower(value.ToString()));
  if (!road) {
    return core::MakeError(
        ErrorKind::kInvalidSql,
        fmt::format("recurve_road is auto, source or esql, not {}", value.ToString()));
  }
  session.road = *road;
  return arrow::Status::OK();
}

arrow::Status RefuseSetting(const std::string& name) {
  if (name == "timezone") {
    return core::MakeError(ErrorKind::kUnsupported,
                           "the time zone is fixed to UTC: timestamps travel as UTC, use "
                           "AT TIME ZONE in the query");
  }
  return core::MakeError(ErrorKind::kUnsupported,
                         fmt::format("setting {} cannot be changed here", name));
}

}  // namespace

arrow::Status ChangeSession(const duckdb::SQLStatement& parsed,
                            const DatabaseOptions& options, Session& session) {
  const auto& set = parsed.Cast<duckdb::SetStatement>();
  const std::string name = duckdb::StringUtil::Lower(set.name);
  if (set.scope == duckdb::SetScope::GLOBAL || set.scope == duckdb::SetScope::VARIABLE) {
    return core::MakeError(
        ErrorKind::kUnsupported,
        fmt::format("only settings of this session can be changed, not {}", name));
  }
  const bool is_path = name == "schema" || name == "search_path";
  const bool is_switch = name == "recurve_pushdown" || name == "recurve_straight_road";
  const bool is_road = name == "recurve_road";
  if (!is_path && !is_switch && !is_road) return RefuseSetting(name);
  bool& target = name == "recurve_pushdown" ? session.pushdown : session.straight_road;
  if (set.set_type == duckdb::SetType::RESET) {
    const Session fresh;
    if (is_path) {
      session.catalog = fresh.catalog;
      session.schema = fresh.schema;
    } else if (is_road) {
      session.road = fresh.road;
    } else {
      target = true;
    }
    return arrow::Status::OK();
  }
  ARROW_ASSIGN_OR_RAISE(
      const duckdb::Value value,
      ConstantOf(*static_cast<const duckdb::SetVariableStatement&>(set).value, name));
  if (is_path) return UseSchema(value.ToString(), options, session);
  if (is_road) return SetRoad(value, session);
  return SetSwitch(name, value, target);
}

}  // namespace recurve::engine
