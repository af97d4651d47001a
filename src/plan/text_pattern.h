// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace recurve::plan {

/// Code points from `first` to `last`, both included.
struct CharRange {
  char32_t first;
  char32_t last;
  bool operator==(const CharRange&) const = default;
};

/// Code points; ranges are in order and do not touch.
using CharSet = std::vector<CharRange>;

inline constexpr char32_t kLastCodePoint = 0x10FFFF;

/// Ranges in any order as a CharSet.
CharSet MakeCharSet(std::vector<CharRange> ranges);
CharSet Complement(const CharSet& chars);

/// A set of texts that SQL's LIKE and regular expressions and the cluster's `prefix`,
/// `wildcard` and `regexp` queries all can say: a regular expression over code points
/// that describes the whole text.
struct TextPattern {
  enum class Kind {
    kChars,     ///< one code point out of `chars`; none at all if that is empty
    kSequence,  ///< all parts one after the other; without parts: the empty text
    kChoice,    ///< any of the parts
    kRepeat,    ///< parts[0], `min` to `max` times
  };

  Kind kind = Kind::kSequence;
  CharSet chars;
  std::vector<TextPattern> parts;
  int min = 0;
  std::optional<int> max;  ///< nothing: without end

  bool operator==(const TextPattern&) const = default;
};

TextPattern OneOfChars(CharSet chars);
TextPattern AnyChar();
TextPattern AnyText();  ///< any number of any characters
TextPattern LiteralText(std::string_view utf8);
TextPattern Sequence(std::vector<TextPattern> parts);  ///< sequences inside are opened
TextPattern Choice(std::vector<TextPattern> parts);
TextPattern Repeat(TextPattern part, int min, std::optional<int> max);

bool IsAnyChar(const TextPattern& pattern);
bool IsAnyText(const TextPattern& pattern);

/// The text if there is exactly one.
std::optional<std::string> OnlyText(const TextPattern& pattern);

/// True if no text is described.
bool IsNoText(const TextPattern& pattern);

/// UTF-8 to code points; nothing for what is not UTF-8.
std::optional<std::u32string> CodePoints(std::string_view utf8);
void AppendUtf8(char32_t code_point, std::string& text);

/// Why a cluster may refuse a pattern for its size, or an empty string.
///
/// Source   a pattern is turned into a deterministic automaton with at most 10,000 states
///          (Elasticsearch 6.8.9) or as many steps (8.19.21): "*a" with 12 "?" and
///          literal texts of 1,000 bytes behind a "*" are refused. index.max_regex_length
///          is 1,000 (Elasticsearch 7.0 and later). A list of 1,000 single characters is
///          "too large" (8.19.21).
std::string WhyTooComplex(const TextPattern& pattern);

}  // namespace recurve::plan
