// SPDX-License-Identifier: Apache-2.0
#include "decode/date_parser.h"

#include <algorithm>
#include <array>
#include <utility>

#include "core/error_detail.h"
#include "fmt/format.h"

namespace recurve::decode {

namespace {

struct NamedFormat {
  std::string_view name;
  std::string_view pattern;
};

// Elasticsearch reference, "Built in formats". The strict_ forms read the same documents:
// what a stricter format refuses was refused when the document was indexed.
constexpr std::array kNamedFormats = {
    NamedFormat{"date_time", "yyyy-MM-dd'T'HH:mm:ss.SX"},
    NamedFormat{"date_time_no_millis", "yyyy-MM-dd'T'HH:mm:ssX"},
    NamedFormat{"date", "yyyy-MM-dd"},
    NamedFormat{"date_hour", "yyyy-MM-dd'T'HH"},
    NamedFormat{"date_hour_minute", "yyyy-MM-dd'T'HH:mm"},
    NamedFormat{"date_hour_minute_second", "yyyy-MM-dd'T'HH:mm:ss"},
    NamedFormat{"date_hour_minute_second_millis", "yyyy-MM-dd'T'HH:mm:ss.S"},
    NamedFormat{"date_hour_minute_second_fraction", "yyyy-MM-dd'T'HH:mm:ss.S"},
    NamedFormat{"year_month_day", "yyyy-MM-dd"},
    NamedFormat{"year_month", "yyyy-MM"},
    NamedFormat{"year", "yyyy"},
    NamedFormat{"basic_date", "yyyyMMdd"},
    NamedFormat{"basic_date_time", "yyyyMMdd'T'HHmmss.SX"},
    NamedFormat{"basic_date_time_no_millis", "yyyyMMdd'T'HHmmssX"},
};

// A reading position with the fields read so far.
struct Reading {
  std::string_view text;
  size_t at = 0;
  int64_t year = 1970;
  int month = 1;
  int day = 1;
  int hour = 0;
  int minute = 0;
  int second = 0;
  int32_t nanos = 0;
  int offset_seconds = 0;

