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
        Case{"yyyy/MM/dd||epoch_millis", "2020/02/29", true, 1582934400},
        Case{"yyyy/MM/dd||epoch_millis", "5000", true, 5}));

TEST(DateParser, NamesAFormatItDoesNotRead) {
  const auto parser = DateParser::Make("epoch_millis||EEE MMM dd yyyy");
  ASSERT_FALSE(parser.ok());
  EXPECT_NE(parser.status().message().find("EEE MMM dd yyyy"), std::string::npos);
}

}  // namespace
}  // namespace recurve::decode
