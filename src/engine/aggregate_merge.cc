// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <utility>

#include "duckdb/catalog/catalog_entry/aggregate_function_catalog_entry.hpp"
#include "duckdb/function/function_binder.hpp"
#include "duckdb/planner/expression_iterator.hpp"
#include "engine/aggregate_merge_internal.h"

namespace recurve::engine {

using duckdb::ColumnBinding;
using duckdb::Expression;
using duckdb::LogicalType;
using ExpressionPtr = duckdb::unique_ptr<Expression>;

namespace {

void DivideWide(duckdb::DataChunk& arguments, duckdb::ExpressionState&,
                duckdb::Vector& result) {
  duckdb::BinaryExecutor::ExecuteWithNulls<duckdb::hugeint_t, int64_t, double>(
      arguments.data[0], arguments.data[1], result, arguments.size(),
      [](duckdb::hugeint_t sum, int64_t count, duckdb::ValidityMask& valid,
         duckdb::idx_t row) {
        if (count == 0) {
          valid.SetInvalid(row);
          return 0.0;
        }
        return static_cast<double>(duckdb::Hugeint::Cast<long double>(sum) /
                                   static_cast<long double>(count));
      });
}

class Merger {
 public:
  Merger(duckdb::Binder& binder, const duckdb::LogicalGet& groups)
      : context_(binder.context), binder_(binder), groups_(groups) {}

  ExpressionPtr Column(size_t position) const {
    return duckdb::make_uniq<duckdb::BoundColumnRefExpression>(
        groups_.names[position], groups_.returned_types[position],
        ColumnBinding(groups_.table_index, position));
  }

  /// With columns of the groups for references by position.
  void Resolve(ExpressionPtr& expression) const {
    if (expression->GetExpressionClass() == duckdb::ExpressionClass::BOUND_REF) {
      expression = Column(expression->Cast<duckdb::BoundReferenceExpression>().index);
      return;
    }
    duckdb::ExpressionIterator::EnumerateChildren(
        *expression, [this](ExpressionPtr& child) { Resolve(child); });
  }

  ExpressionPtr Sum(size_t column) {
    auto& entry = duckdb::Catalog::GetEntry<duckdb::AggregateFunctionCatalogEntry>(
        context_, SYSTEM_CATALOG, DEFAULT_SCHEMA, "sum");
    duckdb::vector<ExpressionPtr> arguments;
    arguments.push_back(Column(column));
    auto function =
        entry.functions.GetFunctionByArguments(context_, {arguments[0]->return_type});
    return binder_.BindAggregateFunction(std::move(function), std::move(arguments));
  }

  ExpressionPtr Quotient(ExpressionPtr sum, ExpressionPtr count) {
    duckdb::vector<ExpressionPtr> arguments;
    arguments.push_back(Cast(std::move(sum), LogicalType::DOUBLE));
    arguments.push_back(Cast(std::move(count), LogicalType::DOUBLE));
    duckdb::ErrorData error;
    auto quotient = binder_.BindScalarFunction(DEFAULT_SCHEMA, "/", std::move(arguments),
                                               error, /*is_operator=*/true);
    if (!quotient) error.Throw();
    return quotient;
  }

  ExpressionPtr WideQuotient(ExpressionPtr sum, ExpressionPtr count) {
    duckdb::vector<ExpressionPtr> arguments;
    arguments.push_back(Cast(std::move(sum), LogicalType::HUGEINT));
    arguments.push_back(Cast(std::move(count), LogicalType::BIGINT));
    return binder_.BindScalarFunction(
        duckdb::ScalarFunction("quotient", {LogicalType::HUGEINT, LogicalType::BIGINT},
                               LogicalType::DOUBLE, DivideWide),
        std::move(arguments));
  }

  ExpressionPtr CountOrZero(ExpressionPtr count) {
    auto result = duckdb::make_uniq<duckdb::BoundOperatorExpression>(
        duckdb::ExpressionType::OPERATOR_COALESCE, LogicalType::BIGINT);
    result->children.push_back(Cast(std::move(count), LogicalType::BIGINT));
    result->children.push_back(
        duckdb::make_uniq<duckdb::BoundConstantExpression>(duckdb::Value::BIGINT(0)));
    return result;
  }

