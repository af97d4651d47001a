// SPDX-License-Identifier: Apache-2.0
#include "catalog/table_name_internal.h"
#include "core/error_detail.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace recurve::catalog {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(EncodeTableName, KeepsPatternsAndEncodesTheRest) {
  EXPECT_EQ(*EncodeTableName("orders"), "orders");
  EXPECT_EQ(*EncodeTableName("logs-*,.hidden-1"), "logs-*,.hidden-1");
  EXPECT_EQ(*EncodeTableName("logs-*,-logs-old"), "logs-*,-logs-old");
  EXPECT_EQ(*EncodeTableName("<logs-{now/d}>"), "%3Clogs-%7Bnow%2Fd%7D%3E");
  EXPECT_EQ(*EncodeTableName("<logs-{now/d{yyyy.MM.dd|+01:00}}>,a"),
            "%3Clogs-%7Bnow%2Fd%7Byyyy.MM.dd%7C%2B01%3A00%7D%7D%3E,a");
  EXPECT_EQ(*EncodeTableName("100%"), "100%25");
  EXPECT_EQ(*EncodeTableName("\xC3\xA4"), "%C3%A4");
}

TEST(EncodeTableName, NeverReachesAnotherEndpoint) {
  for (const char* name :
       {"_all", "_cluster/settings", "a/_delete_by_query", "a?pretty", "a#b", "..", ".",
        "a,_all", "a\\b", "a b", "-a", "+a", "<_all>", "<a", "a|b", "a\"b", "a,-"}) {
    const auto encoded = EncodeTableName(name);
    EXPECT_EQ(core::KindOf(encoded.status()), core::ErrorKind::kNotFound) << name;
  }
}

TEST(EncodeTableName, RefusesNamesThatCannotBeAsked) {
  const std::string names[] = {
      "", "a,,b", "a,", "a\nb", std::string("a\0b", 3), std::string(256, 'a')};
  for (const std::string& name : names) {
    EXPECT_EQ(core::KindOf(EncodeTableName(name).status()), core::ErrorKind::kInvalidSql)
        << name;
  }
  std::string long_list = "a";
  for (int i = 0; i < 2000; ++i) long_list += ",a";
  EXPECT_EQ(core::KindOf(EncodeTableName(long_list).status()),
            core::ErrorKind::kInvalidSql);
  EXPECT_EQ(core::KindOf(EncodeTableName("eu:orders").status()),
            core::ErrorKind::kUnsupported);
}

TEST(NearNames, GivesTheNearestThree) {
  const std::vector<TableName> known = {{"orders", "index"},   {"orders2", "index"},
                                        {"order", "index"},    {"ordersx", "alias"},
                                        {"invoices", "index"}, {"a", "index"}};
  EXPECT_THAT(NearNames("ordrs", known), ElementsAre("orders", "order", "orders2"));
  EXPECT_THAT(NearNames("zz", known), IsEmpty());
}

}  // namespace
}  // namespace recurve::catalog
