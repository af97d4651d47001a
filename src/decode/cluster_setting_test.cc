// SPDX-License-Identifier: Apache-2.0
#include "decode/cluster_setting.h"

#include "gtest/gtest.h"

namespace recurve::decode {
namespace {

std::optional<std::string> Read(const char* body) {
  return ReadClusterSetting(core::PaddedBytes(body), "a.b").ValueOrDie();
}

TEST(ClusterSetting, TransientComesBeforePersistentBeforeDefault) {
  EXPECT_EQ(Read(R"({"defaults":{"a.b":"1"}})"), "1");
  EXPECT_EQ(Read(R"({"defaults":{"a.b":"1"},"persistent":{"a.b":"2"}})"), "2");
  EXPECT_EQ(Read(R"({"persistent":{"a.b":"2"},"transient":{"a.b":"3"}})"), "3");
}

TEST(ClusterSetting, MayBeUnknown) {
  EXPECT_EQ(Read("{}"), std::nullopt);
  EXPECT_FALSE(ReadClusterSetting(core::PaddedBytes("<html>"), "a.b").ok());
}

}  // namespace
}  // namespace recurve::decode
