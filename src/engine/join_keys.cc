// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <optional>
#include <utility>

#include "arrow/type.h"
#include "engine/column_reader_internal.h"
#include "engine/join_keys_internal.h"
#include "fmt/format.h"

namespace recurve::engine {

using duckdb::TableFilter;
using duckdb::TableFilterType;
using plan::Condition;

namespace {

/// What the filters on one column say, as far as there are words for it.
struct ColumnFilter {
  const catalog::Field& field;
  const duckdb::LogicalType& type;
  std::optional<Condition> keys;
  std::vector<Condition> ranges;

  void Read(const TableFilter& filter) {
    switch (filter.filter_type) {
      case TableFilterType::OPTIONAL_FILTER:
        if (const auto& child = filter.Cast<duckdb::OptionalFilter>().child_filter) {
          Read(*child);
        }
        return;
      case TableFilterType::CONJUNCTION_AND:
        for (const auto& child :
             filter.Cast<duckdb::ConjunctionAndFilter>().child_filters) {
          Read(*child);
        }
        return;
      case TableFilterType::IN_FILTER:
        ReadKeys(filter.Cast<duckdb::InFilter>().values);
        return;
      case TableFilterType::CONSTANT_COMPARISON:
        ReadComparison(filter.Cast<duckdb::ConstantFilter>());
        return;
      default:  // a Bloom filter, the bound of a top-N, an expression
        return;
    }
  }

 private:
  std::optional<plan::Literal> Literal(const duckdb::Value& value) const {
    if (value.type() != type) return std::nullopt;
    return LiteralOf(value);
  }

  void ReadKeys(const duckdb::vector<duckdb::Value>& values) {
    Condition in;
    in.kind = Condition::Kind::kIn;
    in.field = &field;
    in.text = fmt::format("{} IN ({} keys)", field.path, values.size());
    for (const duckdb::Value& value : values) {
      auto literal = Literal(value);
      if (!literal) return;
      in.literals.push_back(*std::move(literal));
    }
    keys = std::move(in);
  }

  void ReadComparison(const duckdb::ConstantFilter& filter) {
    const auto comparison = ComparisonOf(filter.comparison_type);
    auto literal = Literal(filter.constant);
    if (!comparison || !literal) return;
    Condition compare;
    compare.kind = Condition::Kind::kCompare;
    compare.field = &field;
    compare.comparison = *comparison;
    compare.text = filter.ToString(field.path);
    compare.literals.push_back(*std::move(literal));
    ranges.push_back(std::move(compare));
  }
};

/// A key column that the cluster could be asked for, or null.
const catalog::Field* KeyField(const duckdb::ColumnIndex& column,
                               const catalog::Table& table) {
  const catalog::Field* field = UncastFieldOf(column, table);
  if (field == nullptr || field->inside_nested || catalog::IsObject(field->kind) ||
      field->type->num_fields() > 0) {
    return nullptr;
  }
  return field;
}

}  // namespace

std::vector<plan::Pushed> PushRuntimeFilters(
    const duckdb::TableFilterSet& filters,
    const duckdb::vector<duckdb::ColumnIndex>& columns,
    const duckdb::vector<duckdb::LogicalType>& types, const catalog::Table& table,
    int64_t clauses_left) {
  std::vector<plan::Pushed> pushed;
  const auto push = [&](const Condition& condition) {
    plan::Pushed verdict = plan::Push(condition, clauses_left);
    if (verdict.exactness == plan::Exactness::kNone) return false;
    clauses_left -= plan::NumClauses(verdict.predicate);
    pushed.push_back(std::move(verdict));
    return true;
  };
  for (const auto& [position, filter] : filters.filters) {
    const catalog::Field* field = KeyField(columns[position], table);
    if (field == nullptr) continue;
    ColumnFilter column{*field, types[position], {}, {}};
    column.Read(*filter);
    if (column.keys && push(*column.keys)) continue;
    for (const Condition& range : column.ranges) push(range);
  }
  return pushed;
}

plan::ScanRequest Narrow(plan::ScanRequest request,
                         const std::vector<plan::Pushed>& conditions) {
  std::vector<plan::Predicate> predicates = {std::move(request.filter)};
  for (const plan::Pushed& condition : conditions) {
    predicates.push_back(condition.predicate);
    for (const catalog::Field* field : condition.proofs) {
      if (std::ranges::find(request.proofs, field) == request.proofs.end()) {
        request.proofs.push_back(field);
      }
    }
  }
  request.filter = plan::And(std::move(predicates));
  return request;
}

}  // namespace recurve::engine
