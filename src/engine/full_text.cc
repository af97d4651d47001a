// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <span>
#include <utility>

#include "catalog/json_object.h"
#include "core/error_detail.h"
#include "duckdb/parser/parsed_data/create_scalar_function_info.hpp"
#include "duckdb/planner/expression_iterator.hpp"
#include "engine/full_text_internal.h"
#include "engine/statement_context_internal.h"
#include "engine/table_scan_internal.h"
#include "fmt/format.h"

namespace recurve::engine {

using duckdb::BoundFunctionExpression;
using duckdb::Expression;
using duckdb::ExpressionClass;
using duckdb::LogicalOperator;
using duckdb::LogicalOperatorType;
using duckdb::LogicalType;
using duckdb::LogicalTypeId;
using plan::Condition;
using plan::FullText;

namespace {

// Parameters that the queries have in all versions from Elasticsearch 6 and OpenSearch 1.
constexpr const char* kMatchOptions[] = {
    "operator", "fuzziness", "minimum_should_match", "analyzer", "zero_terms_query",
    "lenient",  "boost"};
constexpr const char* kQueryOptions[] = {
    "default_field", "default_operator", "minimum_should_match",
    "analyzer",      "analyze_wildcard", "lenient",
    "boost"};

struct Function {
  const char* name;
  FullText::Kind kind;
  /// Arguments that have no name: es_match(column, words), es_query(text), es_dsl(json).
  size_t num_arguments;
  std::span<const char* const> options;
};

constexpr Function kFunctions[] = {
    {"es_match", FullText::Kind::kMatch, 2, kMatchOptions},
    {"es_query", FullText::Kind::kQueryString, 1, kQueryOptions},
    {"es_dsl", FullText::Kind::kRawQuery, 1, {}},
};

const Function* FunctionOf(const std::string& name) {
  for (const Function& function : kFunctions) {
    if (name == function.name) return &function;
  }
  return nullptr;
}

/// What binding has found out about the arguments behind the first ones.
struct Options : duckdb::FunctionData {
  std::vector<std::pair<std::string, std::string>> values;

