// SPDX-License-Identifier: Apache-2.0
#include "gtest/gtest.h"
#include "transport/host_ring_internal.h"

namespace recurve::transport {
namespace {

constexpr std::chrono::milliseconds kAside{1000};
const HostRing::Clock::time_point kStart{std::chrono::hours(1)};

TEST(HostRing, GoesRound) {
  HostRing ring(3, kAside);
  EXPECT_EQ(ring.Pick(kStart), 0u);
  EXPECT_EQ(ring.Pick(kStart), 1u);
  EXPECT_EQ(ring.Pick(kStart), 2u);
  EXPECT_EQ(ring.Pick(kStart), 0u);
}

TEST(HostRing, SkipsAHostUntilItsTimeIsOver) {
  HostRing ring(2, kAside);
  ring.PutAside(0, kStart);
  EXPECT_EQ(ring.Pick(kStart), 1u);
  EXPECT_EQ(ring.Pick(kStart), 1u);
  EXPECT_EQ(ring.Pick(kStart + kAside), 0u);
}

TEST(HostRing, AsksHostsThatArePutAsideWhenThereIsNoOther) {
  HostRing ring(2, kAside);
  ring.PutAside(0, kStart);
  ring.PutAside(1, kStart);
  EXPECT_EQ(ring.Pick(kStart), 0u);
  EXPECT_EQ(ring.Pick(kStart), 1u);
  EXPECT_EQ(ring.Pick(kStart, 0), 1u);
}

TEST(HostRing, GivesTheOnlyHostEvenIfItIsExcepted) {
  HostRing ring(1, kAside);
  EXPECT_EQ(ring.Pick(kStart, 0), 0u);
}

}  // namespace
}  // namespace recurve::transport
