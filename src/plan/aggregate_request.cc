// SPDX-License-Identifier: Apache-2.0
#include "plan/aggregate_request.h"

#include <algorithm>
#include <utility>

#include "arrow/type.h"
#include "plan/aggregate_rules.h"

namespace recurve::plan {

std::string_view ToString(AggregateFunction function) {
  switch (function) {
    case AggregateFunction::kCountRows:
      return "count_star";
    case AggregateFunction::kCount:
      return "count";
    case AggregateFunction::kSum:
      return "sum";
    case AggregateFunction::kAvg:
      return "avg";
    case AggregateFunction::kMin:
      return "min";
    case AggregateFunction::kMax:
      return "max";
    case AggregateFunction::kCountDistinct:
      return "count(DISTINCT)";
  }
  return "";
}

bool NeedsTotals(const AggregateRequest& request) {
  return request.merged && !AddedFloats(request).empty();
}

std::vector<const catalog::Field*> AddedFloats(const AggregateRequest& request) {
  std::vector<const catalog::Field*> fields;
  for (const Aggregate& aggregate : request.aggregates) {
    const bool added = aggregate.function == AggregateFunction::kSum ||
                       aggregate.function == AggregateFunction::kAvg;
    if (added && IsFloating(*aggregate.field) &&
        std::ranges::find(fields, aggregate.field) == fields.end()) {
      fields.push_back(aggregate.field);
    }
  }
  return fields;
}

AggregateRequest ExtremesOf(const catalog::TablePtr& table,
                            const std::vector<const catalog::Field*>& fields) {
  AggregateRequest request;
  request.table = table;
  for (const catalog::Field* field : fields) {
    for (const auto function : {AggregateFunction::kMin, AggregateFunction::kMax}) {
      Aggregate extreme;
      extreme.name = std::string(ToString(function)) + " " + field->path;
      extreme.function = function;
      extreme.field = field;
      extreme.type = AggregateType(function, field);
      request.aggregates.push_back(std::move(extreme));
    }
  }
  return request;
}

const catalog::Field* CountedDistinct(const AggregateRequest& request) {
  if (request.aggregates.empty()) return nullptr;
  const Aggregate& first = request.aggregates.front();
  return first.function == AggregateFunction::kCountDistinct ? first.field : nullptr;
}

std::shared_ptr<arrow::Schema> OutputSchema(const AggregateRequest& request) {
  arrow::FieldVector fields;
  for (const GroupKey& key : request.keys) {
    fields.push_back(arrow::field(key.name, key.type));
  }
  for (const Aggregate& aggregate : request.aggregates) {
    fields.push_back(arrow::field(aggregate.name, aggregate.type));
  }
  return arrow::schema(std::move(fields));
}

}  // namespace recurve::plan
