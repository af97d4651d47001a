// SPDX-License-Identifier: Apache-2.0
#include "dsl/view_body.h"

#include "gtest/gtest.h"

namespace recurve::dsl {
namespace {

TEST(ViewBody, GoesOnWithAScroll) {
  EXPECT_EQ(WriteNextScrollPage("a==", std::chrono::seconds(300)),
            R"({"scroll":"300s","scroll_id":"a=="})");
}

TEST(ViewBody, ReleasesAViewInTheWordsOfEachCluster) {
  EXPECT_EQ(WriteCloseScroll("a"), R"({"scroll_id":["a"]})");
  EXPECT_EQ(WriteCloseElasticsearchPit("a"), R"({"id":"a"})");
  EXPECT_EQ(WriteCloseOpenSearchPit("a\""), R"({"pit_id":["a\""]})");
}

}  // namespace
}  // namespace recurve::dsl
