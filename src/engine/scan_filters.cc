// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include "engine/scan_filters_internal.h"

namespace recurve::engine {

namespace {

void Collect(const duckdb::TableFilter& filter, const duckdb::Expression& column,
             duckdb::vector<duckdb::unique_ptr<duckdb::Expression>>& required) {
  if (filter.filter_type == duckdb::TableFilterType::OPTIONAL_FILTER) return;
  if (filter.filter_type == duckdb::TableFilterType::CONJUNCTION_AND) {
    for (const auto& child : filter.Cast<duckdb::ConjunctionAndFilter>().child_filters) {
      Collect(*child, column, required);
    }
    return;
  }
  required.push_back(filter.ToExpression(column));
}

}  // namespace

duckdb::unique_ptr<duckdb::Expression> RequiredFilter(
    const duckdb::TableFilterSet& filters,
    const duckdb::vector<duckdb::LogicalType>& types) {
  duckdb::vector<duckdb::unique_ptr<duckdb::Expression>> required;
  for (const auto& [position, filter] : filters.filters) {
    const duckdb::BoundReferenceExpression column(types[position], position);
    Collect(*filter, column, required);
  }
  if (required.empty()) return nullptr;
  auto all = std::move(required[0]);
  for (size_t i = 1; i < required.size(); ++i) {
    all = duckdb::make_uniq<duckdb::BoundConjunctionExpression>(
        duckdb::ExpressionType::CONJUNCTION_AND, std::move(all), std::move(required[i]));
  }
  return all;
}

}  // namespace recurve::engine
