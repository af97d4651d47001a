// SPDX-License-Identifier: Apache-2.0
#include "dsl/query_writer.h"

#include <array>
#include <chrono>

#include "dsl/full_text_writer.h"
#include "dsl/pattern_writer.h"
#include "fmt/chrono.h"
#include "fmt/format.h"

namespace recurve::dsl {

namespace {

using plan::Literal;
using plan::Predicate;
using plan::TimestampMicros;

// Negative epoch_millis is refused by some 7.x releases (elastic/elasticsearch#40983) and
// years beyond 9999 have no ISO spelling that all accept, so each side uses what works
// there.
void WriteTimestamp(TimestampMicros time, JsonWriter& json) {
  int64_t millis = time.value / 1000;
  if (millis >= 0) {
    json.Int(millis);
    return;
  }
  int64_t seconds = millis / 1000;
  int64_t rest = millis % 1000;
  if (rest < 0) {
    rest += 1000;
    seconds -= 1;
  }
  const auto days = std::chrono::floor<std::chrono::days>(
      std::chrono::sys_seconds(std::chrono::seconds(seconds)));
  const std::chrono::year_month_day date(days);
  const int64_t second_of_day =
      seconds - days.time_since_epoch().count() * int64_t{86400};
  json.String(fmt::format(
      "{:04d}-{:02d}-{:02d}T{:02d}:{:02d}:{:02d}.{:03d}Z", static_cast<int>(date.year()),
      static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()),
      second_of_day / 3600, second_of_day / 60 % 60, second_of_day % 60, rest));
}

struct LiteralWriter {
  JsonWriter& json;
  void operator()(bool value) const { json.Bool(value); }
  void operator()(int64_t value) const { json.Int(value); }
  // As a text: not every JSON reader of a cluster takes a number above 2^63.
  void operator()(uint64_t value) const { json.String(fmt::format("{}", value)); }
  void operator()(double value) const { json.Double(value); }
  void operator()(const std::string& value) const { json.String(value); }
  void operator()(TimestampMicros value) const { WriteTimestamp(value, json); }
};

void WriteLiteral(const Literal& literal, JsonWriter& json) {
  std::visit(LiteralWriter{json}, literal);
}

// All nine digits, so that the cluster has nothing to fill up.
std::string NanosText(int64_t nanos) {
  const std::chrono::sys_time<std::chrono::nanoseconds> time{
      std::chrono::nanoseconds(nanos)};
  const auto day = std::chrono::floor<std::chrono::days>(time);
  const std::chrono::year_month_day date(day);
  const std::chrono::hh_mm_ss clock(time - day);
  return fmt::format("{:04d}-{:02d}-{:02d}T{:02d}:{:02d}:{:02d}.{:09d}Z",
                     static_cast<int>(date.year()), static_cast<unsigned>(date.month()),
                     static_cast<unsigned>(date.day()), clock.hours().count(),
                     clock.minutes().count(), clock.seconds().count(),
                     clock.subseconds().count());
}

bool IsTimestamp(const std::optional<plan::Bound>& bound) {
  return bound && std::holds_alternative<TimestampMicros>(bound->value);
}

void WriteRange(const Predicate& range, JsonWriter& json) {
  const bool nanos = range.field->kind == catalog::FieldKind::kDateNanos;
  const auto write = [&](const Literal& literal) {
    if (nanos) {
      json.String(NanosText(std::get<int64_t>(literal)));
    } else {
      WriteLiteral(literal, json);
    }
  };
  json.BeginObject().Key("range").BeginObject();
  json.Key(range.field->path).BeginObject();
  if (range.lower) {
    json.Key(range.lower->inclusive ? "gte" : "gt");
    write(range.lower->value);
  }
  if (range.upper) {
    json.Key(range.upper->inclusive ? "lte" : "lt");
    write(range.upper->value);
  }
  if (nanos) json.Key("format").String("strict_date_optional_time_nanos");
  if (IsTimestamp(range.lower) || IsTimestamp(range.upper)) {
    json.Key("format").String("epoch_millis||strict_date_time");
  }
  json.EndObject().EndObject().EndObject();
}

void WriteTerms(const Predicate& terms, JsonWriter& json) {
  json.BeginObject();
  if (terms.values.size() == 1) {
    json.Key("term").BeginObject().Key(terms.field->path);
    WriteLiteral(terms.values.front(), json);
    json.EndObject();
  } else {
    json.Key("terms").BeginObject().Key(terms.field->path).BeginArray();
    for (const Literal& value : terms.values) WriteLiteral(value, json);
    json.EndArray().EndObject();
  }
  json.EndObject();
}

// An index of a pattern that has no such nested field has no such child: without
// ignore_unmapped it would fail.
void WriteNested(const Predicate& nested, JsonWriter& json) {
  json.BeginObject().Key("nested").BeginObject();
  json.Key("path").String(nested.field->path);
  json.Key("ignore_unmapped").Bool(true);
  json.Key("query");
  WriteQuery(nested.children.front(), json);
  json.EndObject().EndObject();
}

// A field that an index of a pattern lacks would fail the query there.
void WriteCircle(const Predicate& circle, JsonWriter& json) {
  json.BeginObject().Key("geo_distance").BeginObject();
  // Thousandths do not matter: the circle has been drawn wide.
  json.Key("distance").String(fmt::format("{:.3f}m", std::get<double>(circle.values[2])));
  json.Key(circle.field->path).BeginObject().Key("lat");
  WriteLiteral(circle.values[0], json);
  json.Key("lon");
  WriteLiteral(circle.values[1], json);
  json.EndObject().Key("ignore_unmapped").Bool(true).EndObject().EndObject();
}

void WriteBox(const Predicate& box, JsonWriter& json) {
  json.BeginObject().Key("geo_bounding_box").BeginObject();
  json.Key(box.field->path).BeginObject();
  for (size_t i = 0; i < box.values.size(); ++i) {
    json.Key(std::array{"top", "left", "bottom", "right"}[i]);
    WriteLiteral(box.values[i], json);
  }
  json.EndObject().Key("ignore_unmapped").Bool(true).EndObject().EndObject();
}

void WriteClauses(std::string_view clause, const std::vector<Predicate>& children,
                  JsonWriter& json) {
  json.BeginObject().Key("bool").BeginObject().Key(clause).BeginArray();
  for (const Predicate& child : children) WriteQuery(child, json);
  json.EndArray();
  if (clause == "should") json.Key("minimum_should_match").Int(1);
  json.EndObject().EndObject();
}

}  // namespace

