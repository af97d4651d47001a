// SPDX-License-Identifier: Apache-2.0
#include "plan/sql_pattern.h"

#include <utility>
#include <vector>

namespace recurve::plan {

using Kind = TextPattern::Kind;

std::optional<TextPattern> LikePattern(std::string_view like, char escape) {
  const auto text = CodePoints(like);
  if (!text) return std::nullopt;
  std::vector<TextPattern> parts;
  for (size_t i = 0; i < text->size(); ++i) {
    char32_t c = (*text)[i];
    if (escape != 0 && c == static_cast<unsigned char>(escape)) {
      if (++i == text->size()) return std::nullopt;
      c = (*text)[i];
      parts.push_back(OneOfChars({{c, c}}));
    } else if (c == '%') {
      parts.push_back(AnyText());
    } else {
      parts.push_back(c == '_' ? AnyChar() : OneOfChars({{c, c}}));
    }
  }
  return Sequence(std::move(parts));
}

TextPattern Unmap(const TextPattern& pattern, const Preimage& preimage) {
  TextPattern result = pattern;
  if (pattern.kind == Kind::kChars && !IsAnyChar(pattern)) {
    result.chars = preimage(pattern.chars.front().first);
  }
  for (TextPattern& part : result.parts) part = Unmap(part, preimage);
  return result;
}

namespace {

const CharSet kDigits = {{'0', '9'}};
const CharSet kWord = {{'0', '9'}, {'A', 'Z'}, {'_', '_'}, {'a', 'z'}};
const CharSet kSpace = {{'\t', '\n'}, {'\f', '\r'}, {' ', ' '}};
const CharSet kNewline = {{'\n', '\n'}};

bool IsPunctuation(char32_t c) {
  return (c > ' ' && c < '0') || (c > '9' && c < 'A') || (c > 'Z' && c < '_') ||
         c == '`' || (c > 'z' && c < 0x7F);
}

class RegexReader {
 public:
  explicit RegexReader(std::u32string text) : text_(std::move(text)) {}

  std::optional<TextPattern> Read(bool whole) {
    std::vector<TextPattern> choices;
    do {
      std::vector<TextPattern> parts;
      const bool at_start = Skip('^');
      if (!at_start && !whole) parts.push_back(AnyText());
      auto middle = ReadSequence();
      if (!middle) return std::nullopt;
      parts.push_back(std::move(*middle));
      const bool at_end = Skip('$');
      if (!at_end && !whole) parts.push_back(AnyText());
      choices.push_back(Sequence(std::move(parts)));
    } while (Skip('|'));
    if (at_ != text_.size()) return Refuse("brackets or ends in an unusual place");
    return Choice(std::move(choices));
  }

  const std::string& reason() const { return reason_; }

 private:
  std::nullopt_t Refuse(const char* what) {
    if (reason_.empty()) {
      reason_ = std::string("a regular expression with ") + what;
    }
    return std::nullopt;
  }

  bool AtEnd() const { return at_ == text_.size(); }
  char32_t Peek() const { return AtEnd() ? 0 : text_[at_]; }
  bool Skip(char32_t c) {
    if (AtEnd() || text_[at_] != c) return false;
    ++at_;
    return true;
  }

  /// Up to `|`, `)`, `$` or the end.
  std::optional<TextPattern> ReadSequence() {
    std::vector<TextPattern> parts;
    while (!AtEnd() && Peek() != '|' && Peek() != ')' && Peek() != '$') {
      auto part = ReadRepeated();
      if (!part) return std::nullopt;
      parts.push_back(std::move(*part));
    }
    return Sequence(std::move(parts));
  }

  std::optional<TextPattern> ReadRepeated() {
    auto part = ReadOne();
    if (!part) return std::nullopt;
    int min = 1;
    std::optional<int> max = 1;
    if (Skip('*')) {
      min = 0;
      max.reset();
    } else if (Skip('+')) {
      max.reset();
    } else if (Skip('?')) {
      min = 0;
    } else if (Skip('{')) {
      if (!ReadBounds(min, max)) return Refuse("braces that are no repetition");
    } else {
      return part;
    }
    Skip('?');  // as few as possible: the same texts match
    if (Peek() == '*' || Peek() == '+' || Peek() == '?' || Peek() == '{') {
      return Refuse("a repetition of a repetition");
    }
    return Repeat(std::move(*part), min, max);
  }

  bool ReadBounds(int& min, std::optional<int>& max) {
    const auto low = ReadNumber();
    if (!low) return false;
    min = *low;
    max = low;
    if (Skip(',')) {
      max.reset();
      if (Peek() != '}') {
        max = ReadNumber();
        if (!max || *max < min) return false;
      }
    }
    return Skip('}');
  }

