// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

#include "duckdb/planner/expression_iterator.hpp"
#include "engine/aggregate_reader_internal.h"
#include "engine/coarse_time_internal.h"
#include "engine/column_reader_internal.h"
#include "engine/condition_reader_internal.h"
#include "engine/date_bucket_internal.h"
#include "engine/full_text_internal.h"
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

constexpr int64_t kMicrosPerSecond = 1000000;

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
                     (from.IsUnsigned() || !to.IsUnsigned()) &&
                     duckdb::GetTypeIdSize(from.InternalType()) <
                         duckdb::GetTypeIdSize(to.InternalType());
  const bool to_double = from.id() == duckdb::LogicalTypeId::FLOAT &&
                         to.id() == duckdb::LogicalTypeId::DOUBLE;
  return wider || to_double ? *cast.child : expression;
}

/// DuckDB 1.5.6 divides the sum of whole numbers of more than 16 bits as long double
/// (extension/core_functions/aggregate/algebraic/avg.cpp).
bool IsWide(const Expression& number) {
  return number.return_type.IsIntegral() &&
         duckdb::GetTypeIdSize(number.return_type.InternalType()) > sizeof(int16_t);
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
    auto group = ThroughProjections(expression, &below_);
    AddText(group->ToString());
    if (const auto bucket = ReadDateBucket(*group)) {
      const auto key = KeyOf(*bucket->instant, bucket->bucket, group->return_type);
      if (key) result_.groups.push_back(ColumnOf(*key));
    } else if (const auto coarse = ReadCoarseTime(*group)) {
      AddCoarseKey(std::move(group), *coarse);
    } else if (const auto key = KeyOf(*group, std::nullopt, group->return_type)) {
      result_.groups.push_back(ColumnOf(*key));
    }
  }

  /// Before the aggregates: whether they take more groups than the statement's.
  void LookAt(const duckdb::vector<duckdb::unique_ptr<Expression>>& aggregates) {
    const Expression* distinct = nullptr;
    bool others = false;
    for (const auto& expression : aggregates) {
      const auto& call = expression->Cast<duckdb::BoundAggregateExpression>();
      if (!call.IsDistinct() || call.children.size() != 1) {
        others = true;
      } else if (distinct == nullptr) {
        distinct = call.children[0].get();
      } else if (!distinct->Equals(*call.children[0])) {
        Refuse("count(DISTINCT) of several columns");
      }
    }
    if (distinct != nullptr && others) result_.merge = true;
  }

  void AddAggregate(const Expression& expression) {
    auto copy = ThroughProjections(expression, &below_);
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
      if (result_.merge) return AddDistinct(std::move(copy));
    }
    plan::Aggregate aggregate;
    aggregate.name = call.function.name;
    aggregate.function = *function;
    if (*function != AggregateFunction::kCountRows) {
      const Expression& argument = WithoutWidening(*call.children[0]);
      if (*function == AggregateFunction::kAvg &&
          IsWide(*call.children[0]) != IsWide(argument)) {
        return Refuse("an average of a wider number is rounded otherwise");
      }
      aggregate.field = FieldOf(argument);
      if (aggregate.field == nullptr) return;
      if (std::string why = plan::WhyNotAggregable(*function, *aggregate.field);
          !why.empty()) {
        return Refuse(std::move(why));
      }
      AddProof(aggregate.field);
    }
    if (call.filter && !AddFilter(*call.filter, aggregate)) return;
    Merge merge;
    if (result_.merge && *function == AggregateFunction::kAvg) {
      merge.kind =
          IsWide(*call.children[0]) ? Merge::Kind::kWideQuotient : Merge::Kind::kQuotient;
      aggregate.function = AggregateFunction::kCount;
      merge.count = AddColumn(aggregate, LogicalType::BIGINT);
      aggregate.function = AggregateFunction::kSum;
      merge.column =
          AddColumn(aggregate, plan::IsInteger(*aggregate.field) ? LogicalType::BIGINT
                                                                 : LogicalType::DOUBLE);
    } else {
      if (*function == AggregateFunction::kSum) merge.kind = Merge::Kind::kSum;
      if (call.return_type == LogicalType::BIGINT &&
          (*function == AggregateFunction::kCount ||
           *function == AggregateFunction::kCountRows)) {
        merge.kind = Merge::Kind::kCount;
      }
      merge.column = AddColumn(std::move(aggregate), call.return_type);
    }
    AddMerge(std::move(merge), std::move(copy));
  }

  void Refuse(std::string reason) {
    if (result_.reason.empty()) result_.reason = std::move(reason);
  }

  ReadAggregate Finish() {
    result_.request.merged = result_.merge;
    // Keys come first, whenever an aggregate asked for one.
    for (Merge& merge : result_.merges) {
      if (merge.kind == Merge::Kind::kDistinct) continue;
      merge.column += result_.request.keys.size();
      merge.count += result_.request.keys.size();
    }
    result_.types = std::move(key_types_);
    for (auto& type : column_types_) result_.types.push_back(std::move(type));
    if (result_.merge) result_.rests_on = "merged here from finer groups; ";
    std::string_view before =
        "checked on the snapshot: at most one value per document in ";
    for (const catalog::Field* field : result_.request.proofs) {
      result_.rests_on += before;
      result_.rests_on += field->path;
      before = ", ";
    }
    return std::move(result_);
  }

 private:
  /// The position of a key, once for all groups that are cut out of it.
  std::optional<size_t> KeyOf(const Expression& column,
                              std::optional<plan::DateBucket> bucket, LogicalType type) {
    plan::GroupKey key;
    key.bucket = bucket;
    key.field = FieldOf(column);
    if (key.field == nullptr) return std::nullopt;
    if (std::string why = plan::WhyNotGroupable(*key.field); !why.empty()) {
      Refuse(std::move(why));
      return std::nullopt;
    }
    AddProof(key.field);
    auto& keys = result_.request.keys;
    for (size_t i = 0; i < keys.size(); ++i) {
      if (keys[i].field == key.field && keys[i].bucket == bucket &&
          key_types_[i] == type) {
        return i;
      }
    }
    key.name = key.field->path;
    key.type = key.field->type;
    keys.push_back(std::move(key));
    key_types_.push_back(std::move(type));
    return keys.size() - 1;
  }

  duckdb::unique_ptr<Expression> ColumnOf(size_t key) const {
    return duckdb::make_uniq<duckdb::BoundReferenceExpression>(key_types_[key], key);
  }

  void AddCoarseKey(duckdb::unique_ptr<Expression> group, const CoarseTime& coarse) {
    const plan::DateBucket bucket{plan::DateBucket::Unit::kSeconds, coarse.grain_seconds};
    const auto instant = coarse.instant->Copy();
    const auto key = KeyOf(*instant, bucket, instant->return_type);
    if (!key) return;
    const duckdb::BoundReferenceExpression first(instant->return_type, 0);
    for (const Expression* clock : coarse.clocks) {
      auto time = clock->Copy();
      ReplaceParts(time, *instant, first);
      result_.clocks.push_back({*key, coarse.grain_seconds * kMicrosPerSecond,
                                std::shared_ptr<const Expression>(time.release())});
    }
    ReplaceParts(group, *instant, *ColumnOf(*key));
    result_.groups.push_back(std::move(group));
    result_.merge = true;
  }

  void AddDistinct(duckdb::unique_ptr<Expression> copy) {
    const auto& column = *copy->Cast<duckdb::BoundAggregateExpression>().children[0];
    const auto key = KeyOf(column, std::nullopt, column.return_type);
    if (!key) return;
    Merge merge;
    merge.kind = Merge::Kind::kDistinct;
    merge.column = *key;
    AddMerge(std::move(merge), std::move(copy));
  }

  void AddMerge(Merge merge, duckdb::unique_ptr<Expression> call) {
    merge.call.reset(static_cast<duckdb::BoundAggregateExpression*>(call.release()));
    result_.merges.push_back(std::move(merge));
  }

  size_t AddColumn(plan::Aggregate aggregate, LogicalType type) {
    aggregate.type = plan::AggregateType(aggregate.function, aggregate.field);
    result_.request.aggregates.push_back(std::move(aggregate));
    column_types_.push_back(std::move(type));
    return column_types_.size() - 1;
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
    // Without this plan there would be no other.
    if (const auto* call = FindFullText(filter)) {
      Refuse(call->function.name + " in a FILTER");
      return false;
    }
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
  duckdb::vector<LogicalType> key_types_;
  duckdb::vector<LogicalType> column_types_;
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
  reader.LookAt(aggregate.expressions);
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
