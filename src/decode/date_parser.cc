// SPDX-License-Identifier: Apache-2.0
#include "decode/date_parser.h"

#include <algorithm>
#include <utility>

#include "core/error_detail.h"
#include "decode/date_pattern_internal.h"
#include "fmt/format.h"

namespace recurve::decode {

namespace {

// strict: two digits each and a four-digit year; lenient: one digit is enough.
bool ReadOptionalTime(Reading& in, bool lenient) {
  const size_t pad = lenient ? 1 : 2;
  const size_t begin = in.at;
  if (!(lenient ? ReadYear(in, 1, 5) : ReadYear(in, 4, 4))) return false;
  // A year that stands alone has four digits with a sign too: "-12345" is what the next
  // format takes it for, mostly milliseconds (seen on Elasticsearch 6.8.9 and 8.19.21).
  constexpr size_t kSignedYear = 5;
  if (!lenient && in.AtEnd() && in.at - begin > kSignedYear) return false;
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
    std::string_view pattern = NamedPattern(name);
    if (pattern.empty()) pattern = IsPattern(format) ? format : std::string_view();
    if (pattern.empty()) {
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
