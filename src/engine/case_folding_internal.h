// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "plan/sql_pattern.h"

namespace recurve::engine {

enum class LetterCase { kLower, kUpper };

/// The code points that DuckDB's lower() or upper() maps to one; null if DuckDB does not
/// say. They are asked of DuckDB itself, once: its tables are those of the Unicode
/// version it was built with (lower('\u212A') is 'k'), a cluster's folding is another.
///
/// Threads  any.
plan::Preimage CasePreimage(LetterCase letter_case);

/// What DuckDB's lower() maps a code point to; nothing if DuckDB does not say.
std::optional<char32_t> LowerOf(char32_t c);

}  // namespace recurve::engine
