// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "arrow/result.h"

namespace recurve::decode {

/// An instant: seconds since the epoch and nanoseconds within the second, [0, 1e9).
struct Instant {
  int64_t seconds = 0;
  int32_t nanos = 0;
};

/// Reads dates as the cluster does: by the formats of a mapping, tried in their order.
///
/// Input    the text of a JSON string or number token. "2020" is a year where a date
/// format
///          stands before epoch_millis, as on the cluster.
/// Formats  strict_date_optional_time[_nanos], date_optional_time, epoch_millis,
/// epoch_second,
///          the other built-in formats, and Java patterns (date_pattern_internal.h).
/// Missing  parts default to the first of the year, midnight, UTC.
/// Source   Elasticsearch reference, "format" mapping parameter; java.time
/// DateTimeFormatter.
class DateParser {
 public:
  /// Errors   NotImplemented: a format of the list that is not read (names it).
  static arrow::Result<DateParser> Make(std::string_view formats);

  /// True and `*instant` set if one of the formats reads the whole text.
  bool Parse(std::string_view text, Instant* instant) const;

  /// True if a whole number of at least kLongNumber can only be epoch milliseconds: too
  /// long for the year that the formats in front of epoch_millis would take it for.
  bool reads_long_numbers_as_millis() const { return long_numbers_are_millis_; }
  static constexpr int64_t kLongNumber = 1000000000;

 private:
  enum class FormatKind {
    kOptionalTime,
    kLenientOptionalTime,
    kEpochMillis,
    kEpochSecond,
    kPattern
  };
  struct Format {
    FormatKind kind;
    std::string pattern;
  };
  std::vector<Format> formats_;
  bool long_numbers_are_millis_ = false;
};

}  // namespace recurve::decode
