// SPDX-License-Identifier: Apache-2.0
#include "plan/field_rules.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <utility>

#include "fmt/format.h"

namespace recurve::plan {

using catalog::Field;
using catalog::FieldKind;

namespace {

constexpr int64_t kMicrosPerMilli = 1000;

bool IsDate(const Field& field) { return field.kind == FieldKind::kDate; }

bool IsFloating(const Field& field) {
  return field.kind == FieldKind::kDouble || field.kind == FieldKind::kFloat;
}

Predicate Range(const Field& field, std::optional<Bound> lower,
                std::optional<Bound> upper) {
  Predicate range;
  range.kind = Predicate::Kind::kRange;
  range.field = &field;
  range.lower = std::move(lower);
  range.upper = std::move(upper);
  return range;
}

Predicate Terms(const Field& field, std::vector<Literal> values) {
  Predicate terms;
  terms.kind = Predicate::Kind::kTerms;
  terms.field = &field;
  terms.values = std::move(values);
  return terms;
}

Predicate Nothing() {
  Predicate none;
  none.kind = Predicate::Kind::kNone;
  return none;
}

int64_t FloorDivide(int64_t value, int64_t divisor) {
  const int64_t quotient = value / divisor;
  return quotient * divisor > value ? quotient - 1 : quotient;
}

// `date` fields hold whole milliseconds, SQL's literals microseconds. Every relation is
// put as a half-open range of milliseconds (bounds still in microseconds), because the
// cluster rounds `lte` and `gt` up to the end of the unit that a format leaves out.
Predicate CompareDate(const Field& field, Comparison comparison, int64_t micros) {
  const int64_t floor_milli = FloorDivide(micros, kMicrosPerMilli);
  const bool whole = floor_milli * kMicrosPerMilli == micros;
  auto at = [](int64_t milli) {
    return Literal(TimestampMicros{milli * kMicrosPerMilli});
  };
  const Bound from_floor{at(floor_milli), true};
  const Bound from_next{at(floor_milli + 1), true};
  const Bound before_floor{at(floor_milli), false};
  const Bound before_next{at(floor_milli + 1), false};
  switch (comparison) {
    case Comparison::kEqual:
      return whole ? Range(field, from_floor, before_next) : Nothing();
    case Comparison::kNotEqual:
      if (!whole) return Exists(field);
      return And({Exists(field), Not(Range(field, from_floor, before_next))});
    case Comparison::kLess:
      return Range(field, std::nullopt, whole ? before_floor : before_next);
    case Comparison::kLessEqual:
      return Range(field, std::nullopt, before_next);
    case Comparison::kGreater:
      return Range(field, from_next, std::nullopt);
    case Comparison::kGreaterEqual:
      return Range(field, whole ? from_floor : from_next, std::nullopt);
  }
  return Nothing();
}

// Lucene orders -0.0 before 0.0; SQL has them equal. A zero bound is moved to the zero
// that keeps both on the same side. NaN is greater than everything in DuckDB and cannot
// be stored.
Predicate CompareFloating(const Field& field, Comparison comparison, double value) {
  const double low = value == 0 ? -0.0 : value;
  const double high = value == 0 ? 0.0 : value;
  switch (comparison) {
    case Comparison::kEqual:
      return Range(field, Bound{low, true}, Bound{high, true});
    case Comparison::kNotEqual:
      return And({Exists(field), Not(Range(field, Bound{low, true}, Bound{high, true}))});
    case Comparison::kLess:
      return Range(field, std::nullopt, Bound{low, false});
    case Comparison::kLessEqual:
      return Range(field, std::nullopt, Bound{high, true});
    case Comparison::kGreater:
      return Range(field, Bound{high, false}, std::nullopt);
    case Comparison::kGreaterEqual:
      return Range(field, Bound{low, true}, std::nullopt);
  }
  return Nothing();
}

// No document is before 1970: the cluster refuses such values and such bounds.
Predicate CompareDateNanos(const Field& field, Comparison comparison, int64_t nanos) {
  const bool before_all = nanos < 0;
  const Bound at{Literal(nanos), true};
  const Bound beyond{Literal(nanos), false};
  switch (comparison) {
    case Comparison::kEqual:
      return before_all ? Nothing() : Range(field, at, at);
    case Comparison::kNotEqual:
      if (before_all) return Exists(field);
      return And({Exists(field), Not(Range(field, at, at))});
    case Comparison::kLess:
      return before_all ? Nothing() : Range(field, std::nullopt, beyond);
    case Comparison::kLessEqual:
      return before_all ? Nothing() : Range(field, std::nullopt, at);
    case Comparison::kGreater:
      return before_all ? Exists(field) : Range(field, beyond, std::nullopt);
    case Comparison::kGreaterEqual:
      return before_all ? Exists(field) : Range(field, at, std::nullopt);
  }
  return Nothing();
}

// NaN and the infinities have no JSON spelling; no document holds one.
Predicate CompareNonFinite(const Field& field, Comparison comparison, double value) {
  const bool above_all = std::isnan(value) || value > 0;
  switch (comparison) {
    case Comparison::kEqual:
      return Nothing();
    case Comparison::kNotEqual:
      return Exists(field);
    case Comparison::kLess:
    case Comparison::kLessEqual:
      return above_all ? Exists(field) : Nothing();
    case Comparison::kGreater:
    case Comparison::kGreaterEqual:
      return above_all ? Nothing() : Exists(field);
  }
  return Nothing();
}

}  // namespace

const Field& IndexOf(const Field& field) {
  if (field.kind != FieldKind::kText) return field;
  for (const Field& sub_field : field.sub_fields) {
    if (sub_field.kind == FieldKind::kKeyword && WhyNotComparable(sub_field).empty()) {
      return sub_field;
    }
  }
  return field;
}

std::string WhyIndexUncertain(const Field& field) {
  if (field.path.find('*') != std::string::npos) {
    return fmt::format("{} has a * in its name, which the cluster takes for a pattern",
                       field.path);
  }
  if (catalog::MayBeAddedLater(field) && !field.source_findable) {
    return fmt::format(
        "{} may have been added after documents had been written, and no query tells "
        "which of them have {}",
        field.path, field.source_path);
  }
  if (field.ignore_above && !field.records_ignored) {
    return fmt::format(
        "{} has ignore_above, and this index does not tell which values are too long",
        field.path);
  }
  if (field.ignore_malformed && field.kind != FieldKind::kKeyword) {
    return fmt::format("{} has ignore_malformed: what the cluster ignores is not certain",
                       field.path);
  }
  return {};
}

std::string WhyNotTestableForNull(const Field& field) {
  if (field.list_depth > 0) {
    return fmt::format("{} is a list, of which the index has the elements only",
                       field.path);
  }
  switch (field.kind) {
    case FieldKind::kKeyword:
    case FieldKind::kConstantKeyword:
    case FieldKind::kWildcard:
    case FieldKind::kVersion:
    case FieldKind::kByte:
    case FieldKind::kShort:
    case FieldKind::kInteger:
    case FieldKind::kLong:
    case FieldKind::kUnsignedLong:
    case FieldKind::kHalfFloat:
    case FieldKind::kFloat:
    case FieldKind::kDouble:
    case FieldKind::kScaledFloat:
    case FieldKind::kBoolean:
    case FieldKind::kDate:
    case FieldKind::kDateNanos:
    case FieldKind::kIp:
      break;
    default:
      return fmt::format("{} of type {} is not pushed yet", field.path, field.es_type);
  }
  if (std::string why = WhyIndexUncertain(field); !why.empty()) return why;
  if (!field.doc_values) {
    return fmt::format(
        "{} has no doc values, so it cannot be proved to have one value per document",
        field.path);
  }
  if (field.null_value) {
    return fmt::format(
        "{} has a null_value: the cluster sees a value where the document "
        "has null",
        field.path);
  }
  return {};
}

std::string WhyNotFindable(const Field& field) {
  if (field.list_depth > 0) return WhyNotTestableForNull(field);
  if (!field.indexed) return fmt::format("{} has index: false", field.path);
  if (field.has_normalizer) {
    return fmt::format("{} has a normalizer: its terms are not its value", field.path);
  }
  return WhyNotTestableForNull(field);
}

std::string WhyNotComparable(const Field& field) {
  switch (field.kind) {
    case FieldKind::kKeyword:
    case FieldKind::kConstantKeyword:
    case FieldKind::kByte:
    case FieldKind::kShort:
    case FieldKind::kInteger:
    case FieldKind::kLong:
    case FieldKind::kUnsignedLong:
    case FieldKind::kDouble:
    case FieldKind::kBoolean:
    case FieldKind::kDate:
    case FieldKind::kDateNanos:
    case FieldKind::kIp:
      return WhyNotFindable(field);
    case FieldKind::kFloat:
      if (field.float_rounding == catalog::FloatRounding::kUnknown) {
        return fmt::format(
            "{} may have been rounded in two ways: the index is older than "
            "the cluster, reindex it",
            field.path);
      }
      return WhyNotFindable(field);
    case FieldKind::kText:
      return fmt::format("{} is analyzed text: its terms are not its value", field.path);
    default:
      return fmt::format("{} of type {} is not pushed yet", field.path, field.es_type);
  }
}

std::string WhyNotSayable(const Literal& literal) {
  constexpr size_t kMaxTermBytes = 32766;
  const auto* text = std::get_if<std::string>(&literal);
  if (text != nullptr && text->size() > kMaxTermBytes) {
    return fmt::format("a text of {} bytes is longer than a term may be", text->size());
  }
  const auto* timestamp = std::get_if<TimestampMicros>(&literal);
  if (timestamp == nullptr) return {};
  constexpr int64_t kYearOne = -62135596800000000;
  if (timestamp->value < kYearOne) return "a time before the year 1";
  // A range may end a millisecond later, in microseconds too.
  constexpr int64_t kLast = std::numeric_limits<int64_t>::max() - kMicrosPerMilli;
  if (timestamp->value > kLast) return "a time at the end of what can be counted";
  return {};
}

Predicate Exists(const Field& field) {
  Predicate exists;
  exists.kind = Predicate::Kind::kExists;
  exists.field = &field;
  return exists;
}

Predicate Matches(const Field& field, const TextPattern& pattern) {
  if (IsNoText(pattern)) return Nothing();
  // An empty `wildcard` does not find the empty text (seen on Elasticsearch 6.8.9 and
  // 8.19.21); a text alone is a term.
  if (auto text = OnlyText(pattern)) return Terms(field, {*std::move(text)});
  if (IsAnyText(pattern) || (pattern.kind == TextPattern::Kind::kSequence &&
                             pattern.parts.size() == 1 && IsAnyText(pattern.parts[0]))) {
    return Exists(field);
  }
  Predicate matches;
  matches.kind = Predicate::Kind::kMatches;
  matches.field = &field;
  matches.pattern = pattern;
  return matches;
}

Predicate Not(Predicate predicate) {
  if (predicate.kind == Predicate::Kind::kNone) return {};
  if (predicate.kind == Predicate::Kind::kAll) return Nothing();
  Predicate negation;
  negation.kind = Predicate::Kind::kNot;
  negation.children.push_back(std::move(predicate));
  return negation;
}

Predicate Compare(const Field& field, Comparison comparison, const Literal& literal) {
  if (IsDate(field)) {
    return CompareDate(field, comparison, std::get<TimestampMicros>(literal).value);
  }
  if (field.kind == FieldKind::kDateNanos) {
    return CompareDateNanos(field, comparison, std::get<int64_t>(literal));
  }
  if (IsFloating(field)) {
    const double value = std::get<double>(literal);
    return std::isfinite(value) ? CompareFloating(field, comparison, value)
                                : CompareNonFinite(field, comparison, value);
  }
  switch (comparison) {
    case Comparison::kEqual:
      return Terms(field, {literal});
    case Comparison::kNotEqual:
      return And({Exists(field), Not(Terms(field, {literal}))});
    case Comparison::kLess:
      return Range(field, std::nullopt, Bound{literal, false});
    case Comparison::kLessEqual:
      return Range(field, std::nullopt, Bound{literal, true});
    case Comparison::kGreater:
      // A range above "" alone selects nothing in Lucene 7 (seen on Elasticsearch 6.8.9).
      if (literal == Literal(std::string())) {
        return And({Exists(field), Not(Terms(field, {literal}))});
      }
      return Range(field, Bound{literal, false}, std::nullopt);
    case Comparison::kGreaterEqual:
      return Range(field, Bound{literal, true}, std::nullopt);
  }
  return Nothing();
}

namespace {

// Dates have no `terms` that is independent of the mapping's format.
Predicate OneOfDates(const Field& field, const std::vector<Literal>& literals) {
  Predicate any;
  any.kind = Predicate::Kind::kOr;
  for (const Literal& literal : literals) {
    any.children.push_back(Compare(field, Comparison::kEqual, literal));
  }
  return any;
}

// What a document can hold of the literals; zero is both zeros.
std::vector<Literal> Findable(const std::vector<Literal>& literals) {
  std::vector<Literal> findable;
  for (const Literal& literal : literals) {
    const double value = std::get<double>(literal);
    if (!std::isfinite(value)) continue;
    findable.push_back(value == 0 ? Literal(0.0) : literal);
    if (value == 0) findable.emplace_back(-0.0);
  }
  return findable;
}

}  // namespace

Predicate OneOf(const Field& field, const std::vector<Literal>& literals) {
  // index.max_terms_count (Elasticsearch reference, "Index modules").
  constexpr size_t kMaxTerms = 65536;
  if (literals.empty()) return Nothing();
  if (IsDate(field) || field.kind == FieldKind::kDateNanos) {
    return OneOfDates(field, literals);
  }
  const std::vector<Literal> values = IsFloating(field) ? Findable(literals) : literals;
  if (values.empty()) return Nothing();
  if (values.size() <= kMaxTerms) return Terms(field, values);
  Predicate any;
  any.kind = Predicate::Kind::kOr;
  for (size_t begin = 0; begin < values.size(); begin += kMaxTerms) {
    const auto first = values.begin() + static_cast<std::ptrdiff_t>(begin);
    const size_t count = std::min(kMaxTerms, values.size() - begin);
    any.children.push_back(Terms(
        field, std::vector<Literal>(first, first + static_cast<std::ptrdiff_t>(count))));
  }
  return any;
}

}  // namespace recurve::plan
