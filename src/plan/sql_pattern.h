// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "plan/text_pattern.h"

namespace recurve::plan {

/// The code points that a function of single characters (lower, upper) maps to one.
using Preimage = std::function<CharSet(char32_t)>;

/// A LIKE pattern as DuckDB 1.5.6 reads it: `%`, `_` (one code point) and, if `escape` is
/// not 0, that character before any other. Nothing for a pattern that ends with `escape`.
std::optional<TextPattern> LikePattern(std::string_view like, char escape);

/// The texts of which a function's result matches `pattern`, which has only single
/// characters, any character and any text in it (as LIKE has).
TextPattern Unmap(const TextPattern& pattern, const Preimage& preimage);

/// An RE2 regular expression that matches the whole text (`whole`) or any part of it.
/// Nothing, and why in `reason`, for all that RE2 and Lucene do not surely read alike;
/// what is read: characters, escaped punctuation, `.`, classes, \d \w \s and their
/// opposites, groups without names, `|`, repetitions, and `^` and `$` at the ends.
///
/// Source   RE2 syntax (github.com/google/re2/wiki/Syntax) with its default options, as
///          DuckDB sets them: "." is any character but a newline, "$" the end of the
///          text.
std::optional<TextPattern> RegexPattern(std::string_view regex, bool whole,
                                        std::string* reason);

}  // namespace recurve::plan
