// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

#include "core/error_detail.h"
#include "engine/arrow_types_internal.h"
#include "engine/ip_type_internal.h"
#include "engine/query_plan_internal.h"
#include "engine/statement_text_internal.h"

namespace recurve::engine {

namespace {

/// Identifiers of the parameters by their number.
std::vector<Parameter> ParametersOf(const duckdb::SQLStatement& parsed) {
  std::vector<std::pair<duckdb::idx_t, std::string>> numbered;
  for (const auto& [identifier, number] : parsed.named_param_map) {
    numbered.emplace_back(number, identifier);
  }
  std::sort(numbered.begin(), numbered.end());
  std::vector<Parameter> parameters;
  for (auto& [number, identifier] : numbered) {
    parameters.push_back({std::move(identifier), duckdb::LogicalType::UNKNOWN});
  }
  return parameters;
}

bool IsKnown(const duckdb::LogicalType& type) {
  return type.IsValid() && type.id() != duckdb::LogicalTypeId::UNKNOWN &&
         type.id() != duckdb::LogicalTypeId::SQLNULL &&
         type.id() != duckdb::LogicalTypeId::ANY;
}

/// Take the types that binding has found; true if all are known now.
bool TakeTypes(const duckdb::Planner& planner, std::vector<Parameter>& parameters) {
  bool all_known = planner.properties.bound_all_parameters;
  for (Parameter& parameter : parameters) {
    const auto found = planner.value_map.find(parameter.identifier);
    if (found != planner.value_map.end() && IsKnown(found->second->return_type)) {
      parameter.type = found->second->return_type;
    }
    all_known = all_known && IsKnown(parameter.type);
  }
  return all_known;
}

/// What is bound, and may not run.
arrow::Status CheckPlan(duckdb::LogicalOperator& plan) {
  ARROW_RETURN_NOT_OK(CheckFunctions(plan));
  return CheckIpUses(plan);
}

}  // namespace

arrow::Result<BoundQuery> BindQuery(Statement& statement,
                                    const duckdb::SQLStatement& parsed) {
  BoundQuery query;
  query.parameters = ParametersOf(parsed);
  arrow::Status refused;
  auto& context = statement.client();
  const auto bind = [&](const ParameterValues& declared) {
    duckdb::Planner planner(context);
    planner.parameter_data = declared;
    planner.CreatePlan(parsed.Copy());
    const bool all_known = TakeTypes(planner, query.parameters);
    if (planner.plan) {
      refused = CheckPlan(*planner.plan);
      if (planner.properties.bound_all_parameters) {
        query.schema = WireSchema(context, planner.types, planner.names);
      }
    }
    return all_known;
  };
  ARROW_RETURN_NOT_OK(statement.InTransaction([&] {
    if (bind({})) return;
    // A parameter whose type cannot be seen is text; then the rest of the types can be
    // seen.
    ParameterValues declared;
    for (Parameter& parameter : query.parameters) {
      if (IsKnown(parameter.type)) continue;
      parameter.type = duckdb::LogicalType::VARCHAR;
      // Not NULL: DuckDB gives expressions over a NULL constant other types.
      declared.emplace(parameter.identifier,
                       duckdb::BoundParameterData(duckdb::Value(""), parameter.type));
    }
    bind(declared);
  }));
  ARROW_RETURN_NOT_OK(refused);
  if (!query.schema) {
    return core::MakeError(core::ErrorKind::kInvalidSql,
                           "the types of the parameters cannot be determined, use casts");
  }
  return query;
}

arrow::Result<QueryPlan> PlanQuery(Statement& statement,
                                   const duckdb::SQLStatement& parsed,
                                   const ParameterValues& values) {
  QueryPlan plan;
  arrow::Status refused;
  auto& context = statement.client();
  ARROW_RETURN_NOT_OK(statement.InTransaction([&] {
    duckdb::Planner planner(context);
    planner.parameter_data = values;
    planner.CreatePlan(parsed.Copy());
    if (!planner.plan) {
      throw duckdb::InvalidInputException("a parameter has no value");
    }
    refused = CheckPlan(*planner.plan);
    if (!refused.ok()) return;
    plan.schema = WireSchema(context, planner.types, planner.names);
    duckdb::Optimizer optimizer(*planner.binder, context);
    plan.root = optimizer.Optimize(std::move(planner.plan));
    plan.binder = planner.binder;
  }));
  ARROW_RETURN_NOT_OK(refused);
  return plan;
}

}  // namespace recurve::engine
