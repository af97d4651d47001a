// SPDX-License-Identifier: Apache-2.0
#include <charconv>
#include <cmath>
#include <cstdlib>

#include "decode/number_text_internal.h"

namespace recurve::decode {

namespace {

bool IsDigit(char c) { return c >= '0' && c <= '9'; }

// [+-]digits[.digits][(e|E)[+-]digits], with at least one digit in front.
struct Decimal {
  bool negative = false;
  std::string digits;    // significant digits, no point
  int64_t point_at = 0;  // digits before the decimal point
};

bool ReadDecimal(std::string_view text, Decimal* decimal) {
  size_t i = 0;
  if (i < text.size() && (text[i] == '-' || text[i] == '+')) {
    decimal->negative = text[i] == '-';
    ++i;
  }
  size_t num_digits = 0;
  for (; i < text.size() && IsDigit(text[i]); ++i, ++num_digits) {
    decimal->digits += text[i];
  }
  decimal->point_at = static_cast<int64_t>(decimal->digits.size());
  if (i < text.size() && text[i] == '.') {
    for (++i; i < text.size() && IsDigit(text[i]); ++i, ++num_digits) {
      decimal->digits += text[i];
    }
  }
  if (num_digits == 0) return false;
  if (i < text.size() && (text[i] == 'e' || text[i] == 'E')) {
    ++i;
    if (i < text.size() && text[i] == '+' && ++i < text.size() && !IsDigit(text[i])) {
      return false;
    }
    int exponent = 0;
    const auto [end, error] =
        std::from_chars(text.data() + i, text.data() + text.size(), exponent);
    if (error != std::errc()) return false;
    i = static_cast<size_t>(end - text.data());
    decimal->point_at += exponent;
  }
  return i == text.size();
}

size_t SkipDigits(std::string_view text, size_t* at, bool hexadecimal) {
  const size_t start = *at;
  const auto is_digit = [&](char c) {
    return IsDigit(c) ||
           (hexadecimal && ((c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F')));
  };
  while (*at < text.size() && is_digit(text[*at])) ++*at;
  return *at - start;
}

// 0x[digits][.digits]p[+-]digits: the exponent is not optional.
bool IsJavaHexadecimal(std::string_view text) {
  size_t at = 2;
  size_t num_digits = SkipDigits(text, &at, true);
  if (at < text.size() && text[at] == '.') num_digits += SkipDigits(text, &++at, true);
  if (num_digits == 0 || at == text.size() || (text[at] != 'p' && text[at] != 'P')) {
    return false;
  }
  if (++at < text.size() && (text[at] == '+' || text[at] == '-')) ++at;
  return SkipDigits(text, &at, false) > 0 && at == text.size();
}

// Whether Java's Double.valueOf takes the text; `*plain` is its spelling for strtod.
bool ReadJavaNumber(std::string_view text, std::string* plain) {
  const auto is_space = [](char c) { return static_cast<unsigned char>(c) <= ' '; };
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  *plain = text;
  if (!text.empty() && (text.front() == '-' || text.front() == '+'))
    text.remove_prefix(1);
  if (text == "NaN" || text == "Infinity") return true;
  if (!text.empty() &&
      std::string_view("fFdD").find(text.back()) != std::string_view::npos) {
    text.remove_suffix(1);
    plain->pop_back();
  }
  if (text.starts_with("0x") || text.starts_with("0X")) return IsJavaHexadecimal(text);
  Decimal decimal;
  return !text.empty() && IsDigit(text.front() == '.' ? '0' : text.front()) &&
         ReadDecimal(text, &decimal);
}

void AppendUtf8(uint32_t code, std::string* out) {
  if (code < 0x80) {
    *out += static_cast<char>(code);
  } else if (code < 0x800) {
    *out += static_cast<char>(0xC0 | (code >> 6));
    *out += static_cast<char>(0x80 | (code & 0x3F));
  } else if (code < 0x10000) {
    *out += static_cast<char>(0xE0 | (code >> 12));
    *out += static_cast<char>(0x80 | ((code >> 6) & 0x3F));
    *out += static_cast<char>(0x80 | (code & 0x3F));
  } else {
    *out += static_cast<char>(0xF0 | (code >> 18));
    *out += static_cast<char>(0x80 | ((code >> 12) & 0x3F));
    *out += static_cast<char>(0x80 | ((code >> 6) & 0x3F));
    *out += static_cast<char>(0x80 | (code & 0x3F));
  }
}

bool ReadHex4(std::string_view text, size_t at, uint32_t* code) {
  if (at + 4 > text.size()) return false;
  const auto [end, error] =
      std::from_chars(text.data() + at, text.data() + at + 4, *code, 16);
  return error == std::errc() && end == text.data() + at + 4;
}

bool IsHighSurrogate(uint32_t code) { return code >= 0xD800 && code < 0xDC00; }
bool IsLowSurrogate(uint32_t code) { return code >= 0xDC00 && code < 0xE000; }

}  // namespace

DecodeError ReadIntegerText(std::string_view text, IntegerText* integer) {
  Decimal decimal;
  if (!ReadDecimal(text, &decimal)) return DecodeError::kBadText;
  integer->negative = decimal.negative;
  integer->magnitude = 0;
  bool all_zero = true;
  for (const char digit : decimal.digits) all_zero = all_zero && digit == '0';
  if (all_zero) return DecodeError::kOk;
  for (int64_t i = 0; i < decimal.point_at; ++i) {
    const auto at = static_cast<size_t>(i);
    const auto digit =
        static_cast<uint64_t>(at < decimal.digits.size() ? decimal.digits[at] - '0' : 0);
    if (__builtin_mul_overflow(integer->magnitude, uint64_t{10}, &integer->magnitude) ||
        __builtin_add_overflow(integer->magnitude, digit, &integer->magnitude)) {
      return DecodeError::kOutOfRange;
    }
  }
  return DecodeError::kOk;
}

DecodeError ReadDoubleText(std::string_view text, double* number) {
  std::string plain;
  if (!ReadJavaNumber(text, &plain)) return DecodeError::kBadText;
  *number = std::strtod(plain.c_str(), nullptr);
  return DecodeError::kOk;
}

DecodeError ReadFloatText(std::string_view text, float* number) {
  std::string plain;
  if (!ReadJavaNumber(text, &plain)) return DecodeError::kBadText;
  *number = std::strtof(plain.c_str(), nullptr);
  return DecodeError::kOk;
}

std::string ReplaceLoneSurrogates(std::string_view token, uint32_t replacement) {
  std::string text;
  if (token.size() < 2) return text;
  token = token.substr(1, token.size() - 2);
  for (size_t i = 0; i < token.size(); ++i) {
    if (token[i] != '\\' || i + 1 == token.size()) {
      text += token[i];
      continue;
    }
    const char escape = token[++i];
    uint32_t code = 0;
    if (escape != 'u') {
      constexpr std::string_view kEscapes = "bfnrt";
      constexpr std::string_view kMeanings = "\b\f\n\r\t";
      const size_t at = kEscapes.find(escape);
      text += at == std::string_view::npos ? escape : kMeanings[at];
      continue;
    }
    if (!ReadHex4(token, i + 1, &code)) {
      AppendUtf8(replacement, &text);
      continue;
    }
    i += 4;
    uint32_t low = 0;
    if (IsHighSurrogate(code) && token.substr(i + 1, 2) == "\\u" &&
        ReadHex4(token, i + 3, &low) && IsLowSurrogate(low)) {
      code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
      i += 6;
    } else if (IsHighSurrogate(code) || IsLowSurrogate(code)) {
      code = replacement;
    }
    AppendUtf8(code, &text);
  }
  return text;
}

}  // namespace recurve::decode
