// SPDX-License-Identifier: Apache-2.0
#include "catalog/json_object.h"

#include "gtest/gtest.h"

namespace recurve::catalog {
namespace {

TEST(WhyNotJsonObject, TakesOneObject) {
  for (const char* text : {R"({})", R"( {"match_all": {}}
)",
                           R"({"term":{"a":"}],"}})"}) {
    EXPECT_EQ(WhyNotJsonObject(text), "") << text;
  }
}

TEST(WhyNotJsonObject, RefusesWhatWouldChangeTheRequestAroundIt) {
  for (const char* text : {"", "[]", "1", "\"a\"", "null", "{", "{}}", "{}{}",
                           R"({"match_all":{}}],"size":0)", R"({"a":1,})", R"({"a":"b)",
                           "{\"a\":\"\n\"}", "{\"a\":\"\xff\"}", "{'a':1}"}) {
    EXPECT_NE(WhyNotJsonObject(text), "") << text;
  }
}

}  // namespace
}  // namespace recurve::catalog
