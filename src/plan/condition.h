// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "catalog/field.h"
#include "plan/full_text.h"
#include "plan/text_pattern.h"

namespace recurve::plan {

/// A point in time in microseconds since the epoch, UTC.
struct TimestampMicros {
  int64_t value;
  bool operator==(const TimestampMicros&) const = default;
};

/// A constant of a condition, in the column's own type: integers of any width as int64_t
/// or uint64_t, both floats as double (a float column's constants are exact floats),
/// strings as UTF-8, date_nanos as int64_t nanoseconds since the epoch.
using Literal =
    std::variant<bool, int64_t, uint64_t, double, std::string, TimestampMicros>;

enum class Comparison { kEqual, kNotEqual, kLess, kLessEqual, kGreater, kGreaterEqual };

/// The comparison that is true where the other is false.
constexpr Comparison Opposite(Comparison comparison) {
  switch (comparison) {
    case Comparison::kEqual:
      return Comparison::kNotEqual;
    case Comparison::kNotEqual:
      return Comparison::kEqual;
    case Comparison::kLess:
      return Comparison::kGreaterEqual;
    case Comparison::kLessEqual:
      return Comparison::kGreater;
    case Comparison::kGreater:
      return Comparison::kLessEqual;
    case Comparison::kGreaterEqual:
      return Comparison::kLess;
  }
  return comparison;
}

/// A WHERE condition as SQL means it, free of DuckDB and of JSON: what `engine` reads out
/// of a bound plan and `plan` decides about.
///
/// SQL's three-valued logic applies: a condition is true, false or unknown for a row, and
/// a WHERE keeps the rows for which it is true.
struct Condition {
  enum class Kind {
    kCompare,    ///< field <comparison> literals[0]
    kIn,         ///< field equals one of literals (none is NULL)
    kIsNull,     ///< field IS NULL
    kIsNotNull,  ///< field IS NOT NULL
    kHasAny,     ///< the list in field holds one of literals (none is NULL)
    kHasAll,     ///< the list in field holds each of literals (none is NULL)
    kMatches,    ///< the whole text of field is one of pattern's
    kAddressIn,  ///< field, an ip, is between the addresses literals[0] and literals[1]
    /// the arc from the point in field to (literals[0], literals[1]) <comparison>
    /// literals[2]; degrees of latitude and longitude, metres
    kDistance,
    /// the point in field is between literals: top, left, bottom, right, in degrees
    kWithinBox,
    kAnd,       ///< all children
    kOr,        ///< any child
    kNot,       ///< not children[0]
    kIsTrue,    ///< children[0] is true: false where that is unknown
    kWider,     ///< something that implies children[0] where it is true, and children[1]
                ///< where it is false; `reason` says why it is not the same
    kFullText,  ///< `full_text`, in `field` for words; never true without it
    kOpaque,    ///< anything else; `text` says what, `reason` why it stays above
  };

  Kind kind = Kind::kOpaque;
  const catalog::Field* field = nullptr;  ///< owned by the catalog table
  Comparison comparison = Comparison::kEqual;
  std::vector<Literal> literals;
  TextPattern pattern;
  std::optional<FullText> full_text;
  std::vector<Condition> children;
  std::string text;    ///< the condition as SQL text, for EXPLAIN
  std::string reason;  ///< kOpaque: why it cannot be put into words here
};

}  // namespace recurve::plan
