// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <optional>
#include <utility>

#include "duckdb/planner/expression_iterator.hpp"
#include "engine/aggregate_reader_internal.h"
#include "engine/column_reader_internal.h"
#include "engine/condition_reader_internal.h"
#include "engine/date_bucket_internal.h"
#include "fmt/format.h"
#include "plan/aggregate_rules.h"
#include "plan/pushdown.h"

namespace recurve::engine {

using duckdb::Expression;
using duckdb::ExpressionClass;
using duckdb::LogicalOperator;
using duckdb::LogicalOperatorType;
using duckdb::LogicalType;
using plan::AggregateFunction;

namespace {

/// An expression of an operator in terms of the scan below its projections.
duckdb::unique_ptr<Expression> ThroughProjections(const Expression& expression,
                                                  const LogicalOperator* below) {
  auto result = expression.Copy();
  for (; !below->children.empty(); below = below->children[0].get()) {
    if (below->type != LogicalOperatorType::LOGICAL_PROJECTION) continue;
    const auto& projection = below->Cast<duckdb::LogicalProjection>();
    duckdb::ExpressionIterator::VisitExpressionMutable<duckdb::BoundColumnRefExpression>(
        result, [&](duckdb::BoundColumnRefExpression& column,
                    duckdb::unique_ptr<Expression>& place) {
          if (column.binding.table_index != projection.table_index) return;
          place = projection.expressions[column.binding.column_index]->Copy();
        });
  }
  return result;
}

std::optional<AggregateFunction> FunctionNamed(const std::string& name) {
  if (name == "count_star") return AggregateFunction::kCountRows;
  if (name == "count") return AggregateFunction::kCount;
  if (name == "sum" || name == "sum_no_overflow") return AggregateFunction::kSum;
  if (name == "avg" || name == "mean") return AggregateFunction::kAvg;
  if (name == "min" || name == "bool_and") return AggregateFunction::kMin;
  if (name == "max" || name == "bool_or") return AggregateFunction::kMax;
  return std::nullopt;
}

/// A cast under a sum or an average that changes no value: to a wider integer, of a
/// number to double.
const Expression& WithoutWidening(const Expression& expression) {
  if (expression.GetExpressionClass() != ExpressionClass::BOUND_CAST) return expression;
  const auto& cast = expression.Cast<duckdb::BoundCastExpression>();
  const LogicalType& from = cast.child->return_type;
  const LogicalType& to = cast.return_type;
  const bool wider = from.IsIntegral() && to.IsIntegral() &&
                     duckdb::GetTypeIdSize(from.InternalType()) <
                         duckdb::GetTypeIdSize(to.InternalType());
  const bool to_double = from.id() == duckdb::LogicalTypeId::FLOAT &&
                         to.id() == duckdb::LogicalTypeId::DOUBLE;
  return wider || to_double ? *cast.child : expression;
}

class Reader {
 public:
  Reader(duckdb::ClientContext& context, const LogicalOperator& below,
         const duckdb::LogicalGet& get, const ScanBindData& scan)
      : context_(context), below_(below), get_(get), scan_(scan) {
    const plan::ScanRequest rows = scan.Request({});
    result_.request.table = scan.table;
    result_.request.filter = rows.filter;
    result_.request.proofs = rows.proofs;
    result_.request.road = rows.road;
    if (scan.table->keeps_unmapped_values) {
      Refuse(
          "with dynamic: false or runtime, documents may hold values that were mapped "
          "after they had been written");
    }
  }

  void AddKey(const Expression& expression) {
    const auto group = ThroughProjections(expression, &below_);
    AddText(group->ToString());
    plan::GroupKey key;
    const Expression* column = group.get();
    if (const auto bucket = ReadDateBucket(*group)) {
      key.bucket = bucket->bucket;
      column = bucket->instant;
    }
    key.field = FieldOf(*column);
    if (key.field == nullptr) return;
    if (std::string why = plan::WhyNotGroupable(*key.field); !why.empty()) {
      return Refuse(std::move(why));
    }
    AddProof(key.field);
    key.name = key.field->path;
    key.type = key.field->type;
    result_.request.keys.push_back(std::move(key));
  }

