// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

#include "decode/date_parser.h"

namespace recurve::decode {

/// A reading position with the fields read so far. What is not read is the first of 1970.
struct Reading {
  std::string_view text;
  size_t at = 0;
  int64_t year = 1970;  ///< with `week`: of the ISO week
  int month = 1;
  int day = 1;
  int day_of_year = 0;  ///< 0: by month and day
  int week = 0;         ///< 0: by month and day
  int day_of_week = 1;  ///< with `week`: Monday is 1
  int hour = 0;
  int minute = 0;
  int second = 0;
  int32_t nanos = 0;
  int offset_seconds = 0;
  int half_day = -1;  ///< 0: AM, 1: PM, -1: hours count to 23

  bool AtEnd() const { return at == text.size(); }
  char Peek() const { return at < text.size() ? text[at] : '\0'; }
  bool Take(char c) {
    if (Peek() != c) return false;
    ++at;
    return true;
  }
};

bool IsDigit(char c);
bool IsOffsetStart(char c);

bool ReadDigits(Reading& in, size_t min_digits, size_t max_digits, int64_t* value);
bool ReadField(Reading& in, size_t min_digits, size_t max_digits, int* field);
/// java.time's SignStyle.EXCEEDS_PAD: more digits than the pad only behind a sign.
bool ReadYear(Reading& in, size_t min_digits, size_t max_digits);
bool ReadFraction(Reading& in);
/// Z, +01, +0130, +01:30.
bool ReadOffset(Reading& in);

/// Whether a format is a pattern of which every letter is read.
///
/// Letters  y u M d D H h a m s S X x Z E, quoted text, [optional parts]. Names of months
/// and days are the English ones.
bool IsPattern(std::string_view format);

/// The pattern of a built-in format, its name without "strict_"; empty: there is none.
/// Besides the letters of IsPattern: Y w e for ISO weeks.
/// Source  Elasticsearch reference, "Built in formats".
std::string_view NamedPattern(std::string_view name);

/// Reads the whole text by a pattern of one of the two functions above.
bool ReadPattern(Reading& in, std::string_view pattern);

/// False if there is no such day or time.
bool ToInstant(const Reading& in, Instant* instant);

}  // namespace recurve::decode
