// SPDX-License-Identifier: Apache-2.0
#include "dsl/aggregate_body.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "dsl/json_writer.h"
#include "dsl/query_writer.h"
#include "fmt/format.h"

namespace recurve::dsl {

using plan::AggregateFunction;

namespace {

Measure MeasureOf(const plan::Aggregate& aggregate) {
  Measure measure;
  measure.field = aggregate.field;
  measure.statistics = aggregate.function != AggregateFunction::kCountRows &&
                       aggregate.function != AggregateFunction::kCount;
  if (aggregate.filter.kind != plan::Predicate::Kind::kAll) {
    measure.filter = &aggregate.filter;
  }
  return measure;
}

// Statistics tell the count too.
bool Serves(const Measure& there, const Measure& wanted) {
  const bool same_filter = there.filter == nullptr || wanted.filter == nullptr
                               ? there.filter == wanted.filter
                               : *there.filter == *wanted.filter;
  return same_filter && there.field == wanted.field &&
         (there.statistics || !wanted.statistics);
}

void WriteMeasure(const Measure& measure, JsonWriter& json) {
  json.BeginObject();
  if (measure.filter != nullptr) {
    json.Key("filter");
    WriteQuery(*measure.filter, json);
    if (measure.field == nullptr) {
      json.EndObject();
      return;
    }
    json.Key("aggs").BeginObject().Key("v").BeginObject();
  }
  json.Key(measure.statistics ? "stats" : "value_count").BeginObject();
  json.Key("field").String(measure.field->path).EndObject();
  if (measure.filter != nullptr) json.EndObject().EndObject();
  json.EndObject();
}

bool CountsRowsOfFilter(const Measures& measures) {
  return std::ranges::any_of(
      measures.measures, [](const Measure& measure) { return measure.field == nullptr; });
}

void WriteMeasures(const Measures& measures, JsonWriter& json) {
  for (size_t i = 0; i < measures.measures.size(); ++i) {
    json.Key(fmt::format("m{}", i));
    WriteMeasure(measures.measures[i], json);
  }
}

std::string_view CalendarUnit(plan::DateBucket::Unit unit) {
  switch (unit) {
    case plan::DateBucket::Unit::kSeconds:
      break;
    case plan::DateBucket::Unit::kWeek:
      return "1w";
    case plan::DateBucket::Unit::kMonth:
      return "1M";
    case plan::DateBucket::Unit::kQuarter:
      return "1q";
    case plan::DateBucket::Unit::kYear:
      return "1y";
  }
  return "";
}

void WriteInterval(const plan::DateBucket& bucket, bool plain, JsonWriter& json) {
  const bool fixed = bucket.unit == plan::DateBucket::Unit::kSeconds;
  json.Key(plain ? "interval" : fixed ? "fixed_interval" : "calendar_interval");
  if (fixed) {
    json.String(fmt::format("{}s", bucket.seconds));
  } else {
    json.String(CalendarUnit(bucket.unit));
  }
}

void WriteSource(const plan::GroupKey& key, bool plain_interval, JsonWriter& json) {
  json.BeginObject().Key(key.bucket ? "date_histogram" : "terms").BeginObject();
  json.Key("field").String(key.field->path);
  if (key.bucket) WriteInterval(*key.bucket, plain_interval, json);
  json.Key("missing_bucket").Bool(true);
  json.EndObject().EndObject();
}

void WriteGroups(const plan::AggregateRequest& request, const Measures& measures,
                 const AggregatePage& page, JsonWriter& json) {
  json.Key(kGroups).BeginObject().Key("composite").BeginObject();
  json.Key("size").Int(page.max_groups);
  json.Key("sources").BeginArray();
  for (size_t i = 0; i < request.keys.size(); ++i) {
    json.BeginObject().Key(fmt::format("k{}", i));
    WriteSource(request.keys[i], page.plain_interval, json);
    json.EndObject();
  }
  json.EndArray();
  if (!page.after_key.empty()) json.Key("after").Raw(page.after_key);
  json.EndObject();
  if (!measures.measures.empty()) {
    json.Key("aggs").BeginObject();
    WriteMeasures(measures, json);
    json.EndObject();
  }
  json.EndObject();
}

}  // namespace

Measures MeasuresOf(const plan::AggregateRequest& request) {
  Measures result;
  std::vector<Measure> wanted;
  for (const plan::Aggregate& aggregate : request.aggregates) {
    wanted.push_back(MeasureOf(aggregate));
  }
  // Statistics first, so that a count of the same field finds them.
  for (const bool statistics : {true, false}) {
    for (const Measure& measure : wanted) {
      const bool rows_of_group = measure.field == nullptr && measure.filter == nullptr;
      const bool served = std::ranges::any_of(
          result.measures, [&](const Measure& there) { return Serves(there, measure); });
      if (measure.statistics != statistics || rows_of_group || served) continue;
      result.measures.push_back(measure);
    }
  }
  for (const Measure& measure : wanted) {
    const auto there = std::ranges::find_if(
        result.measures, [&](const Measure& each) { return Serves(each, measure); });
    result.of_aggregate.push_back(
        there == result.measures.end()
            ? -1
            : static_cast<int>(there - result.measures.begin()));
  }
  return result;
}

std::string WriteAggregations(const plan::AggregateRequest& request,
                              const Measures& measures, const AggregatePage& page) {
  JsonWriter json;
  if (page.max_groups > 0) WriteGroups(request, measures, page, json);
  if (page.totals) {
    WriteMeasures(measures, json);
    if (CountsRowsOfFilter(measures)) {
      json.Key(kAllRows).BeginObject().Key("filter").BeginObject();
      json.Key("match_all").BeginObject().EndObject().EndObject().EndObject();
    }
  }
  return std::move(json).Take();
}

}  // namespace recurve::dsl
