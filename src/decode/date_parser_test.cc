// SPDX-License-Identifier: Apache-2.0
#include "decode/date_parser.h"

#include <string>

#include "gtest/gtest.h"

namespace recurve::decode {
namespace {

struct Case {
  std::string formats;
  std::string text;
  bool readable;
  int64_t seconds = 0;
  int32_t nanos = 0;
};

class DateParserTest : public testing::TestWithParam<Case> {};

TEST_P(DateParserTest, ReadsAsTheClusterDoes) {
  const Case& c = GetParam();
  const auto parser = DateParser::Make(c.formats);
  ASSERT_TRUE(parser.ok()) << parser.status();
  Instant instant;
  ASSERT_EQ(parser->Parse(c.text, &instant), c.readable) << c.text;
  if (!c.readable) return;
  EXPECT_EQ(instant.seconds, c.seconds) << c.text;
  EXPECT_EQ(instant.nanos, c.nanos) << c.text;
}

const std::string kDefault = "strict_date_optional_time||epoch_millis";

INSTANTIATE_TEST_SUITE_P(
    All, DateParserTest,
    testing::Values(
        Case{kDefault, "1970-01-01T00:00:00Z", true, 0},
        Case{kDefault, "1970-01-01", true, 0}, Case{kDefault, "2020", true, 1577836800},
        Case{kDefault, "2020-02", true, 1580515200},
        Case{kDefault, "2020-02-29T12", true, 1582977600},
        Case{kDefault, "2020-02-29T12:30", true, 1582979400},
        Case{kDefault, "2020-02-29T12:30:15.123456789Z", true, 1582979415, 123456789},
        Case{kDefault, "2020-02-29T12:30:15,5Z", true, 1582979415, 500000000},
        Case{kDefault, "2020-02-29T12:30:15+02:00", true, 1582972215},
        Case{kDefault, "2020-02-29T12:30:15-0530", true, 1582999215},
        Case{kDefault, "2020-02-29T12:30:15+02", true, 1582972215},
        Case{kDefault, "1969-12-31T23:59:59.999Z", true, -1, 999000000},
        Case{kDefault, "0001-01-01", true, -62135596800},
        Case{kDefault, "-0044-03-15", true, -63549360000},
        Case{kDefault, "9999-12-31T23:59:59Z", true, 253402300799},
        Case{kDefault, "1773915122000", true, 1773915122},
        Case{kDefault, "-2000", true, -125281123200},
        Case{kDefault, "-12345", true, -13, 655000000},
        Case{kDefault, "-999999999", true, -1000000, 1000000},
        Case{kDefault, "-1", true, -1, 999000000}, Case{kDefault, "0", true, 0},
        Case{kDefault, "1234.5", true, 1, 234500000}, Case{kDefault, "2021-02-29", false},
        Case{kDefault, "2020-13-01", false}, Case{kDefault, "2020-02-29T24:00", false},
        Case{kDefault, "2020-2-9", false}, Case{kDefault, "2020-02-29 12:30", false},
        Case{kDefault, "", false}, Case{kDefault, "tomorrow", false},
        Case{kDefault, "2020-02-29T12:30:15Zx", false},
        Case{"date_optional_time", "2020-2-9", true, 1581206400},
        Case{"epoch_second", "1582979415", true, 1582979415},
        Case{"yyyy-MM-dd HH:mm:ss", "2020-02-29 12:30:15", true, 1582979415},
        Case{"yyyy-MM-dd HH:mm:ss", "2020-02-29T12:30:15", false},
        Case{"dd/MM/yyyy", "29/02/2020", true, 1582934400},
        Case{"yyyyMMdd'T'HHmmss.SSSX", "20200229T123015.250Z", true, 1582979415,
             250000000},
        Case{"basic_date", "20200229", true, 1582934400},
        Case{"strict_date_hour_minute_second", "2020-02-29T12:30:15", true, 1582979415},
        Case{"time_no_millis", "08:00:00Z", true, 28800},
        Case{"strict_t_time", "T08:00:00.5+01:00", true, 25200, 500000000},
        Case{"hour_minute", "23:59", true, 86340},
        Case{"ordinal_date", "2020-060", true, 1582934400},
        Case{"basic_ordinal_date", "2020366", true, 1609372800},
        Case{"ordinal_date", "2021-366", false}, Case{"ordinal_date", "2021-000", false},
        Case{"week_date", "2020-W09-6", true, 1582934400},
        Case{"basic_week_date", "2020W096", true, 1582934400},
        Case{"weekyear_week", "2021-W01", true, 1609718400},
        Case{"week_date", "2020-W53-7", true, 1609632000},
        Case{"week_date", "2020-W09-8", false},
        Case{"dd-MMM-yy", "03-Jan-24", true, 1704240000},
        Case{"dd-MMM-yy", "03-jan-24", false},
        Case{"EEE MMM d HH:mm:ss yyyy", "Sat Feb 29 12:30:15 2020", true, 1582979415},
        Case{"EEEE, d MMMM yyyy", "Saturday, 29 February 2020", true, 1582934400},
        Case{"dd/MM/yyyy hh:mm a", "29/02/2020 12:30 AM", true, 1582936200},
        Case{"dd/MM/yyyy hh:mm a", "29/02/2020 12:30 PM", true, 1582979400},
        Case{"dd/MM/yyyy hh:mm a", "29/02/2020 13:30 PM", false},
        Case{"yyyy-MM-dd HH:mm:ss[.SSS][X]", "2020-02-29 12:30:15", true, 1582979415},
        Case{"yyyy-MM-dd HH:mm:ss[.SSS][X]", "2020-02-29 12:30:15.250+01", true,
             1582975815, 250000000},
        Case{"yyyy[-MM[-dd]]", "2020-02", true, 1580515200},
        Case{"yyyy/MM/dd||epoch_millis", "2020/02/29", true, 1582934400},
        Case{"yyyy/MM/dd||epoch_millis", "5000", true, 5}));

TEST(DateParser, NamesAFormatItDoesNotRead) {
  for (const std::string format : {"yyyy-MM-dd VV", "dd MMMMM yyyy", "yyyy-MM-dd hh:mm",
                                   "yyyy-MM-dd]", "YYYY-MM-dd", "nonsense"}) {
    const auto parser = DateParser::Make("epoch_millis||" + format);
    ASSERT_FALSE(parser.ok()) << format;
    EXPECT_NE(parser.status().message().find(format), std::string::npos);
  }
}

}  // namespace
}  // namespace recurve::decode