  void AddAggregate(const Expression& expression) {
    const auto copy = ThroughProjections(expression, &below_);
    AddText(copy->ToString());
    const auto& call = copy->Cast<duckdb::BoundAggregateExpression>();
    if (call.order_bys) return Refuse("ORDER BY in an aggregate");
    auto function = FunctionNamed(call.function.name);
    if (!function || call.children.size() > 1) {
      return Refuse("function " + call.function.name);
    }
    if (call.IsDistinct()) {
      if (function != AggregateFunction::kCount || call.filter) {
        return Refuse("DISTINCT in another aggregate than count");
      }
      function = AggregateFunction::kCountDistinct;
    }
    plan::Aggregate aggregate;
    aggregate.name = call.function.name;
    aggregate.function = *function;
    if (*function != AggregateFunction::kCountRows) {
      aggregate.field = FieldOf(WithoutWidening(*call.children[0]));
      if (aggregate.field == nullptr) return;
      if (std::string why = plan::WhyNotAggregable(*function, *aggregate.field);
          !why.empty()) {
        return Refuse(std::move(why));
      }
      AddProof(aggregate.field);
    }
    if (call.filter && !AddFilter(*call.filter, aggregate)) return;
    aggregate.type = plan::AggregateType(*function, aggregate.field);
    result_.request.aggregates.push_back(std::move(aggregate));
  }

  void Refuse(std::string reason) {
    if (result_.reason.empty()) result_.reason = std::move(reason);
  }

  ReadAggregate Finish() {
    CheckDistinct();
    for (const catalog::Field* field : result_.request.proofs) {
      result_.rests_on +=
          result_.rests_on.empty()
              ? "checked on the snapshot: at most one value per document in "
              : ", ";
      result_.rests_on += field->path;
    }
    return std::move(result_);
  }

 private:
  void CheckDistinct() {
    const auto& aggregates = result_.request.aggregates;
    const auto distinct = [](const plan::Aggregate& aggregate) {
      return aggregate.function == AggregateFunction::kCountDistinct;
    };
    if (std::ranges::none_of(aggregates, distinct)) return;
    const bool alone = std::ranges::all_of(aggregates, [&](const auto& aggregate) {
      return distinct(aggregate) && aggregate.field == aggregates.front().field;
    });
    if (!alone) Refuse("count(DISTINCT) beside other aggregates");
  }

  void AddText(const std::string& text) {
    if (!result_.text.empty()) result_.text += ", ";
    result_.text += text;
  }

  void AddProof(const catalog::Field* field) {
    auto& proofs = result_.request.proofs;
    if (std::ranges::find(proofs, field) == proofs.end()) proofs.push_back(field);
  }

  bool AddFilter(const Expression& filter, plan::Aggregate& aggregate) {
    const auto pushed = plan::Push(ReadCondition(context_, filter, get_, *scan_.table));
    if (pushed.exactness != plan::Exactness::kExact) {
      Refuse(fmt::format("the FILTER is {}: {}", plan::ToString(pushed.exactness),
                         pushed.reason));
      return false;
    }
    for (const catalog::Field* field : pushed.proofs) AddProof(field);
    aggregate.filter = pushed.predicate;
    return true;
  }

  const catalog::Field* FieldOf(const Expression& expression) {
    std::string reason;
    const catalog::Field* field = LeafOf(expression, get_, *scan_.table, &reason);
    if (field == nullptr) Refuse(reason + ": " + expression.ToString());
    return field;
  }

  duckdb::ClientContext& context_;
  const LogicalOperator& below_;
  const duckdb::LogicalGet& get_;
  const ScanBindData& scan_;
  ReadAggregate result_;
};

}  // namespace

ReadAggregate ReadAggregateOver(duckdb::ClientContext& context,
                                const duckdb::LogicalAggregate& aggregate,
                                const duckdb::LogicalGet& get, const ScanBindData& scan) {
  Reader reader(context, *aggregate.children[0], get, scan);
  const bool one_set = aggregate.grouping_sets.empty() ||
                       (aggregate.grouping_sets.size() == 1 &&
                        aggregate.grouping_sets[0].size() == aggregate.groups.size());
  if (!one_set || !aggregate.grouping_functions.empty()) {
    reader.Refuse("several grouping sets");
  }
  for (const auto& group : aggregate.groups) reader.AddKey(*group);
  for (const auto& expression : aggregate.expressions) reader.AddAggregate(*expression);
  return reader.Finish();
}

ReadAggregate ReadDistinctOver(duckdb::ClientContext& context,
                               duckdb::LogicalDistinct& distinct,
                               const duckdb::LogicalGet& get, const ScanBindData& scan) {
  LogicalOperator& below = *distinct.children[0];
  Reader reader(context, below, get, scan);
  if (distinct.distinct_type != duckdb::DistinctType::DISTINCT) {
    reader.Refuse("DISTINCT ON");
    return reader.Finish();
  }
  below.ResolveOperatorTypes();
  const auto bindings = below.GetColumnBindings();
  for (size_t i = 0; i < bindings.size(); ++i) {
    reader.AddKey(duckdb::BoundColumnRefExpression(below.types[i], bindings[i]));
  }
  return reader.Finish();
}

}  // namespace recurve::engine