  bool AtEnd() const { return at == text.size(); }
  char Peek() const { return at < text.size() ? text[at] : '\0'; }
  bool Take(char c) {
    if (Peek() != c) return false;
    ++at;
    return true;
  }
};

bool IsDigit(char c) { return c >= '0' && c <= '9'; }

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

// java.time's SignStyle.EXCEEDS_PAD: more digits than the pad only behind a sign.
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

// Z, +01, +0130, +01:30.
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

bool IsOffsetStart(char c) { return c == 'Z' || c == '+' || c == '-'; }

// strict: two digits each and a four-digit year; lenient: one digit is enough.
bool ReadOptionalTime(Reading& in, bool lenient) {
  const size_t pad = lenient ? 1 : 2;
  if (!(lenient ? ReadYear(in, 1, 5) : ReadYear(in, 4, 4))) return false;
  if (!in.Take('-')) {
    if (!in.Take('T')) return in.AtEnd();
  } else {
    if (!ReadField(in, pad, 2, &in.month)) return false;
    if (in.Take('-') && !ReadField(in, pad, 2, &in.day)) return false;
    if (!in.Take('T')) return in.AtEnd();
  }
  if (in.AtEnd()) return true;
  if (!ReadField(in, pad, 2, &in.hour)) return false;
  if (in.Take(':')) {
    if (!ReadField(in, pad, 2, &in.minute)) return false;
    if (in.Take(':')) {
      if (!ReadField(in, pad, 2, &in.second)) return false;
      if ((in.Take('.') || in.Take(',')) && !ReadFraction(in)) return false;
    }
  }
  if (IsOffsetStart(in.Peek()) && !ReadOffset(in)) return false;
  return in.AtEnd();
}

// Letters of a pattern come in runs: "yyyy" is one field.
bool ReadPattern(Reading& in, std::string_view pattern) {
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
    size_t run = 1;
    while (i + run < pattern.size() && pattern[i + run] == letter) ++run;
    i += run;
    const size_t max_digits = run == 1 ? 2 : run;
    bool read = false;
    switch (letter) {
      case 'y':
      case 'u': {
        read = ReadYear(in, run == 1 ? 1 : run, run == 1 ? 9 : run);
        if (run == 2) in.year += 2000;  // java.time: base year 2000
        break;
      }
      case 'M':
        read = ReadField(in, run, max_digits, &in.month);
        break;
      case 'd':
        read = ReadField(in, run, max_digits, &in.day);
        break;
      case 'H':
        read = ReadField(in, run, max_digits, &in.hour);
        break;
      case 'm':
        read = ReadField(in, run, max_digits, &in.minute);
        break;
      case 's':
        read = ReadField(in, run, max_digits, &in.second);
        break;
      case 'S':
        read = ReadFraction(in);
        break;
      case 'X':
      case 'x':
      case 'Z':
        read = ReadOffset(in);
        break;
      default:
        read = true;
        for (size_t j = 0; j < run && read; ++j) read = in.Take(letter);
    }
    if (!read) return false;
  }
  return in.AtEnd();
}

bool IsPattern(std::string_view format) {
  constexpr std::string_view kLetters = "yuMdHmsSXxZ";
  bool quoted = false;
  bool has_letter = false;
  for (const char c : format) {
    if (c == '\'') {
      quoted = !quoted;
    } else if (!quoted && ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'))) {
      if (kLetters.find(c) == std::string_view::npos) return false;
      has_letter = true;
    } else if (!quoted && (c == '[' || c == ']' || c == '{' || c == '}' || c == '#')) {
      return false;
    }
  }
  // MMM and longer are names of months, in a language.
  return has_letter && !quoted && format.find("MMM") == std::string_view::npos;
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

int DaysInMonth(int64_t year, int month) {
  constexpr std::array<int, 12> kDays = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  const bool leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
  return month == 2 && leap ? 29 : kDays[static_cast<size_t>(month - 1)];
}

bool ToInstant(const Reading& in, Instant* instant) {
  if (in.month < 1 || in.month > 12 || in.day < 1 ||
      in.day > DaysInMonth(in.year, in.month) || in.hour > 23 || in.minute > 59 ||
      in.second > 59) {
    return false;
  }
  instant->seconds = DaysFromCivil(in.year, in.month, in.day) * 86400 +
                     (in.hour * 60 + in.minute) * 60 + in.second - in.offset_seconds;
  instant->nanos = in.nanos;
  return true;
}

// Whole units with an optional fraction; `per_second` units make a second.
bool ParseEpoch(std::string_view text, int64_t per_second, Instant* instant) {
  Reading in{text};
  const bool negative = in.Take('-');
  int64_t units = 0;
  if (!ReadDigits(in, 1, 18, &units)) return false;
  int64_t nanos = 0;
  const int64_t nanos_per_unit = 1000000000 / per_second;
  if (in.Take('.')) {
    int64_t scale = nanos_per_unit;
    while (IsDigit(in.Peek())) {
      scale /= 10;
      nanos += (in.text[in.at] - '0') * scale;
      ++in.at;
    }
  }
  if (!in.AtEnd()) return false;
  instant->seconds = units / per_second;
  nanos += units % per_second * nanos_per_unit;
  if (negative) {
    instant->seconds = -instant->seconds;
    nanos = -nanos;
  }
  if (nanos < 0) {
    instant->seconds -= 1;
    nanos += 1000000000;
  }
  instant->nanos = static_cast<int32_t>(nanos);
  return true;
}

}  // namespace

arrow::Result<DateParser> DateParser::Make(std::string_view formats) {
  DateParser parser;
  while (!formats.empty()) {
    const size_t bar = formats.find("||");
    std::string_view format = formats.substr(0, bar);
    formats = bar == std::string_view::npos ? "" : formats.substr(bar + 2);
    // "8" asked Elasticsearch 6.8 for the java.time meaning of a pattern.
    if (format.size() > 1 && format[0] == '8') format.remove_prefix(1);
    std::string_view name = format;
    if (name.substr(0, 7) == "strict_") name.remove_prefix(7);
    if (name == "date_optional_time" || name == "date_optional_time_nanos" ||
        name == "dateOptionalTime" || format == "iso8601") {
      parser.formats_.push_back({name.size() == format.size() && format != "iso8601"
                                     ? FormatKind::kLenientOptionalTime
                                     : FormatKind::kOptionalTime,
                                 {}});
      continue;
    }
    if (format == "epoch_millis") {
      parser.long_numbers_are_millis_ =
          std::ranges::all_of(parser.formats_, [](const Format& before) {
            return before.kind == FormatKind::kOptionalTime ||
                   before.kind == FormatKind::kLenientOptionalTime;
          });
      parser.formats_.push_back({FormatKind::kEpochMillis, {}});
      continue;
    }
    if (format == "epoch_second") {
      parser.formats_.push_back({FormatKind::kEpochSecond, {}});
      continue;
    }
    std::string_view pattern;
    for (const NamedFormat& named : kNamedFormats) {
      if (named.name == name) pattern = named.pattern;
    }
    if (pattern.empty()) pattern = format;
    if (!IsPattern(pattern)) {
      return core::MakeError(core::ErrorKind::kUnsupported,
                             fmt::format("date format is not read: {}", format));
    }
    parser.formats_.push_back({FormatKind::kPattern, std::string(pattern)});
  }
  return parser;
}

bool DateParser::Parse(std::string_view text, Instant* instant) const {
  for (const Format& format : formats_) {
    Reading in{text};
    switch (format.kind) {
      case FormatKind::kOptionalTime:
        if (ReadOptionalTime(in, false) && ToInstant(in, instant)) return true;
        break;
      case FormatKind::kLenientOptionalTime:
        if (ReadOptionalTime(in, true) && ToInstant(in, instant)) return true;
        break;
      case FormatKind::kEpochMillis:
        if (ParseEpoch(text, 1000, instant)) return true;
        break;
      case FormatKind::kEpochSecond:
        if (ParseEpoch(text, 1, instant)) return true;
        break;
      case FormatKind::kPattern:
        if (ReadPattern(in, format.pattern) && ToInstant(in, instant)) return true;
        break;
    }
  }
  return false;
}

}  // namespace recurve::decode
