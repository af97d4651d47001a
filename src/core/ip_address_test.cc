// SPDX-License-Identifier: Apache-2.0
#include "core/ip_address.h"

#include "gtest/gtest.h"

namespace recurve::core {
namespace {

std::string Spelled(std::string_view text) {
  const auto address = ParseIp(text);
  return address ? ToString(*address) : "none";
}

TEST(ParseIp, ReadsEverySpellingOfAnAddress) {
  EXPECT_EQ(Spelled("10.0.0.1"), "10.0.0.1");
  EXPECT_EQ(Spelled("::ffff:10.0.0.1"), "10.0.0.1");
  EXPECT_EQ(Spelled("::1"), "::1");
  EXPECT_EQ(Spelled("::"), "::");
  EXPECT_EQ(Spelled("2001:DB8::1"), "2001:db8::1");
  EXPECT_EQ(Spelled("1:2:3:4:5:6:1.2.3.4"), "1:2:3:4:5:6:102:304");
  EXPECT_EQ(Spelled("1::"), "1::");
}

TEST(ToString, ShortensTheFirstLongestRunOfZeros) {
  EXPECT_EQ(Spelled("1:0:0:2:0:0:0:3"), "1:0:0:2::3");
  EXPECT_EQ(Spelled("1:0:0:2:3:0:0:4"), "1::2:3:0:0:4");
  EXPECT_EQ(Spelled("1:0:2:3:4:5:6:7"), "1:0:2:3:4:5:6:7") << "one zero stays";
  EXPECT_EQ(Spelled("0:0:1:2:3:4:5:6"), "::1:2:3:4:5:6");
  EXPECT_EQ(Spelled("1:2:3:4:5:6:0:0"), "1:2:3:4:5:6::");
  EXPECT_EQ(Spelled("::1.2.3.4"), "::102:304") << "not an IPv4 address";
  EXPECT_EQ(Spelled("2001:DB8:0:0:0:0:0:00Ff"), "2001:db8::ff");
}

TEST(IpOfBytes, TakesFourOrSixteen) {
  using std::string_view_literals::operator""sv;
  EXPECT_EQ(ToString(*IpOfBytes("\x0A\0\0\xFF"sv)), "10.0.0.255");
  EXPECT_EQ(ToString(*IpOfBytes("\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\x01"sv)), "::1");
  EXPECT_FALSE(IpOfBytes("12345").has_value());
}

TEST(ParseIp, RefusesWhatIsNone) {
  for (const char* text :
       {"", "1.2.3", "1.2.3.4.5", "01.2.3.4", "256.1.1.1", "1.2.3.4 ", "1:2:3:4:5:6:7",
        "1:2:3:4:5:6:7:8:9", "1::2::3", ":1", "::10000", "fe80::1%eth0", "g::", "a.b.c.d",
        "1.2.3.4::", "-1.2.3.4", "1:2:3:4:5:6:7::8"}) {
    EXPECT_EQ(Spelled(text), "none") << text;
  }
}

TEST(ParseCidr, CoversANetwork) {
  const auto covers = [](std::string_view cidr, std::string_view address) {
    return ParseCidr(cidr)->Contains(*ParseIp(address));
  };
  EXPECT_TRUE(covers("10.0.0.0/8", "10.255.255.255"));
  EXPECT_FALSE(covers("10.0.0.0/8", "11.0.0.0"));
  EXPECT_TRUE(covers("10.1.2.3/8", "10.0.0.0")) << "bits behind the prefix do not count";
  EXPECT_TRUE(covers("0.0.0.0/0", "255.255.255.255"));
  EXPECT_FALSE(covers("0.0.0.0/0", "::1"));
  EXPECT_TRUE(covers("::/0", "1.2.3.4"));
  EXPECT_TRUE(covers("2001:db8::/33", "2001:db8:7fff::1"));
  EXPECT_FALSE(covers("2001:db8::/33", "2001:db8:8000::1"));
  EXPECT_TRUE(covers("10.0.0.1/32", "10.0.0.1"));
  for (const char* text :
       {"10.0.0.0", "10.0.0.0/33", "::/129", "/8", "10.0.0.0/", "x/8"}) {
    EXPECT_FALSE(ParseCidr(text).has_value()) << text;
  }
}

}  // namespace
}  // namespace recurve::core
