// SPDX-License-Identifier: Apache-2.0
#include "dsl/esql_text.h"

#include "gtest/gtest.h"

namespace recurve::dsl {
namespace {

TEST(EsqlText, NamesStandInBackquotes) {
  EXPECT_EQ(EsqlIdentifier("user.name"), "`user.name`");
  EXPECT_EQ(EsqlIdentifier("a`b"), "`a``b`");
}

TEST(EsqlText, StringsAreEscaped) {
  EXPECT_EQ(EsqlString("a\"b\\c\n\r\t|é"), "\"a\\\"b\\\\c\\n\\r\\t|é\"");
}

TEST(EsqlText, IndicesStandInQuotes) {
  EXPECT_EQ(EsqlIndices({"logs-1", ".ds-logs-2"}), R"("logs-1",".ds-logs-2")");
}

}  // namespace
}  // namespace recurve::dsl