void WriteQuery(const Predicate& predicate, JsonWriter& json) {
  switch (predicate.kind) {
    case Predicate::Kind::kAll:
      json.Raw(R"({"match_all":{}})");
      return;
    case Predicate::Kind::kNone:
      json.Raw(R"({"match_none":{}})");
      return;
    case Predicate::Kind::kTerms:
      WriteTerms(predicate, json);
      return;
    case Predicate::Kind::kRange:
      WriteRange(predicate, json);
      return;
    case Predicate::Kind::kExists:
      json.BeginObject().Key("exists").BeginObject();
      json.Key("field").String(predicate.field->path).EndObject().EndObject();
      return;
    case Predicate::Kind::kMatches:
      WriteMatches(*predicate.field, predicate.pattern, json);
      return;
    case Predicate::Kind::kCircle:
      WriteCircle(predicate, json);
      return;
    case Predicate::Kind::kBox:
      WriteBox(predicate, json);
      return;
    case Predicate::Kind::kNested:
      WriteNested(predicate, json);
      return;
    case Predicate::Kind::kFullText:
      WriteFullText(predicate, json);
      return;
    case Predicate::Kind::kAnd:
      WriteClauses("filter", predicate.children, json);
      return;
    case Predicate::Kind::kOr:
      WriteClauses("should", predicate.children, json);
      return;
    case Predicate::Kind::kNot:
      WriteClauses("must_not", predicate.children, json);
      return;
  }
}

}  // namespace recurve::dsl
