// SPDX-License-Identifier: Apache-2.0
#include "dsl/esql_aggregate.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "dsl/esql_text.h"
#include "dsl/json_writer.h"
#include "dsl/query_writer.h"
#include "fmt/format.h"
#include "plan/aggregate_rules.h"
#include "plan/road_rules.h"

namespace recurve::dsl {

using plan::AggregateFunction;
using Function = EsqlTerm::Function;

namespace {

// Names that no key may have: they would hide it.
constexpr std::string_view kTermPrefix = "recurve_";

std::string_view NameOf(Function function) {
  switch (function) {
    case Function::kCountRows:
    case Function::kCount:
      return "COUNT";
    case Function::kSum:
      return "SUM";
    case Function::kMin:
      return "MIN";
    case Function::kMax:
      return "MAX";
  }
  return "";
}

std::string KeyText(const plan::GroupKey& key) {
  const std::string field = EsqlIdentifier(key.field->path);
  if (!key.bucket) return field;
  switch (key.bucket->unit) {
    case plan::DateBucket::Unit::kSeconds:
      return fmt::format("DATE_TRUNC({} seconds, {})", key.bucket->seconds, field);
    case plan::DateBucket::Unit::kWeek:
      return fmt::format("DATE_TRUNC(1 week, {})", field);
    case plan::DateBucket::Unit::kMonth:
      return fmt::format("DATE_TRUNC(1 month, {})", field);
    case plan::DateBucket::Unit::kQuarter:
      return fmt::format("DATE_TRUNC(3 months, {})", field);
    case plan::DateBucket::Unit::kYear:
      return fmt::format("DATE_TRUNC(1 year, {})", field);
  }
  return field;
}

int PlaceOf(EsqlStats& stats, Function function, const catalog::Field* field) {
  const EsqlTerm term{function, field};
  const auto there = std::ranges::find(stats.terms, term);
  const auto place = static_cast<int>(there - stats.terms.begin());
  if (there == stats.terms.end()) stats.terms.push_back(term);
  return place;
}

}  // namespace

std::string WhyNotEsql(const plan::AggregateRequest& request) {
  if (std::string why = plan::WhyNotFilteredByEsql(request.filter); !why.empty()) {
    return why;
  }
  if (plan::NeedsTotals(request)) return "it does not tell the signs over all groups";
  for (const plan::GroupKey& key : request.keys) {
    if (key.field->path.starts_with(kTermPrefix)) return "a key has a name of ours";
  }
  for (const plan::Aggregate& aggregate : request.aggregates) {
    if (aggregate.filter.kind != plan::Predicate::Kind::kAll) {
      return "an aggregate has a FILTER";
    }
  }
  return {};
}

EsqlStats EsqlStatsOf(const plan::AggregateRequest& request, bool with_signs) {
  EsqlStats stats;
  stats.terms.push_back({});
  for (const plan::Aggregate& aggregate : request.aggregates) {
    const catalog::Field* field = aggregate.field;
    EsqlParts parts;
    switch (aggregate.function) {
      case AggregateFunction::kCountRows:
        parts.count = 0;
        break;
      case AggregateFunction::kCount:
      case AggregateFunction::kCountDistinct:
        parts.count = PlaceOf(stats, Function::kCount, field);
        break;
      case AggregateFunction::kSum:
      case AggregateFunction::kAvg:
        // A sum beyond a long is NULL: the count tells it from a sum of nothing.
        parts.count = PlaceOf(stats, Function::kCount, field);
        parts.sum = PlaceOf(stats, Function::kSum, field);
        if (!with_signs || plan::IsInteger(*field)) break;
        parts.min = PlaceOf(stats, Function::kMin, field);
        parts.max = PlaceOf(stats, Function::kMax, field);
        break;
      case AggregateFunction::kMin:
        parts.min = PlaceOf(stats, Function::kMin, field);
        break;
      case AggregateFunction::kMax:
        parts.max = PlaceOf(stats, Function::kMax, field);
        break;
    }
    stats.of_aggregate.push_back(parts);
  }
  return stats;
}

std::string WriteEsqlStats(const plan::AggregateRequest& request, const EsqlStats& stats,
                           const std::vector<std::string>& indices,
                           const std::string& alias_filter) {
  std::string query = "FROM " + EsqlIndices(indices) + " | STATS ";
  const catalog::Field* distinct = plan::CountedDistinct(request);
  if (distinct != nullptr) {
    // COUNT_DISTINCT is approximate; the groups of groups are not.
    query +=
        fmt::format("{}0 = COUNT(*) BY {}", kTermPrefix, EsqlIdentifier(distinct->path));
    for (const plan::GroupKey& key : request.keys) {
      query += fmt::format(", {}k{} = {}", kTermPrefix, &key - request.keys.data(),
                           KeyText(key));
    }
    query += " | STATS ";
  }
  for (size_t i = 0; i < stats.terms.size(); ++i) {
    const EsqlTerm& term = stats.terms[i];
    query += fmt::format("{}{}{} = {}({})", i > 0 ? ", " : "", kTermPrefix, i,
                         NameOf(term.function),
                         term.field == nullptr ? "*" : EsqlIdentifier(term.field->path));
    if (distinct != nullptr && i == 0) {
      query.resize(query.size() - std::string_view("COUNT(*)").size());
      query += fmt::format("SUM({}0)", kTermPrefix);
    }
  }
  for (size_t i = 0; i < request.keys.size(); ++i) {
    query += i > 0 ? ", " : " BY ";
    query += distinct == nullptr ? KeyText(request.keys[i])
                                 : fmt::format("{}k{}", kTermPrefix, i);
  }
  query += fmt::format(" | LIMIT {}", kMaxEsqlRows);
  JsonWriter json;
  json.BeginObject().Key("query").String(query);
  const bool filtered = request.filter.kind != plan::Predicate::Kind::kAll;
  if (filtered || !alias_filter.empty()) {
    json.Key("filter").BeginObject().Key("bool").BeginObject();
    json.Key("filter").BeginArray();
    if (filtered) WriteQuery(request.filter, json);
    if (!alias_filter.empty()) json.Raw(alias_filter);
    json.EndArray().EndObject().EndObject();
  }
  json.EndObject();
  return std::move(json).Take();
}

}  // namespace recurve::dsl