  ExpressionPtr Cast(ExpressionPtr expression, const LogicalType& type) {
    return duckdb::BoundCastExpression::AddCastToType(context_, std::move(expression),
                                                      type);
  }

 private:
  duckdb::ClientContext& context_;
  duckdb::FunctionBinder binder_;
  const duckdb::LogicalGet& groups_;
};

}  // namespace

duckdb::unique_ptr<duckdb::LogicalOperator> MergeGroups(
    duckdb::Binder& binder, duckdb::unique_ptr<duckdb::LogicalOperator> op,
    duckdb::unique_ptr<duckdb::LogicalGet> groups, ReadAggregate read) {
  auto& aggregate = op->Cast<duckdb::LogicalAggregate>();
  Merger merger(binder, *groups);
  aggregate.group_index = binder.GenerateTableIndex();
  aggregate.aggregate_index = binder.GenerateTableIndex();
  // What was known of the rows' values.
  aggregate.group_stats.clear();
  aggregate.distinct_validity = duckdb::TupleDataValidityType::CAN_HAVE_NULL_VALUES;

  duckdb::vector<ExpressionPtr> shown;
  for (size_t i = 0; i < read.groups.size(); ++i) {
    merger.Resolve(read.groups[i]);
    shown.push_back(duckdb::make_uniq<duckdb::BoundColumnRefExpression>(
        read.groups[i]->return_type, ColumnBinding(aggregate.group_index, i)));
  }
  aggregate.groups = std::move(read.groups);

  aggregate.expressions.clear();
  const auto add = [&](ExpressionPtr expression) -> ExpressionPtr {
    auto type = expression->return_type;
    aggregate.expressions.push_back(std::move(expression));
    return duckdb::make_uniq<duckdb::BoundColumnRefExpression>(
        std::move(type),
        ColumnBinding(aggregate.aggregate_index, aggregate.expressions.size() - 1));
  };
  for (Merge& merge : read.merges) {
    const LogicalType type = merge.call->return_type;
    ExpressionPtr result;
    switch (merge.kind) {
      case Merge::Kind::kCount:
        result = merger.CountOrZero(add(merger.Sum(merge.column)));
        break;
      case Merge::Kind::kSum:
        result = add(merger.Sum(merge.column));
        break;
      case Merge::Kind::kQuotient: {
        auto sum = add(merger.Sum(merge.column));
        result = merger.Quotient(std::move(sum), add(merger.Sum(merge.count)));
        break;
      }
      case Merge::Kind::kWideQuotient: {
        auto sum = add(merger.Sum(merge.column));
        result = merger.WideQuotient(std::move(sum), add(merger.Sum(merge.count)));
        break;
      }
      case Merge::Kind::kSame:
      case Merge::Kind::kDistinct:
        merge.call->filter.reset();
        merge.call->children[0] = merger.Column(merge.column);
        result = add(std::move(merge.call));
        break;
    }
    shown.push_back(merger.Cast(std::move(result), type));
  }

  op->children[0] = std::move(groups);
  op->ResolveOperatorTypes();
  auto projection = duckdb::make_uniq<duckdb::LogicalProjection>(
      binder.GenerateTableIndex(), std::move(shown));
  projection->children.push_back(std::move(op));
  projection->ResolveOperatorTypes();
  return projection;
}

duckdb::unique_ptr<duckdb::LogicalProjection> ProjectGroups(
    duckdb::Binder& binder, duckdb::unique_ptr<duckdb::LogicalGet> groups,
    ReadAggregate read) {
  const Merger merger(binder, *groups);
  for (auto& group : read.groups) merger.Resolve(group);
  auto projection = duckdb::make_uniq<duckdb::LogicalProjection>(
      binder.GenerateTableIndex(), std::move(read.groups));
  projection->children.push_back(std::move(groups));
  projection->ResolveOperatorTypes();
  return projection;
}

}  // namespace recurve::engine
