// SPDX-License-Identifier: Apache-2.0
#include "scan/proof_cache.h"

#include <memory>
#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "scan/scan_fixture_test.h"

namespace recurve::scan {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr int kMany = 400'000;

SegmentFingerprint Fingerprint(const std::string& segments) {
  SegmentFingerprint fingerprint;
  fingerprint.shards[{"t", 0}] = segments;
  return fingerprint;
}

TEST(ProofCache, KnowsAProofWhileTheSegmentsAreTheSame) {
  catalog::Field n;
  n.path = "n";
  catalog::Field m;
  m.path = "m";
  ProofCache cache;
  cache.Remember("t", Proof::kPushable, {&n},
                 std::make_shared<SegmentFingerprint>(Fingerprint("_0")));
  EXPECT_THAT(cache.Unproven("t", Proof::kPushable, {&n}, Fingerprint("_0")), IsEmpty());
  EXPECT_THAT(cache.Unproven("t", Proof::kPushable, {&n}, Fingerprint("_1")),
              ElementsAre(&n));
  EXPECT_THAT(cache.Unproven("t", Proof::kPushable, {&n, &m}, Fingerprint("_0")),
              ElementsAre(&m));
  EXPECT_THAT(cache.Unproven("u", Proof::kPushable, {&n}, Fingerprint("_0")),
              ElementsAre(&n));
  EXPECT_THAT(cache.Unproven("t", Proof::kOneSign, {&n}, Fingerprint("_0")),
              ElementsAre(&n));
}

// One scanner over a scripted cluster, which tells what was asked for.
class RememberedProofs : public testing::Test {
 protected:
  RememberedProofs() : cluster_({Kind::kSlices, {kMany}, {}, true, kMany}) {
    cluster_.transport = std::make_shared<FaultTransport>(
        cluster_.scripted,
        [this](const transport::HttpRequest& request) {
          num_proofs_ += request.body.find("\"proofs\"") != std::string::npos;
          return request.target.ends_with("/_segments");
        },
        moved_, [this](auto response) { return Moved(std::move(response)); });
    scanner_ = Scanner::Make(
        cluster_.transport, std::make_shared<FixedCatalog>(CapabilitiesFor(Kind::kSlices),
                                                           cluster_.table_now));
  }

  arrow::Result<transport::HttpResponse> Moved(
      arrow::Result<transport::HttpResponse> response) {
    // Every look is a fault; what it shows is the generation.
    return Replace("_0", "_" + std::to_string(generation_))(std::move(response));
  }

  // Count once; how many proofs were asked for.
  int Count() {
    num_proofs_ = 0;
    EXPECT_EQ(scanner_->Count(cluster_.Request(), {}).ValueOr(-1), kMany);
    return num_proofs_;
  }

  static std::set<int> Always() {
    std::set<int> places;
    for (int i = 0; i < 100; ++i) places.insert(i);
    return places;
  }

  int generation_ = 0;
  int num_proofs_ = 0;
  const std::set<int> moved_ = Always();
  Cluster cluster_;
  std::shared_ptr<Scanner> scanner_;
};

TEST_F(RememberedProofs, AreNotMadeAgainUntilTheIndexChanges) {
  EXPECT_EQ(Count(), 1);  // shows that the table is large
  EXPECT_EQ(Count(), 1);  // is remembered
  EXPECT_EQ(Count(), 0);
  generation_ = 1;
  EXPECT_EQ(Count(), 1);
  EXPECT_EQ(Count(), 0);
}

TEST_F(RememberedProofs, AreMadeAgainWhenTheFieldBecomesMultiValued) {
  Count();
  Count();
  EXPECT_EQ(Count(), 0);
  generation_ = 1;
  cluster_.scripted->num_values_ = kMany + 1;
  EXPECT_EQ(core::KindOf(scanner_->Count(cluster_.Request(), {}).status()),
            core::ErrorKind::kPushdownDisproved);
}

}  // namespace
}  // namespace recurve::scan
