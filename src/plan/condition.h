// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "catalog/field.h"

namespace recurve::plan {

/// A point in time in microseconds since the epoch, UTC.
struct TimestampMicros {
  int64_t value;
  bool operator==(const TimestampMicros&) const = default;
};

/// A constant of a condition, in the column's own type: integers of any width as int64_t
/// or uint64_t, both floats as double (a float column's constants are exact floats),
/// strings as UTF-8.
using Literal =
    std::variant<bool, int64_t, uint64_t, double, std::string, TimestampMicros>;

enum class Comparison { kEqual, kNotEqual, kLess, kLessEqual, kGreater, kGreaterEqual };

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
    kAnd,        ///< all children
    kOr,         ///< any child
    kNot,        ///< not children[0]
    kOpaque,     ///< anything else; `text` says what, `reason` why it stays above
  };

  Kind kind = Kind::kOpaque;
  const catalog::Field* field = nullptr;  ///< owned by the catalog table
  Comparison comparison = Comparison::kEqual;
  std::vector<Literal> literals;
  std::vector<Condition> children;
  std::string text;    ///< the condition as SQL text, for EXPLAIN
  std::string reason;  ///< kOpaque: why it cannot be put into words here
};

}  // namespace recurve::plan
