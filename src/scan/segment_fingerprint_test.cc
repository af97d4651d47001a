// SPDX-License-Identifier: Apache-2.0
#include "scan/segment_fingerprint.h"

#include <functional>
#include <memory>
#include <string>

#include "core/error_detail.h"
#include "fmt/format.h"
#include "gtest/gtest.h"

namespace recurve::scan {
namespace {

std::string Copy(const std::string& segment, int64_t docs, int64_t deleted) {
  return fmt::format(
      R"({{"routing":{{"state":"STARTED"}},"segments":{{"{}":{{"num_docs":{},"deleted_docs":)"
      R"({},"search":true}}}}}})",
      segment, docs, deleted);
}

// Answers with one index of one shard, whose copies a test chooses.
class OneShard : public transport::HttpTransport {
 public:
  arrow::Result<transport::HttpResponse> Send(const transport::HttpRequest& request,
                                              const core::CancelToken&) override {
    targets.push_back(request.target);
    if (request.target.ends_with("/_segments")) {
      if (!segments_status.ok()) return segments_status;
      return Answer(fmt::format(
          R"({{"_shards":{{"total":2,"successful":1,"failed":{}}},"indices":{{"t":{{"shards":)"
          R"({{"0":[{}]}}}}}}}})",
          failed, copies));
    }
    return Answer(fmt::format(R"({{"t":{{"settings":{{"index.uuid":"{}"}}}}}})", uuid));
  }

  arrow::Result<SegmentFingerprint> Take(int num_shards = 1) {
    std::vector<catalog::Shard> shards;
    for (int i = 0; i < num_shards; ++i) shards.push_back({"t", i, ""});
    // The transport is this object; it outlives the exchanger.
    Exchanger exchanger(std::shared_ptr<transport::HttpTransport>(this, [](auto*) {}),
                        std::make_shared<RequestBudget>(1), {});
    return TakeSegmentFingerprint(shards, exchanger, {});
  }

  std::string copies = Copy("_0", 3, 0);
  std::string uuid = "u1";
  int failed = 0;
  arrow::Status segments_status;
  std::vector<std::string> targets;

 private:
  static arrow::Result<transport::HttpResponse> Answer(const std::string& text) {
    transport::HttpResponse response;
    response.status = 200;
    response.body = core::PaddedBytes(text);
    return response;
  }
};

TEST(SegmentFingerprint, StaysWhileNothingMoves) {
  OneShard shard;
  const auto first = shard.Take();
  ASSERT_TRUE(first.ok()) << first.status();
  EXPECT_EQ(first->num_documents, 3);
  EXPECT_EQ(*first, shard.Take().ValueOrDie());
}

TEST(SegmentFingerprint, MovesWithSegmentsDeletionsAndTheIndexItself) {
  OneShard shard;
  const auto first = shard.Take().ValueOrDie();
  shard.copies = Copy("_1", 3, 0);
  EXPECT_FALSE(first == shard.Take().ValueOrDie());
  shard.copies = Copy("_0", 2, 1);
  EXPECT_FALSE(first == shard.Take().ValueOrDie());
  shard.copies = Copy("_0", 3, 0);
  shard.uuid = "u2";
  EXPECT_FALSE(first == shard.Take().ValueOrDie());
}

TEST(SegmentFingerprint, NeedsCopiesThatAgree) {
  OneShard shard;
  shard.copies = Copy("_0", 3, 0) + "," + Copy("_0", 3, 0);
  const auto agreed = shard.Take();
  ASSERT_TRUE(agreed.ok()) << agreed.status();
  EXPECT_EQ(agreed->num_documents, 3);
  shard.copies = Copy("_0", 3, 0) + "," + Copy("_4", 3, 0);
  EXPECT_EQ(core::KindOf(shard.Take().status()), core::ErrorKind::kUnsupported);
}

TEST(SegmentFingerprint, NeedsAnAnswerOfEveryShard) {
  OneShard shard;
  EXPECT_FALSE(shard.Take(/*num_shards=*/2).ok());
  shard.failed = 1;
  EXPECT_FALSE(shard.Take().ok());
}

TEST(SegmentFingerprint, IsNotAskedForTwiceWhereItIsRefused) {
  OneShard shard;
  core::ErrorDetail detail(core::ErrorKind::kUnavailable);
  detail.retryable = true;
  shard.segments_status = core::MakeError(std::move(detail), "busy");
  EXPECT_FALSE(shard.Take().ok());
  EXPECT_EQ(shard.targets.size(), 1u);
}

TEST(SegmentFingerprint, OfTooManyIndicesIsNotTaken) {
  std::vector<catalog::Shard> shards;
  for (int i = 0; i < 400; ++i) shards.push_back({fmt::format("logs-{:04}", i), 0, ""});
  auto transport = std::make_shared<OneShard>();
  Exchanger exchanger(transport, std::make_shared<RequestBudget>(1), {});
  EXPECT_FALSE(TakeSegmentFingerprint(shards, exchanger, {}).ok());
  EXPECT_TRUE(transport->targets.empty());
}

}  // namespace
}  // namespace recurve::scan
