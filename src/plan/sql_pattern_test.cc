// SPDX-License-Identifier: Apache-2.0
#include "plan/sql_pattern.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace recurve::plan {
namespace {

// A pattern in a notation of its own, so that a wrong reading shows.
std::string Show(const TextPattern& pattern) {
  switch (pattern.kind) {
    case TextPattern::Kind::kChars: {
      if (IsAnyChar(pattern)) return "<any>";
      std::string text;
      for (const CharRange& range : pattern.chars) {
        if (!text.empty()) text += ",";
        AppendUtf8(range.first, text);
        if (range.first != range.last) {
          text += "-";
          AppendUtf8(range.last == kLastCodePoint ? U'\u221E' : range.last, text);
        }
      }
      return pattern.chars.size() == 1 && text.find('-') == std::string::npos
                 ? text
                 : "<" + text + ">";
    }
    case TextPattern::Kind::kSequence: {
      std::string text;
      for (const TextPattern& part : pattern.parts) text += Show(part);
      return text;
    }
    case TextPattern::Kind::kChoice: {
      std::string text;
      for (const TextPattern& part : pattern.parts) {
        text += (text.empty() ? "(" : "|") + Show(part);
      }
      return text + ")";
    }
    case TextPattern::Kind::kRepeat:
      if (IsAnyText(pattern)) return "...";
      return "(" + Show(pattern.parts[0]) + ")" + std::to_string(pattern.min) + "-" +
             (pattern.max ? std::to_string(*pattern.max) : "");
  }
  return "?";
}

std::string Like(std::string_view like, char escape = 0) {
  const auto pattern = LikePattern(like, escape);
  return pattern ? Show(*pattern) : "nothing";
}

TEST(LikePattern, KnowsTwoSpecialCharactersAndTheEscape) {
  EXPECT_EQ(Like("a%b_"), "a...b<any>");
  EXPECT_EQ(Like("%%"), "...");
  EXPECT_EQ(Like("a\\_b"), "a\\<any>b");
  EXPECT_EQ(Like("a\\_b", '\\'), "a_b");
  EXPECT_EQ(Like("a!%!!", '!'), "a%!");
  EXPECT_EQ(Like("\U0001f600_"), "\U0001f600<any>");
  EXPECT_EQ(Like("a!", '!'), "nothing");
  EXPECT_EQ(Like("\xff"), "nothing");
}

TEST(Unmap, PutsInWhatIsMappedToACharacter) {
  const Preimage kelvin = [](char32_t c) -> CharSet {
    if (c == 'k') return {{'K', 'K'}, {'k', 'k'}, {U'\u212A', U'\u212A'}};
    if (c == 'K') return {};
    return {{c, c}};
  };
  EXPECT_EQ(Show(Unmap(*LikePattern("k_1%", 0), kelvin)), "<K,k,\u212A><any>1...");
  EXPECT_TRUE(IsNoText(Unmap(*LikePattern("K%", 0), kelvin)));
}

std::string Regex(std::string_view regex, bool whole = true) {
  std::string reason;
  const auto pattern = RegexPattern(regex, whole, &reason);
  return pattern ? Show(*pattern) : "refused: " + reason;
}

TEST(RegexPattern, ReadsWhatBothSidesReadAlike) {
  EXPECT_EQ(Regex("ab"), "ab");
  EXPECT_EQ(Regex("ab", false), "...ab...");
  EXPECT_EQ(Regex("^ab", false), "ab...");
  EXPECT_EQ(Regex("^ab$", false), "ab");
  EXPECT_EQ(Regex("^a|b$", false), "(a...|...b)");
  EXPECT_EQ(Regex("(a|b)+"), "((a|b))1-");
  EXPECT_EQ(Regex("(?:ab){2,3}?c*"), "((ab)1-1)2-3(c)0-");
  EXPECT_EQ(Regex("[a-cx-]\\d\\."), "<-,a-c,x><0-9>.");
  EXPECT_EQ(Regex("[^b-y]"), std::string("<") + '\0' + "-a,z-\u221E>");
  EXPECT_EQ(Regex("a|"), "(a|)");
  EXPECT_EQ(Regex("x{3}"), "(x)3-3");
}

TEST(RegexPattern, RefusesTheRest) {
  for (const char* regex :
       {"\\bx", "(?i)x",   "(?P<n>x)",  "a**",    "a{2}{3}", "[[:alpha:]]",
        "[]a]", "[a-\\d]", "x^",        "a$b",    "(a$)",    "(a",
        "a)",   "[a",      "a{,3}",     "a{3,2}", "\\p{L}",  "\\x41",
        "*",    "[a&&b]",  "[^\\d\\D]", "\\"}) {
    EXPECT_THAT(Regex(regex), testing::StartsWith("refused: a regular expression with"))
        << regex;
  }
}

TEST(WhyTooComplex, BoundsWhatAClusterMayRefuse) {
  const auto reason = [](const std::string& like) {
    return WhyTooComplex(*LikePattern(like, 0));
  };
  EXPECT_EQ(reason("%" + std::string(190, 'x') + "%"), "");
  EXPECT_NE(reason("%" + std::string(200, 'x') + "%"), "");
  EXPECT_EQ(reason("%a______%"), "");
  EXPECT_NE(reason("%a_______%"), "");
  EXPECT_EQ(reason(std::string(190, '_')), "");
  std::string ignored;
  EXPECT_NE(WhyTooComplex(*RegexPattern("([a-z]{100}){100}", true, &ignored)), "");
  EXPECT_NE(WhyTooComplex(*RegexPattern("(a[ab]{9})*", true, &ignored)), "");
}

}  // namespace
}  // namespace recurve::plan
