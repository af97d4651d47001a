// SPDX-License-Identifier: Apache-2.0
#include "plan/text_pattern.h"

#include <algorithm>
#include <utility>

#include "fmt/format.h"

namespace recurve::plan {

using Kind = TextPattern::Kind;

CharSet MakeCharSet(std::vector<CharRange> ranges) {
  std::ranges::sort(ranges, {}, &CharRange::first);
  CharSet set;
  for (const CharRange& range : ranges) {
    if (!set.empty() && range.first <= set.back().last + 1) {
      set.back().last = std::max(set.back().last, range.last);
    } else {
      set.push_back(range);
    }
  }
  return set;
}

CharSet Complement(const CharSet& chars) {
  CharSet rest;
  char32_t next = 0;
  for (const CharRange& range : chars) {
    if (range.first > next) rest.push_back({next, range.first - 1});
    next = range.last + 1;
  }
  if (next <= kLastCodePoint) rest.push_back({next, kLastCodePoint});
  return rest;
}

TextPattern OneOfChars(CharSet chars) {
  TextPattern pattern;
  pattern.kind = Kind::kChars;
  pattern.chars = std::move(chars);
  return pattern;
}

TextPattern AnyChar() { return OneOfChars({{0, kLastCodePoint}}); }

TextPattern AnyText() { return Repeat(AnyChar(), 0, std::nullopt); }

TextPattern LiteralText(std::string_view utf8) {
  TextPattern text;
  for (const char32_t c : CodePoints(utf8).value_or(U"")) {
    text.parts.push_back(OneOfChars({{c, c}}));
  }
  return text;
}

TextPattern Sequence(std::vector<TextPattern> parts) {
  TextPattern sequence;
  for (TextPattern& part : parts) {
    if (part.kind == Kind::kSequence) {
      std::ranges::move(part.parts, std::back_inserter(sequence.parts));
    } else if (IsAnyText(part) && !sequence.parts.empty() &&
               IsAnyText(sequence.parts.back())) {
      continue;
    } else {
      sequence.parts.push_back(std::move(part));
    }
  }
  return sequence;
}

TextPattern Choice(std::vector<TextPattern> parts) {
  if (parts.size() == 1) return std::move(parts.front());
  TextPattern choice;
  choice.kind = Kind::kChoice;
  choice.parts = std::move(parts);
  return choice;
}

TextPattern Repeat(TextPattern part, int min, std::optional<int> max) {
  TextPattern repeat;
  repeat.kind = Kind::kRepeat;
  repeat.parts.push_back(std::move(part));
  repeat.min = min;
  repeat.max = max;
  return repeat;
}

bool IsAnyChar(const TextPattern& pattern) {
  return pattern.kind == Kind::kChars && pattern.chars == CharSet{{0, kLastCodePoint}};
}

bool IsAnyText(const TextPattern& pattern) {
  return pattern.kind == Kind::kRepeat && pattern.min == 0 && !pattern.max &&
         IsAnyChar(pattern.parts.front());
}

std::optional<std::string> OnlyText(const TextPattern& pattern) {
  if (pattern.kind != Kind::kSequence) return OnlyText(Sequence({pattern}));
  std::string text;
  for (const TextPattern& part : pattern.parts) {
    if (part.kind != Kind::kChars || part.chars.size() != 1 ||
        part.chars.front().first != part.chars.front().last) {
      return std::nullopt;
    }
    AppendUtf8(part.chars.front().first, text);
  }
  return text;
}

bool IsNoText(const TextPattern& pattern) {
  switch (pattern.kind) {
    case Kind::kChars:
      return pattern.chars.empty();
    case Kind::kSequence:
      return std::ranges::any_of(pattern.parts, IsNoText);
    case Kind::kChoice:
      return std::ranges::all_of(pattern.parts, IsNoText);
    case Kind::kRepeat:
      return pattern.min > 0 && IsNoText(pattern.parts.front());
  }
  return false;
}

std::optional<std::u32string> CodePoints(std::string_view utf8) {
  std::u32string text;
  for (size_t i = 0; i < utf8.size();) {
    const auto lead = static_cast<unsigned char>(utf8[i]);
    const size_t length = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
    if ((lead >= 0x80 && lead < 0xC2) || lead > 0xF4 || i + length > utf8.size()) {
      return std::nullopt;
    }
    char32_t c = length == 1 ? lead : lead & (0x7F >> length);
    for (size_t k = 1; k < length; ++k) {
      const auto next = static_cast<unsigned char>(utf8[i + k]);
      if ((next & 0xC0) != 0x80) return std::nullopt;
      c = (c << 6) | (next & 0x3F);
    }
    text.push_back(c);
    i += length;
  }
  return text;
}

void AppendUtf8(char32_t code_point, std::string& text) {
  const auto tail = [&](int shift) {
    text.push_back(static_cast<char>(0x80 | ((code_point >> shift) & 0x3F)));
  };
  if (code_point < 0x80) {
    text.push_back(static_cast<char>(code_point));
  } else if (code_point < 0x800) {
    text.push_back(static_cast<char>(0xC0 | (code_point >> 6)));
    tail(0);
  } else if (code_point < 0x10000) {
    text.push_back(static_cast<char>(0xE0 | (code_point >> 12)));
    tail(6);
    tail(0);
  } else {
    text.push_back(static_cast<char>(0xF0 | (code_point >> 18)));
    tail(12);
    tail(6);
    tail(0);
  }
}

namespace {

// Half and less of what was refused.
constexpr int64_t kMaxChars = 200;
constexpr int64_t kMaxWide = 6;
constexpr int64_t kMaxRegexLength = 900;

struct Size {
  int64_t num_chars = 0;     // repetitions counted as often as they are written out
  int64_t regex_length = 0;  // at most, in characters
  bool endless = false;
  std::vector<std::pair<const CharSet*, int64_t>> sets;  // with how often they occur
};

void Measure(const TextPattern& pattern, int64_t times, Size& size) {
  switch (pattern.kind) {
    case Kind::kChars:
      size.num_chars += times;
      size.regex_length += IsAnyChar(pattern) ? 1 : 2;
      if (IsAnyChar(pattern) || OnlyText(pattern)) {
        size.sets.emplace_back(&pattern.chars, times);
        return;
      }
      for (const CharRange& range : pattern.chars) {
        size.regex_length += range.first == range.last ? 2 : 5;
      }
      size.sets.emplace_back(&pattern.chars, times);
      return;
    case Kind::kSequence:
    case Kind::kChoice:
      size.regex_length += 2;
      for (const TextPattern& part : pattern.parts) Measure(part, times, size);
      return;
    case Kind::kRepeat: {
      size.endless = size.endless || !pattern.max;
      size.regex_length += 12;
      if (IsAnyText(pattern)) {
        size.num_chars += times;
        return;
      }
      const int64_t written = pattern.max ? *pattern.max : pattern.min + 1;
      Measure(pattern.parts.front(), std::min<int64_t>(times * written, 10000), size);
      return;
    }
  }
}

bool Overlap(const CharSet& a, const CharSet& b) {
  return std::ranges::any_of(a, [&](const CharRange& x) {
    return std::ranges::any_of(
        b, [&](const CharRange& y) { return x.first <= y.last && y.first <= x.last; });
  });
}

// Characters behind an endless repetition cost a power of two in states where one set
// holds some, but not all, of what another holds.
int64_t NumWide(const Size& size) {
  int64_t num_wide = 0;
  for (const auto& [set, times] : size.sets) {
    const CharSet& chars = *set;
    const bool wide =
        chars.size() == 1 && chars.front().first == chars.front().last
            ? false
            : std::ranges::any_of(size.sets, [&](const auto& other) {
                return *other.first != chars && Overlap(*other.first, chars);
              });
    if (wide) num_wide += times;
  }
  return num_wide;
}

}  // namespace

std::string WhyTooComplex(const TextPattern& pattern) {
  Size size;
  Measure(pattern, 1, size);
  if (size.num_chars > kMaxChars) {
    return fmt::format("its pattern is longer than {} characters", kMaxChars);
  }
  if (size.regex_length > kMaxRegexLength) {
    return "its pattern is longer than a regular expression may be";
  }
  if (size.endless && NumWide(size) > kMaxWide) {
    return fmt::format(
        "its pattern has more than {} open characters beside a text of any "
        "length",
        kMaxWide);
  }
  return {};
}

}  // namespace recurve::plan
