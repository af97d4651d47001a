// SPDX-License-Identifier: Apache-2.0
#include <cctype>
#include <utility>

#include "engine/case_folding_internal.h"
#include "engine/text_match_internal.h"
#include "plan/sql_pattern.h"

namespace recurve::engine {

using duckdb::ExpressionClass;
using plan::TextPattern;

namespace {

enum class Form { kLike, kILike, kPrefix, kSuffix, kContains, kRegexPart, kRegexWhole };

struct Name {
  const char* name;
  Form form;
  bool negated;
};

// DuckDB's own names of what the operators and LIKE's simple forms become.
constexpr Name kNames[] = {
    {"~~", Form::kLike, false},
    {"!~~", Form::kLike, true},
    {"like_escape", Form::kLike, false},
    {"not_like_escape", Form::kLike, true},
    {"~~*", Form::kILike, false},
    {"!~~*", Form::kILike, true},
    {"ilike_escape", Form::kILike, false},
    {"not_ilike_escape", Form::kILike, true},
    {"prefix", Form::kPrefix, false},
    {"starts_with", Form::kPrefix, false},
    {"^@", Form::kPrefix, false},
    {"suffix", Form::kSuffix, false},
    {"ends_with", Form::kSuffix, false},
    {"contains", Form::kContains, false},
    {"regexp_matches", Form::kRegexPart, false},
    {"regexp_full_match", Form::kRegexWhole, false},
};

std::optional<std::string> TextOf(const duckdb::Expression& expression) {
  if (expression.GetExpressionClass() != ExpressionClass::BOUND_CONSTANT) {
    return std::nullopt;
  }
  const duckdb::Value& value = expression.Cast<duckdb::BoundConstantExpression>().value;
  if (value.IsNull() || value.type().id() != duckdb::LogicalTypeId::VARCHAR) {
    return std::nullopt;
  }
  return duckdb::StringValue::Get(value);
}

/// The argument of lower() or upper(), and which of them.
std::optional<LetterCase> CaseOf(const duckdb::Expression& expression,
                                 const duckdb::Expression** argument) {
  if (expression.GetExpressionClass() != ExpressionClass::BOUND_FUNCTION) {
    return std::nullopt;
  }
  const auto& call = expression.Cast<duckdb::BoundFunctionExpression>();
  const std::string& name = call.function.name;
  const bool lower = name == "lower" || name == "lcase";
  if ((!lower && name != "upper" && name != "ucase") || call.children.size() != 1) {
    return std::nullopt;
  }
  *argument = call.children[0].get();
  return lower ? LetterCase::kLower : LetterCase::kUpper;
}

std::optional<TextPattern> Unmapped(const TextPattern& pattern, LetterCase letter_case) {
  const plan::Preimage preimage = CasePreimage(letter_case);
  if (!preimage) return std::nullopt;
  return plan::Unmap(pattern, preimage);
}

/// `lower(text)` in DuckDB's own mapping.
std::optional<std::string> Lowered(const std::string& text) {
  const auto points = plan::CodePoints(text);
  if (!points) return std::nullopt;
  std::string lowered;
  for (const char32_t c : *points) {
    const auto image = LowerOf(c);
    if (!image) return std::nullopt;
    plan::AppendUtf8(*image, lowered);
  }
  return lowered;
}

std::optional<TextPattern> PatternOf(Form form, const std::string& text, char escape,
                                     std::string* reason) {
  switch (form) {
    case Form::kLike:
      return plan::LikePattern(text, escape);
    case Form::kILike: {
      // DuckDB makes both the text and the pattern lower case first.
      const auto lowered = Lowered(text);
      if (!lowered || std::isalpha(static_cast<unsigned char>(escape)) != 0) {
        return std::nullopt;
      }
      const auto like = plan::LikePattern(*lowered, escape);
      if (!like) return std::nullopt;
      return Unmapped(*like, LetterCase::kLower);
    }
    case Form::kPrefix:
      return plan::Sequence({plan::LiteralText(text), plan::AnyText()});
    case Form::kSuffix:
      return plan::Sequence({plan::AnyText(), plan::LiteralText(text)});
    case Form::kContains:
      return plan::Sequence({plan::AnyText(), plan::LiteralText(text), plan::AnyText()});
    case Form::kRegexPart:
    case Form::kRegexWhole:
      return plan::RegexPattern(text, form == Form::kRegexWhole, reason);
  }
  return std::nullopt;
}

}  // namespace

std::optional<TextMatch> ReadTextMatch(const duckdb::Expression& expression,
                                       std::string* reason) {
  if (expression.GetExpressionClass() != ExpressionClass::BOUND_FUNCTION) {
    return std::nullopt;
  }
  const auto& call = expression.Cast<duckdb::BoundFunctionExpression>();
  const Name* found = nullptr;
  for (const Name& name : kNames) {
    if (call.function.name == name.name) found = &name;
  }
  if (found == nullptr || call.children.size() < 2 ||
      call.children[0]->return_type.id() != duckdb::LogicalTypeId::VARCHAR) {
    return std::nullopt;
  }
  *reason = "function " + call.function.name + " without a constant pattern";
  const auto text = TextOf(*call.children[1]);
  if (!text || !plan::CodePoints(*text)) return std::nullopt;
  const bool regex = found->form == Form::kRegexPart || found->form == Form::kRegexWhole;
  char escape = 0;
  if (call.children.size() > 2) {
    const auto third = TextOf(*call.children[2]);
    if (!third || third->size() > 1 || call.children.size() > 3) return std::nullopt;
    if (regex && !third->empty() && *third != "c") {
      *reason = "a regular expression with options";
      return std::nullopt;
    }
    if (!third->empty()) escape = third->front();
  }
  *reason = "a pattern that clusters cannot be told";
  auto pattern = PatternOf(found->form, *text, escape, reason);
  if (!pattern) return std::nullopt;

  TextMatch match;
  match.column = call.children[0].get();
  match.negated = found->negated;
  const duckdb::Expression* inner = nullptr;
  if (const auto letter_case = CaseOf(*match.column, &inner)) {
    if (regex || found->form == Form::kILike) {
      *reason = "function lower or upper below a regular expression or ILIKE";
      return std::nullopt;
    }
    pattern = Unmapped(*pattern, *letter_case);
    if (!pattern) return std::nullopt;
    match.column = inner;
  }
  match.pattern = *std::move(pattern);
  reason->clear();
  return match;
}

std::optional<TextMatch> ReadMappedEquality(const duckdb::Expression& text,
                                            plan::Comparison comparison,
                                            const duckdb::Expression& constant) {
  if (comparison != plan::Comparison::kEqual &&
      comparison != plan::Comparison::kNotEqual) {
    return std::nullopt;
  }
  TextMatch match;
  const auto letter_case = CaseOf(text, &match.column);
  const auto value = TextOf(constant);
  if (!letter_case || !value || !plan::CodePoints(*value)) return std::nullopt;
  auto pattern = Unmapped(plan::LiteralText(*value), *letter_case);
  if (!pattern) return std::nullopt;
  match.pattern = *std::move(pattern);
  match.negated = comparison == plan::Comparison::kNotEqual;
  return match;
}

}  // namespace recurve::engine