  std::optional<int> ReadNumber() {
    constexpr int kMost = 999;  // RE2 takes 1,000
    int number = 0;
    const size_t start = at_;
    while (Peek() >= '0' && Peek() <= '9' && number <= kMost) {
      number = number * 10 + static_cast<int>(text_[at_++] - '0');
    }
    if (at_ == start || number > kMost) return std::nullopt;
    return number;
  }

  std::optional<TextPattern> ReadOne() {
    const char32_t c = text_[at_++];
    switch (c) {
      case '.':
        return OneOfChars(Complement(kNewline));
      case '[':
        return ReadClass();
      case '(':
        return ReadGroup();
      case '\\': {
        auto chars = ReadEscape();
        if (!chars) return std::nullopt;
        return OneOfChars(std::move(*chars));
      }
      case '^':
        return Refuse("^ inside");
      case '*':
      case '+':
      case '?':
      case '{':
      case '}':
      case ']':
        return Refuse("a special character in an unusual place");
      default:
        return OneOfChars({{c, c}});
    }
  }

  std::optional<TextPattern> ReadGroup() {
    if (Skip('?') && !Skip(':')) return Refuse("flags or a named group");
    std::vector<TextPattern> choices;
    do {
      auto choice = ReadSequence();
      if (!choice) return std::nullopt;
      choices.push_back(std::move(*choice));
    } while (Skip('|'));
    if (!Skip(')')) return Refuse("$ inside, or a group without an end");
    auto group = Choice(std::move(choices));
    // As one part, so that a repetition means all of it.
    if (group.kind != Kind::kSequence) return group;
    return Repeat(std::move(group), 1, 1);
  }

  /// What stands behind a backslash.
  std::optional<CharSet> ReadEscape() {
    if (AtEnd()) return Refuse("a backslash at its end");
    const char32_t c = text_[at_++];
    switch (c) {
      case 'd':
        return kDigits;
      case 'D':
        return Complement(kDigits);
      case 'w':
        return kWord;
      case 'W':
        return Complement(kWord);
      case 's':
        return kSpace;
      case 'S':
        return Complement(kSpace);
      case 'n':
        return kNewline;
      case 't':
        return CharSet{{'\t', '\t'}};
      case 'r':
        return CharSet{{'\r', '\r'}};
      default:
        if (IsPunctuation(c)) return CharSet{{c, c}};
        return Refuse("an escape that clusters do not know");
    }
  }

  std::optional<TextPattern> ReadClass() {
    const bool negated = Skip('^');
    std::vector<CharRange> ranges;
    if (Peek() == ']') return Refuse("a bracket in a class");
    while (!Skip(']')) {
      if (AtEnd()) return Refuse("a class without an end");
      const char32_t c = text_[at_++];
      if (c == '[' || c == '&' || c == '^') return Refuse("a bracket in a class");
      CharSet chars = {{c, c}};
      if (c == '\\') {
        auto escaped = ReadEscape();
        if (!escaped) return std::nullopt;
        chars = std::move(*escaped);
      }
      const bool single = chars.size() == 1 && chars[0].first == chars[0].last;
      if (c == '-' && !ranges.empty() && Peek() != ']') {
        return Refuse("a dash in a class");
      }
      if (Peek() == '-' && at_ + 1 < text_.size() && text_[at_ + 1] != ']') {
        at_ += 1;
        const char32_t last = text_[at_++];
        if (!single || last == '\\' || last == '[' || last < chars[0].first) {
          return Refuse("an unusual range in a class");
        }
        chars[0].last = last;
      }
      ranges.insert(ranges.end(), chars.begin(), chars.end());
    }
    CharSet chars = MakeCharSet(std::move(ranges));
    if (negated) chars = Complement(chars);
    if (chars.empty()) return Refuse("a class of nothing");
    return OneOfChars(std::move(chars));
  }

  const std::u32string text_;
  size_t at_ = 0;
  std::string reason_;
};

}  // namespace

std::optional<TextPattern> RegexPattern(std::string_view regex, bool whole,
                                        std::string* reason) {
  auto text = CodePoints(regex);
  if (!text) {
    *reason = "a regular expression that is not UTF-8";
    return std::nullopt;
  }
  RegexReader reader(*std::move(text));
  auto pattern = reader.Read(whole);
  if (!pattern) *reason = reader.reason();
  return pattern;
}

}  // namespace recurve::plan