  duckdb::unique_ptr<FunctionData> Copy() const override {
    return duckdb::make_uniq<Options>(*this);
  }
  bool Equals(const FunctionData& other) const override {
    return values == other.Cast<Options>().values;
  }
};

/// Named constants are options; es_query and es_dsl may have a column that tells the
/// table.
duckdb::unique_ptr<duckdb::FunctionData> Bind(
    duckdb::ClientContext& context, duckdb::ScalarFunction& bound,
    duckdb::vector<duckdb::unique_ptr<Expression>>& arguments) {
  const Function& function = *FunctionOf(bound.name);
  auto options = duckdb::make_uniq<Options>();
  bool has_column = function.kind == FullText::Kind::kMatch;
  for (size_t i = function.num_arguments; i < arguments.size(); ++i) {
    const Expression& argument = *arguments[i];
    const std::string name = duckdb::StringUtil::Lower(argument.GetAlias());
    if (!argument.IsFoldable() && !argument.HasParameter()) {
      if (has_column) {
        throw duckdb::BinderException(argument, "%s: %s is an argument too many",
                                      bound.name, argument.ToString());
      }
      has_column = true;
      continue;
    }
    const auto known = std::ranges::find(function.options, name);
    if (known == function.options.end()) {
      std::string names = "none";
      if (!function.options.empty()) {
        names = fmt::format("{}", fmt::join(function.options, ", "));
      }
      throw duckdb::BinderException(argument, "%s: \"%s\" is no option, there are: %s",
                                    bound.name, name.empty() ? argument.ToString() : name,
                                    names);
    }
    if (argument.HasParameter()) {
      throw duckdb::BinderException(argument, "%s: the option %s is a constant",
                                    bound.name, name);
    }
    const duckdb::Value value =
        duckdb::ExpressionExecutor::EvaluateScalar(context, argument);
    options->values.emplace_back(name, value.ToString());
  }
  return options;
}

/// Reached only where the plan lets DuckDB run the function. A constant NULL is what
/// DuckDB puts in a column's place to see what a condition does with the rows that an
/// outer join makes up: no document, so never found.
void Run(duckdb::DataChunk& arguments, duckdb::ExpressionState& state,
         duckdb::Vector& result) {
  for (const duckdb::Vector& argument : arguments.data) {
    if (argument.GetVectorType() == duckdb::VectorType::CONSTANT_VECTOR &&
        duckdb::ConstantVector::IsNull(argument)) {
      result.SetVectorType(duckdb::VectorType::CONSTANT_VECTOR);
      duckdb::ConstantVector::SetNull(result, true);
      return;
    }
  }
  throw duckdb::InvalidInputException(
      "%s is answered by the cluster only and cannot be computed here",
      state.expr.Cast<BoundFunctionExpression>().function.name);
}

bool NamesColumn(const BoundFunctionExpression& call) {
  bool found = false;
  duckdb::ExpressionIterator::VisitExpression<duckdb::BoundColumnRefExpression>(
      call, [&](const duckdb::BoundColumnRefExpression&) { found = true; });
  return found;
}

/// Scans of our tables whose columns can be named right above `op`.
void CollectScans(LogicalOperator& op, std::vector<duckdb::LogicalGet*>& scans) {
  switch (op.type) {
    case LogicalOperatorType::LOGICAL_GET:
      if (FindScan(op) != nullptr) scans.push_back(&op.Cast<duckdb::LogicalGet>());
      return;
    case LogicalOperatorType::LOGICAL_FILTER:
    case LogicalOperatorType::LOGICAL_UNNEST:
      CollectScans(*op.children[0], scans);
      return;
    case LogicalOperatorType::LOGICAL_CROSS_PRODUCT:
      for (auto& child : op.children) CollectScans(*child, scans);
      return;
    case LogicalOperatorType::LOGICAL_COMPARISON_JOIN:
    case LogicalOperatorType::LOGICAL_DELIM_JOIN:
    case LogicalOperatorType::LOGICAL_DEPENDENT_JOIN:
    case LogicalOperatorType::LOGICAL_ANY_JOIN:
    case LogicalOperatorType::LOGICAL_ASOF_JOIN: {
      CollectScans(*op.children[0], scans);
      const auto type = op.Cast<duckdb::LogicalJoin>().join_type;
      if (type == duckdb::JoinType::INNER || type == duckdb::JoinType::LEFT ||
          type == duckdb::JoinType::RIGHT || type == duckdb::JoinType::OUTER) {
        CollectScans(*op.children[1], scans);
      }
      return;
    }
    default:
      return;
  }
}

/// Tie calls without a column to the table of their FROM.
void TieToTables(LogicalOperator& op) {
  for (auto& child : op.children) TieToTables(*child);
  if (op.type != LogicalOperatorType::LOGICAL_FILTER) return;
  for (auto& expression : op.expressions) {
    duckdb::ExpressionIterator::VisitExpressionMutable<BoundFunctionExpression>(
        expression, [&](BoundFunctionExpression& call, duckdb::unique_ptr<Expression>&) {
          if (!IsFullText(call) || NamesColumn(call)) return;
          std::vector<duckdb::LogicalGet*> scans;
          CollectScans(*op.children[0], scans);
          if (scans.size() != 1) return;
          duckdb::LogicalGet& get = *scans[0];
          const auto position = get.GetColumnIds().size();
          const auto id = catalog::VirtualColumn::kId;
          get.AddColumnId(duckdb::VIRTUAL_COLUMN_START +
                          static_cast<duckdb::column_t>(id));
          call.children.push_back(duckdb::make_uniq<duckdb::BoundColumnRefExpression>(
              duckdb::string(catalog::ToString(id)), LogicalType::VARCHAR,
              duckdb::ColumnBinding(get.table_index, position)));
          call.function.arguments.push_back(LogicalType::VARCHAR);
        });
  }
}

std::string NamesNoTable(const BoundFunctionExpression& call) {
  return fmt::format(
      "it does not say which table it means: put it beside a FROM with one table, or add "
      "one of the table's columns, {}('...', column)",
      call.function.name);
}

std::string WhyLeft(const LogicalOperator& op, const BoundFunctionExpression& call) {
  if (op.type == LogicalOperatorType::LOGICAL_FILTER && !NamesColumn(call)) {
    return NamesNoTable(call);
  }
  if (op.type == LogicalOperatorType::LOGICAL_PROJECTION) {
    return "it is a condition for WHERE, not a value; _score is one";
  }
  if (op.type == LogicalOperatorType::LOGICAL_FILTER) {
    return fmt::format(
        "its condition stays above {}: move it into a subquery over the table alone",
        duckdb::LogicalOperatorToString(op.children[0]->type));
  }
  return fmt::format("it is part of {}", duckdb::LogicalOperatorToString(op.type));
}

void RefuseLeft(StatementContext& statement, LogicalOperator& op) {
  duckdb::LogicalOperatorVisitor::EnumerateExpressions(
      op, [&](duckdb::unique_ptr<Expression>* expression) {
        const BoundFunctionExpression* call = FindFullText(**expression);
        if (call != nullptr) statement.Throw(FullTextRefused(*call, WhyLeft(op, *call)));
      });
  for (auto& child : op.children) RefuseLeft(statement, *child);
}

Condition Opaque(std::string reason) {
  Condition condition;
  condition.reason = std::move(reason);
  return condition;
}

/// The field that words are searched in, or why they cannot be.
const catalog::Field* SearchedField(const Expression& column, const FieldFinder& find,
                                    std::string* reason) {
  const catalog::Field* field = find(column, reason);
  if (field == nullptr) return nullptr;
  switch (field->kind) {
    case catalog::FieldKind::kText:
    case catalog::FieldKind::kKeyword:
    case catalog::FieldKind::kConstantKeyword:
    case catalog::FieldKind::kWildcard:
    case catalog::FieldKind::kVersion:
      break;
    default:
      *reason = fmt::format(
          "{} of type {} is not searched for words; es_query or es_dsl "
          "may do what is meant",
          field->path, field->es_type);
      return nullptr;
  }
  if (field->inside_nested) {
    *reason = fmt::format("{} is inside a nested object: use es_dsl with a nested query",
                          field->path);
    return nullptr;
  }
  return field;
}

}  // namespace

bool IsFullText(const BoundFunctionExpression& call) {
  return FunctionOf(call.function.name) != nullptr;
}

const BoundFunctionExpression* FindFullText(const Expression& expression) {
  const BoundFunctionExpression* found = nullptr;
  duckdb::ExpressionIterator::VisitExpression<BoundFunctionExpression>(
      expression, [&](const BoundFunctionExpression& call) {
        if (found == nullptr && IsFullText(call)) found = &call;
      });
  return found;
}

Condition ReadFullText(const BoundFunctionExpression& call, const FieldFinder& find) {
  const Function& function = *FunctionOf(call.function.name);
  Condition condition;
  condition.kind = Condition::Kind::kFullText;
  std::string reason;
  if (function.kind == FullText::Kind::kMatch) {
    condition.field = SearchedField(*call.children[0], find, &reason);
    if (condition.field == nullptr) return Opaque(std::move(reason));
  } else if (!NamesColumn(call)) {
    return Opaque(NamesNoTable(call));
  }
  const Expression& text = *call.children[function.num_arguments - 1];
  if (text.GetExpressionClass() != ExpressionClass::BOUND_CONSTANT) {
    return Opaque("the text is not a constant");
  }
  const duckdb::Value& value = text.Cast<duckdb::BoundConstantExpression>().value;
  if (value.IsNull()) return condition;
  if (value.type().id() != LogicalTypeId::VARCHAR) return Opaque("the text is no text");
  FullText query{function.kind, duckdb::StringValue::Get(value), {}};
  if (call.bind_info) query.options = call.bind_info->Cast<Options>().values;
  if (query.kind == FullText::Kind::kRawQuery) {
    const std::string why = catalog::WhyNotJsonObject(query.text);
    if (!why.empty()) {
      throw duckdb::BinderException(call, "es_dsl takes the text of one JSON object: %s",
                                    why);
    }
  }
  condition.full_text = std::move(query);
  return condition;
}

arrow::Status FullTextRefused(const BoundFunctionExpression& call,
                              const std::string& reason) {
  core::ErrorDetail detail(core::ErrorKind::kUnsupported);
  if (call.GetQueryLocation().IsValid()) {
    detail.sql_position = static_cast<int64_t>(call.GetQueryLocation().GetIndex());
  }
  return core::MakeError(
      std::move(detail),
      fmt::format("{} is answered by the cluster only, and cannot be asked here: {}",
                  call.function.name, reason));
}

void RegisterFullText(duckdb::DatabaseInstance& instance) {
  auto& system = duckdb::Catalog::GetSystemCatalog(instance);
  const auto transaction = duckdb::CatalogTransaction::GetSystemTransaction(instance);
  for (const Function& each : kFunctions) {
    duckdb::vector<LogicalType> arguments(each.num_arguments, LogicalType::VARCHAR);
    if (each.kind == FullText::Kind::kMatch) arguments[0] = LogicalType::ANY;
    duckdb::ScalarFunction function(each.name, std::move(arguments), LogicalType::BOOLEAN,
                                    Run, Bind);
    function.varargs = LogicalType::ANY;
    duckdb::CreateScalarFunctionInfo info(std::move(function));
    info.internal = true;
    system.CreateFunction(transaction, info);
  }
  duckdb::OptimizerExtension extension;
  extension.pre_optimize_function = [](duckdb::OptimizerExtensionInput& input,
                                       duckdb::unique_ptr<LogicalOperator>& plan) {
    if (StatementContext::Of(input.context)) TieToTables(*plan);
  };
  extension.optimize_function = [](duckdb::OptimizerExtensionInput& input,
                                   duckdb::unique_ptr<LogicalOperator>& plan) {
    const auto statement = StatementContext::Of(input.context);
    if (statement) RefuseLeft(*statement, *plan);
  };
  duckdb::OptimizerExtension::Register(duckdb::DBConfig::GetConfig(instance), extension);
}

}  // namespace recurve::engine
