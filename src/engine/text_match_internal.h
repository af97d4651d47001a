// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "engine/duckdb_internal.h"
#include "plan/condition.h"

namespace recurve::engine {

/// A condition that looks at the characters of a text.
struct TextMatch {
  const duckdb::Expression* column = nullptr;  ///< the text
  plan::TextPattern pattern;                   ///< all of it
  bool negated = false;                        ///< true for texts that do not match
};

/// LIKE, ILIKE, their ESCAPE and NOT forms, prefix, suffix, contains, starts_with, `^@`,
/// regexp_matches, regexp_full_match (`~`, SIMILAR TO), each over a text or over lower()
/// or upper() of it. Nothing if the expression is none of these; `reason` is then set if
/// it is one, but one that cannot be said.
std::optional<TextMatch> ReadTextMatch(const duckdb::Expression& expression,
                                       std::string* reason);

/// `lower(text) = constant`, also with upper() and `<>`; nothing if it is not that.
std::optional<TextMatch> ReadMappedEquality(const duckdb::Expression& text,
                                            plan::Comparison comparison,
                                            const duckdb::Expression& constant);

}  // namespace recurve::engine
