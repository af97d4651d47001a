// SPDX-License-Identifier: Apache-2.0
#include "plan/geo_rules.h"

#include <cmath>
#include <limits>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "plan/field_rules.h"
#include "plan/pushdown.h"

namespace recurve::plan {
namespace {

using catalog::Field;
using catalog::FieldKind;
using Kind = Predicate::Kind;
using ::testing::DoubleEq;
using ::testing::HasSubstr;

class GeoRules : public testing::Test {
 protected:
  GeoRules() {
    place_.name = place_.path = "place";
    place_.kind = FieldKind::kGeoPoint;
    place_.es_type = "geo_point";
  }

  Condition Distance(Comparison comparison, double metres, double lat = 52,
                     double lon = 13) const {
    Condition condition;
    condition.kind = Condition::Kind::kDistance;
    condition.field = &place_;
    condition.comparison = comparison;
    condition.literals = {lat, lon, metres};
    return condition;
  }

  Condition Box(double top, double left, double bottom, double right) const {
    Condition condition;
    condition.kind = Condition::Kind::kWithinBox;
    condition.field = &place_;
    condition.literals = {top, left, bottom, right};
    return condition;
  }

  static std::vector<double> Numbers(const Predicate& predicate) {
    std::vector<double> numbers;
    for (const Literal& value : predicate.values) {
      numbers.push_back(std::get<double>(value));
    }
    return numbers;
  }

  /// The sides of the box that is asked for.
  std::vector<double> Sides(double top, double left, double bottom, double right) const {
    const auto box = Around(Box(top, left, bottom, right), true);
    return box->kind == Kind::kBox ? Numbers(*box) : std::vector<double>{};
  }

  Field place_;
};

TEST_F(GeoRules, CirclesAreWiderThanAsked) {
  const auto circle = Around(Distance(Comparison::kLess, 1000), true);
  ASSERT_EQ(circle->kind, Kind::kCircle);
  const auto numbers = Numbers(*circle);
  EXPECT_EQ(numbers[0], 52);
  EXPECT_EQ(numbers[1], 13);
  EXPECT_GT(numbers[2], 1001);
  EXPECT_LT(numbers[2], 1003);
}

TEST_F(GeoRules, WhatIsBeyondACircleIsBeyondASmallerOne) {
  const auto beyond = Around(Distance(Comparison::kGreater, 1000), true);
  ASSERT_EQ(beyond->kind, Kind::kAnd);
  EXPECT_EQ(beyond->children[0], Exists(place_));
  EXPECT_LT(Numbers(beyond->children[1].children[0])[2], 999);
  EXPECT_EQ(Around(Distance(Comparison::kLessEqual, 1000), false), beyond);
  EXPECT_EQ(*Around(Distance(Comparison::kGreater, 1), true), Exists(place_));
}

TEST_F(GeoRules, DistancesThatAllOrNoPointsHave) {
  EXPECT_EQ(*Around(Distance(Comparison::kLess, 2e7), true), Exists(place_));
  EXPECT_EQ(Around(Distance(Comparison::kLess, -3), true)->kind, Kind::kNone);
  EXPECT_EQ(Around(Distance(Comparison::kLess, 0), true)->kind, Kind::kCircle);
}

TEST_F(GeoRules, WhatTheClusterWouldRefuseIsNotAsked) {
  EXPECT_FALSE(Around(Distance(Comparison::kLess, 1, 91, 0), true));
  EXPECT_FALSE(Around(Distance(Comparison::kLess, 1, 0, -181), true));
  EXPECT_FALSE(Around(Distance(Comparison::kNotEqual, 1), true));
  EXPECT_FALSE(
      Around(Distance(Comparison::kLess, std::numeric_limits<double>::infinity()), true));
  EXPECT_FALSE(Around(Distance(Comparison::kGreater, std::nan("")), true));
  EXPECT_FALSE(Around(Box(1, 2, 0, 3), false));
}

TEST_F(GeoRules, BoxesAreWiderThanAskedAndNoWiderThanTheEarth) {
  EXPECT_THAT(Sides(10, 2, 5, 3),
              testing::ElementsAre(DoubleEq(10 + 1e-6), DoubleEq(2 - 1e-6),
                                   DoubleEq(5 - 1e-6), DoubleEq(3 + 1e-6)));
  EXPECT_THAT(Sides(90, -180, -90, 180), testing::ElementsAre(90, -180, -90, 180));
  EXPECT_THAT(Sides(100, -200, -100, 200), testing::ElementsAre(90, -180, -90, 180));
}

TEST_F(GeoRules, BoxesOverTheDateLine) {
  EXPECT_THAT(Sides(1, 170, 0, -170),
              testing::ElementsAre(testing::_, DoubleEq(170 - 1e-6), testing::_,
                                   DoubleEq(-170 + 1e-6)));
  EXPECT_THAT(Sides(1, 5 + 1e-7, 0, 5),
              testing::ElementsAre(testing::_, -180, testing::_, 180));
  EXPECT_THAT(Sides(1, 190, 0, -170),
              testing::ElementsAre(testing::_, -180, testing::_, DoubleEq(-170 + 1e-6)));
  EXPECT_THAT(Sides(1, 170, 0, -190),
              testing::ElementsAre(testing::_, DoubleEq(170 - 1e-6), testing::_, 180));
}

TEST_F(GeoRules, BoxesWithoutAPoint) {
  EXPECT_EQ(Around(Box(0, 2, 5, 3), true)->kind, Kind::kNone);
  EXPECT_EQ(Around(Box(200, 2, 100, 3), true)->kind, Kind::kNone);
  EXPECT_EQ(Around(Box(5, 181, 0, 185), true)->kind, Kind::kNone);
  EXPECT_EQ(Around(Box(5, 190, 0, -190), true)->kind, Kind::kNone);
}

TEST_F(GeoRules, ArePushedAsASupersetWithAProof) {
  const Pushed pushed = Push(Distance(Comparison::kLess, 1000));
  EXPECT_EQ(pushed.exactness, Exactness::kSuperset);
  EXPECT_THAT(pushed.proofs, testing::ElementsAre(&place_));
  EXPECT_THAT(pushed.reason, HasSubstr("precision"));
  Condition negation;
  negation.kind = Condition::Kind::kNot;
  negation.children = {Box(1, 2, 0, 3)};
  EXPECT_EQ(Push(negation).exactness, Exactness::kNone);
}

TEST_F(GeoRules, FieldsThatMayHidePointsAreNotAsked) {
  place_.ignore_malformed = true;
  EXPECT_EQ(Push(Box(1, 2, 0, 3)).exactness, Exactness::kNone);
  place_.ignore_malformed = false;
  place_.null_value = "\"0,0\"";
  EXPECT_EQ(Push(Box(1, 2, 0, 3)).exactness, Exactness::kNone);
  place_.null_value.reset();
  place_.indexed = false;
  EXPECT_EQ(Push(Box(1, 2, 0, 3)).exactness, Exactness::kNone);
  place_.indexed = true;
  place_.inside_nested = true;
  EXPECT_EQ(Push(Box(1, 2, 0, 3)).exactness, Exactness::kNone);
}

}  // namespace
}  // namespace recurve::plan
