// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>

#include "decode/date_pattern_internal.h"

namespace recurve::decode {

namespace {

struct NamedFormat {
  std::string_view name;
  std::string_view pattern;
};

// The strict_ forms read the same documents: what a stricter format refuses was refused
// when the document was indexed.
constexpr std::array kNamedFormats = {
    NamedFormat{"basic_date", "yyyyMMdd"},
    NamedFormat{"basic_date_time", "yyyyMMdd'T'HHmmss.SX"},
    NamedFormat{"basic_date_time_no_millis", "yyyyMMdd'T'HHmmssX"},
    NamedFormat{"basic_ordinal_date", "yyyyDDD"},
    NamedFormat{"basic_ordinal_date_time", "yyyyDDD'T'HHmmss.SX"},
    NamedFormat{"basic_ordinal_date_time_no_millis", "yyyyDDD'T'HHmmssX"},
    NamedFormat{"basic_t_time", "'T'HHmmss.SX"},
    NamedFormat{"basic_t_time_no_millis", "'T'HHmmssX"},
    NamedFormat{"basic_time", "HHmmss.SX"},
    NamedFormat{"basic_time_no_millis", "HHmmssX"},
    NamedFormat{"basic_week_date", "YYYY'W'wwe"},
    NamedFormat{"basic_week_date_time", "YYYY'W'wwe'T'HHmmss.SX"},
    NamedFormat{"basic_week_date_time_no_millis", "YYYY'W'wwe'T'HHmmssX"},
    NamedFormat{"date", "yyyy-MM-dd"},
    NamedFormat{"date_hour", "yyyy-MM-dd'T'HH"},
    NamedFormat{"date_hour_minute", "yyyy-MM-dd'T'HH:mm"},
    NamedFormat{"date_hour_minute_second", "yyyy-MM-dd'T'HH:mm:ss"},
    NamedFormat{"date_hour_minute_second_fraction", "yyyy-MM-dd'T'HH:mm:ss.S"},
    NamedFormat{"date_hour_minute_second_millis", "yyyy-MM-dd'T'HH:mm:ss.S"},
    NamedFormat{"date_time", "yyyy-MM-dd'T'HH:mm:ss.SX"},
    NamedFormat{"date_time_no_millis", "yyyy-MM-dd'T'HH:mm:ssX"},
    NamedFormat{"hour", "HH"},
    NamedFormat{"hour_minute", "HH:mm"},
    NamedFormat{"hour_minute_second", "HH:mm:ss"},
    NamedFormat{"hour_minute_second_fraction", "HH:mm:ss.S"},
    NamedFormat{"hour_minute_second_millis", "HH:mm:ss.S"},
    NamedFormat{"ordinal_date", "yyyy-DDD"},
    NamedFormat{"ordinal_date_time", "yyyy-DDD'T'HH:mm:ss.SX"},
    NamedFormat{"ordinal_date_time_no_millis", "yyyy-DDD'T'HH:mm:ssX"},
    NamedFormat{"t_time", "'T'HH:mm:ss.SX"},
    NamedFormat{"t_time_no_millis", "'T'HH:mm:ssX"},
    NamedFormat{"time", "HH:mm:ss.SX"},
    NamedFormat{"time_no_millis", "HH:mm:ssX"},
    NamedFormat{"week_date", "YYYY-'W'ww-e"},
    NamedFormat{"week_date_time", "YYYY-'W'ww-e'T'HH:mm:ss.SX"},
    NamedFormat{"week_date_time_no_millis", "YYYY-'W'ww-e'T'HH:mm:ssX"},
    NamedFormat{"weekyear_week", "YYYY-'W'ww"},
    NamedFormat{"weekyear_week_day", "YYYY-'W'ww-e"},
    NamedFormat{"year", "yyyy"},
    NamedFormat{"year_month", "yyyy-MM"},
    NamedFormat{"year_month_day", "yyyy-MM-dd"},
};

// Java's short forms are the first three letters.
constexpr std::array<std::string_view, 12> kMonths = {
    "January", "February", "March",     "April",   "May",      "June",
    "July",    "August",   "September", "October", "November", "December"};
constexpr std::array<std::string_view, 7> kDays = {
    "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"};

/// The place, from 1 on, of the name that stands here; false if none does.
template <size_t kCount>
bool ReadName(Reading& in, const std::array<std::string_view, kCount>& names, bool whole,
              int* place) {
  const std::string_view rest = in.text.substr(in.at);
  for (size_t i = 0; i < kCount; ++i) {
    const std::string_view name = whole ? names[i] : names[i].substr(0, 3);
    if (!rest.starts_with(name)) continue;
    in.at += name.size();
    *place = static_cast<int>(i) + 1;
    return true;
  }
  return false;
}

bool ReadHalfDay(Reading& in) {
  const char letter = in.Peek();
  if (letter != 'A' && letter != 'P') return false;
  ++in.at;
  in.half_day = letter == 'P' ? 1 : 0;
  return in.Take('M');
}

bool ReadLetters(Reading& in, char letter, size_t run) {
  const size_t max_digits = run == 1 ? 2 : run;
  switch (letter) {
    case 'y':
    case 'u':
    case 'Y': {
      const bool read = ReadYear(in, run == 1 ? 1 : run, run == 1 ? 9 : run);
      if (run == 2) in.year += 2000;  // java.time: base year 2000
      return read;
    }
    case 'M':
      return run < 3 ? ReadField(in, run, max_digits, &in.month)
                     : ReadName(in, kMonths, run == 4, &in.month);
    case 'E': {
      int told_twice = 0;
      return ReadName(in, kDays, run == 4, &told_twice);
    }
    case 'd':
      return ReadField(in, run, max_digits, &in.day);
    case 'D':
      return ReadField(in, run, 3, &in.day_of_year) && in.day_of_year > 0;
    case 'w':
      return ReadField(in, run, max_digits, &in.week) && in.week > 0;
    case 'e':
      return ReadField(in, 1, 1, &in.day_of_week);
    case 'H':
      return ReadField(in, run, max_digits, &in.hour);
    case 'h':
      if (in.half_day < 0) in.half_day = 0;
      return ReadField(in, run, max_digits, &in.hour);
    case 'a':
      return ReadHalfDay(in);
    case 'm':
      return ReadField(in, run, max_digits, &in.minute);
    case 's':
      return ReadField(in, run, max_digits, &in.second);
    case 'S':
      return ReadFraction(in);
    case 'X':
    case 'x':
    case 'Z':
      return ReadOffset(in);
    default:
      for (size_t i = 0; i < run; ++i) {
        if (!in.Take(letter)) return false;
      }
      return true;
  }
}

/// The end of the optional part that begins at `open`, brackets inside it counted.
size_t CloseOf(std::string_view pattern, size_t open) {
  int depth = 0;
  bool quoted = false;
  for (size_t i = open; i < pattern.size(); ++i) {
    if (pattern[i] == '\'') quoted = !quoted;
    if (quoted) continue;
    if (pattern[i] == '[') ++depth;
    if (pattern[i] == ']' && --depth == 0) return i;
  }
  return std::string_view::npos;
}

// Letters of a pattern come in runs: "yyyy" is one field.
bool ReadPart(Reading& in, std::string_view pattern) {
  for (size_t i = 0; i < pattern.size();) {
    const char letter = pattern[i];
    if (letter == '\'') {
      const size_t close = pattern.find('\'', i + 1);
      for (size_t j = i + 1; j < close; ++j) {
        if (!in.Take(pattern[j])) return false;
      }
      i = close + 1;
      continue;
    }
    if (letter == '[') {
      const size_t close = CloseOf(pattern, i);
      Reading tried = in;
      if (ReadPart(tried, pattern.substr(i + 1, close - i - 1))) in = tried;
      i = close + 1;
      continue;
    }
    size_t run = 1;
    while (i + run < pattern.size() && pattern[i + run] == letter) ++run;
    i += run;
    if (!ReadLetters(in, letter, run)) return false;
  }
  return true;
}

// Days since 1970-01-01 of a proleptic Gregorian date, by 400-year cycles that start in
// March.
int64_t DaysFromCivil(int64_t year, int month, int day) {
  year -= month <= 2 ? 1 : 0;
  const int64_t cycle = (year >= 0 ? year : year - 399) / 400;
  const int64_t year_of_cycle = year - cycle * 400;
  const int64_t day_of_year =
      (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1;
  const int64_t day_of_cycle =
      year_of_cycle * 365 + year_of_cycle / 4 - year_of_cycle / 100 + day_of_year;
  return cycle * 146097 + day_of_cycle - 719468;
}

bool IsLeap(int64_t year) {
  return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}

int DaysInMonth(int64_t year, int month) {
  constexpr std::array<int, 12> kDaysOf = {31, 28, 31, 30, 31, 30,
                                           31, 31, 30, 31, 30, 31};
  return month == 2 && IsLeap(year) ? 29 : kDaysOf[static_cast<size_t>(month - 1)];
}

/// False if there is no such day.
bool ToDays(const Reading& in, int64_t* days) {
  if (in.week > 0) {
    // Week 1 is the one with January 4th; 1970-01-01 was a Thursday.
    const int64_t fourth = DaysFromCivil(in.year, 1, 4);
    const int64_t monday = fourth - ((fourth + 3) % 7 + 7) % 7;
    *days = monday + (in.week - 1) * 7 + in.day_of_week - 1;
    return in.week <= 53 && in.day_of_week >= 1 && in.day_of_week <= 7;
  }
  if (in.day_of_year > 0) {
    *days = DaysFromCivil(in.year, 1, 1) + in.day_of_year - 1;
    return in.day_of_year <= (IsLeap(in.year) ? 366 : 365);
  }
  if (in.month < 1 || in.month > 12 || in.day < 1 ||
      in.day > DaysInMonth(in.year, in.month)) {
    return false;
  }
  *days = DaysFromCivil(in.year, in.month, in.day);
  return true;
}

}  // namespace

bool IsDigit(char c) { return c >= '0' && c <= '9'; }

bool IsOffsetStart(char c) { return c == 'Z' || c == '+' || c == '-'; }

bool ReadDigits(Reading& in, size_t min_digits, size_t max_digits, int64_t* value) {
  const size_t start = in.at;
  int64_t number = 0;
  while (in.at - start < max_digits && IsDigit(in.Peek())) {
    number = number * 10 + (in.text[in.at] - '0');
    ++in.at;
  }
  *value = number;
  return in.at - start >= min_digits;
}

bool ReadField(Reading& in, size_t min_digits, size_t max_digits, int* field) {
  int64_t value = 0;
  if (!ReadDigits(in, min_digits, max_digits, &value)) return false;
  *field = static_cast<int>(value);
  return true;
}

bool ReadYear(Reading& in, size_t min_digits, size_t max_digits) {
  const bool negative = in.Peek() == '-';
  const bool with_sign = negative || in.Peek() == '+';
  if (with_sign) ++in.at;
  if (!ReadDigits(in, min_digits, with_sign ? 9 : max_digits, &in.year)) return false;
  if (negative) in.year = -in.year;
  return true;
}

bool ReadFraction(Reading& in) {
  size_t digits = 0;
  int32_t nanos = 0;
  while (IsDigit(in.Peek())) {
    if (digits == 9) return false;
    nanos = nanos * 10 + (in.text[in.at] - '0');
    ++in.at;
    ++digits;
  }
  if (digits == 0) return false;
  for (; digits < 9; ++digits) nanos *= 10;
  in.nanos = nanos;
  return true;
}

bool ReadOffset(Reading& in) {
  if (in.Take('Z')) return true;
  const bool negative = in.Peek() == '-';
  if (!negative && in.Peek() != '+') return false;
  ++in.at;
  int hours = 0;
  int minutes = 0;
  if (!ReadField(in, 2, 2, &hours)) return false;
  const bool colon = in.Take(':');
  if (IsDigit(in.Peek())) {
    if (!ReadField(in, 2, 2, &minutes)) return false;
  } else if (colon) {
    return false;
  }
  if (hours > 18 || minutes > 59) return false;
  in.offset_seconds = (hours * 60 + minutes) * (negative ? -60 : 60);
  return true;
}

bool IsPattern(std::string_view format) {
  constexpr std::string_view kLetters = "yuMdDHhamsSXxZE";
  bool quoted = false;
  bool has_letter = false;
  int depth = 0;
  for (size_t i = 0; i < format.size(); ++i) {
    const char c = format[i];
    if (c == '\'') quoted = !quoted;
    if (quoted || c == '\'') continue;
    if (c == '[') ++depth;
    if (c == ']' && --depth < 0) return false;
    if (c == '{' || c == '}' || c == '#') return false;
    if (!((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'))) continue;
    if (kLetters.find(c) == std::string_view::npos) return false;
    size_t run = 1;
    while (i + run < format.size() && format[i + run] == c) ++run;
    // Five letters are the first letter of a name.
    if ((c == 'M' || c == 'E') && run > 4) return false;
    has_letter = true;
    i += run - 1;
  }
  // Hours of half a day mean nothing without the half.
  if (format.find('h') != format.npos && format.find('a') == format.npos) return false;
  return has_letter && !quoted && depth == 0;
}

std::string_view NamedPattern(std::string_view name) {
  const auto* found = std::ranges::find(kNamedFormats, name, &NamedFormat::name);
  return found == kNamedFormats.end() ? std::string_view() : found->pattern;
}

bool ReadPattern(Reading& in, std::string_view pattern) {
  return ReadPart(in, pattern) && in.AtEnd();
}

bool ToInstant(const Reading& in, Instant* instant) {
  int hour = in.hour;
  if (in.half_day >= 0) {
    if (hour < 1 || hour > 12) return false;
    hour = hour % 12 + 12 * in.half_day;
  }
  int64_t days = 0;
  if (!ToDays(in, &days) || hour > 23 || in.minute > 59 || in.second > 59) return false;
  instant->seconds =
      days * 86400 + (hour * 60 + in.minute) * 60 + in.second - in.offset_seconds;
  instant->nanos = in.nanos;
  return true;
}

}  // namespace recurve::decode
