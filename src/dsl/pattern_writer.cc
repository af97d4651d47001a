// SPDX-License-Identifier: Apache-2.0
#include "dsl/pattern_writer.h"

#include <optional>
#include <string>
#include <string_view>

#include "fmt/format.h"

namespace recurve::dsl {

using plan::CharRange;
using plan::CharSet;
using plan::TextPattern;
using Kind = TextPattern::Kind;

namespace {

void AppendEscaped(char32_t c, std::string_view special, std::string& text) {
  if (c < 0x80 && special.find(static_cast<char>(c)) != std::string_view::npos) {
    text.push_back('\\');
  }
  plan::AppendUtf8(c, text);
}

bool IsSingle(const TextPattern& part) {
  return part.kind == Kind::kChars && part.chars.size() == 1 &&
         part.chars.front().first == part.chars.front().last;
}

std::optional<std::string> PrefixOf(const TextPattern& pattern) {
  if (pattern.kind != Kind::kSequence || pattern.parts.empty() ||
      !plan::IsAnyText(pattern.parts.back())) {
    return std::nullopt;
  }
  std::string prefix;
  for (size_t i = 0; i + 1 < pattern.parts.size(); ++i) {
    if (!IsSingle(pattern.parts[i])) return std::nullopt;
    plan::AppendUtf8(pattern.parts[i].chars.front().first, prefix);
  }
  return prefix;
}

std::optional<std::string> WildcardOf(const TextPattern& pattern) {
  if (pattern.kind != Kind::kSequence) return std::nullopt;
  std::string wildcard;
  for (const TextPattern& part : pattern.parts) {
    if (IsSingle(part)) {
      AppendEscaped(part.chars.front().first, "*?\\", wildcard);
    } else if (plan::IsAnyChar(part)) {
      wildcard.push_back('?');
    } else if (plan::IsAnyText(part)) {
      wildcard.push_back('*');
    } else {
      return std::nullopt;
    }
  }
  return wildcard;
}

void AppendClass(const CharSet& chars, std::string& regex) {
  constexpr std::string_view kSpecial = "[]^-\\\"";
  const bool negated =
      chars.front().first == 0 && chars.back().last == plan::kLastCodePoint;
  regex += negated ? "[^" : "[";
  for (const CharRange& range : negated ? plan::Complement(chars) : chars) {
    AppendEscaped(range.first, kSpecial, regex);
    if (range.last == range.first) continue;
    if (range.last > range.first + 1) regex.push_back('-');
    AppendEscaped(range.last, kSpecial, regex);
  }
  regex.push_back(']');
}

void AppendRegex(const TextPattern& pattern, std::string& regex);

void AppendRepeat(const TextPattern& repeat, std::string& regex) {
  const TextPattern& part = repeat.parts.front();
  const bool grouped = part.kind != Kind::kChars;
  if (grouped) regex.push_back('(');
  AppendRegex(part, regex);
  if (grouped) regex.push_back(')');
  if (repeat.min == 1 && repeat.max == 1) return;
  if (repeat.min == 0 && !repeat.max) {
    regex.push_back('*');
  } else if (repeat.min == 1 && !repeat.max) {
    regex.push_back('+');
  } else if (repeat.min == 0 && repeat.max == 1) {
    regex.push_back('?');
  } else if (!repeat.max) {
    regex += fmt::format("{{{},}}", repeat.min);
  } else {
    regex += fmt::format("{{{},{}}}", repeat.min, *repeat.max);
  }
}

void AppendRegex(const TextPattern& pattern, std::string& regex) {
  switch (pattern.kind) {
    case Kind::kChars:
      if (IsSingle(pattern)) {
        AppendEscaped(pattern.chars.front().first, ".?+*|{}[]()\"\\#@&<>~^$-", regex);
      } else if (plan::IsAnyChar(pattern)) {
        regex.push_back('.');
      } else {
        AppendClass(pattern.chars, regex);
      }
      return;
    case Kind::kSequence:
      if (pattern.parts.empty()) regex += "()";
      for (const TextPattern& part : pattern.parts) {
        const bool choice = part.kind == Kind::kChoice;
        if (choice) regex.push_back('(');
        AppendRegex(part, regex);
        if (choice) regex.push_back(')');
      }
      return;
    case Kind::kChoice:
      for (size_t i = 0; i < pattern.parts.size(); ++i) {
        if (i > 0) regex.push_back('|');
        AppendRegex(pattern.parts[i], regex);
      }
      return;
    case Kind::kRepeat:
      AppendRepeat(pattern, regex);
      return;
  }
}

void WriteSimple(std::string_view query, const std::string& path, const std::string& text,
                 JsonWriter& json) {
  json.BeginObject().Key(query).BeginObject().Key(path).String(text);
  json.EndObject().EndObject();
}

}  // namespace

void WriteMatches(const catalog::Field& field, const TextPattern& pattern,
                  JsonWriter& json) {
  if (const auto prefix = PrefixOf(pattern)) {
    WriteSimple("prefix", field.path, *prefix, json);
    return;
  }
  if (const auto wildcard = WildcardOf(pattern)) {
    WriteSimple("wildcard", field.path, *wildcard, json);
    return;
  }
  std::string regex;
  AppendRegex(pattern, regex);
  json.BeginObject().Key("regexp").BeginObject().Key(field.path).BeginObject();
  json.Key("value").String(regex).Key("flags").String("NONE");
  json.EndObject().EndObject().EndObject();
}

}  // namespace recurve::dsl
