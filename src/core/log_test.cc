// SPDX-License-Identifier: Apache-2.0
#include "core/log.h"

#include "gtest/gtest.h"

namespace recurve::core {
namespace {

TEST(Log, QuotesOnlyWhatNeedsIt) {
  EXPECT_EQ(WriteLogText("statement ended", {{"rows", "3"}, {"error", "not found"}}),
            "statement ended rows=3 error=\"not found\"");
}

TEST(Log, EscapesJson) {
  EXPECT_EQ(WriteLogJson("e", {{"text", "a\"b\n"}}),
            "\"event\":\"e\",\"text\":\"a\\\"b\\u000a\"");
}

}  // namespace
}  // namespace recurve::core
