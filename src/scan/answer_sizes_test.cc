// SPDX-License-Identifier: Apache-2.0
#include "scan/answer_sizes.h"

#include "gtest/gtest.h"

namespace recurve::scan {
namespace {

TEST(AnswerSizes, RemembersWhichAnswersAreLarge) {
  AnswerSizes sizes;
  EXPECT_FALSE(sizes.WasLarge("FROM t"));
  sizes.Note("FROM t", 5'000'000);
  EXPECT_TRUE(sizes.WasLarge("FROM t"));
  EXPECT_FALSE(sizes.WasLarge("FROM u"));
  sizes.Note("FROM t", 100);
  EXPECT_FALSE(sizes.WasLarge("FROM t"));
}

}  // namespace
}  // namespace recurve::scan
