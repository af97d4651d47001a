// SPDX-License-Identifier: Apache-2.0
// What a scan does beside the faults of fault_table_test.cc.

#include "gtest/gtest.h"
#include "scan/scan_fixture_test.h"

namespace recurve::scan {
namespace {

using core::ErrorKind;
using transport::HttpRequest;
using transport::HttpResponse;

TEST(SourceScan, ReadsPagesOfOneSliceBehindEachOther) {
  Cluster cluster({Kind::kSearchAfter, {95}});
  const Outcome outcome = cluster.Read();
  ASSERT_TRUE(outcome.status.ok()) << outcome.status;
  EXPECT_EQ(outcome.numbers.size(), 95u);
  // Open, count, ten pages; the close comes after the last row.
  EXPECT_GE(outcome.statistics.num_requests, 12);
}

// A view that is not read for its keep-alive expires, however long the others take.
TEST(SourceScan, ReadsAPageOfEachShardInTurn) {
  for (const Kind kind : {Kind::kSearchAfter, Kind::kScroll}) {
    Cluster cluster({kind, {35, 35, 35}, {}, false, 0, /*num_readers=*/1});
    std::vector<int> shards;
    const auto note = [&shards](const HttpRequest& request) {
      if (!IsPage(request)) return false;
      for (int shard = 0; shard < 3; ++shard) {
        const bool by_pit =
            request.body.find(fmt::format("\"pit{}\"", shard)) != std::string::npos;
        const bool by_scroll =
            request.body.find(fmt::format("\"scroll{}\"", shard)) != std::string::npos;
        if (by_pit || by_scroll) shards.push_back(shard);
      }
      return false;
    };
    cluster.transport = std::make_shared<FaultTransport>(cluster.scripted, note,
                                                         std::set<int>{}, Answer({}));
    const Outcome outcome = cluster.Read();
    ASSERT_TRUE(outcome.status.ok()) << outcome.status;
    EXPECT_EQ(outcome.numbers.size(), 105u);
    ASSERT_GE(shards.size(), 6u);
    shards.resize(6);
    EXPECT_EQ(shards, (std::vector<int>{0, 1, 2, 0, 1, 2}));
  }
}

TEST(SourceScan, ClosesAViewOnceAndDoesNotWait) {
  Cluster cluster({Kind::kSlices});
  const auto closes = [](const HttpRequest& request) {
    return request.method == transport::HttpMethod::kDelete;
  };
  std::atomic<int> num_closes = 0;
  const auto fault = [&num_closes](auto) -> arrow::Result<HttpResponse> {
    ++num_closes;
    return Retryable(429, std::chrono::milliseconds(1));
  };
  cluster.transport = std::make_shared<FaultTransport>(
      cluster.scripted, closes, std::set<int>{0, 1, 2, 3, 4, 5}, fault);
  ASSERT_TRUE(cluster.Read().status.ok());
  EXPECT_EQ(num_closes, 2);
}

TEST(SourceScan, LimitIsExactOverParallelSlices) {
  for (const int64_t limit : {0, 1, 9, 501, 599, 600, 700}) {
    Cluster cluster({Kind::kSlices, {300, 300}, limit});
    const Outcome outcome = cluster.Read();
    ASSERT_TRUE(outcome.status.ok()) << outcome.status;
    // A page has ten rows here, so even a small limit takes several.
    EXPECT_EQ(outcome.numbers.size(), static_cast<size_t>(std::min<int64_t>(limit, 600)))
        << "limit " << limit;
  }
}

TEST(SingleSearch, WideDocumentsAreReadInPages) {
  Cluster cluster({Kind::kSlices, {40}, 30});
  cluster.transport = std::make_shared<FaultTransport>(
      cluster.scripted,
      [](const HttpRequest& request) { return request.target.starts_with("/t/_search"); },
      std::set<int>{0},
      Answer(core::MakeError(ErrorKind::kMemory, "a response is too large")));
  const Outcome outcome = cluster.Read();
  ASSERT_TRUE(outcome.status.ok()) << outcome.status;
  EXPECT_EQ(outcome.numbers.size(), 30u);
  EXPECT_EQ(outcome.statistics.mechanism, "doc-id slices");
  EXPECT_EQ(cluster.scripted->opened(), cluster.scripted->closed());
}

TEST(SourceScan, ShardsThatCameAfterPlanningAreNotLeftOut) {
  Cluster cluster({Kind::kSlices, {25, 10}});
  auto planned = std::make_shared<catalog::Table>(*cluster.table_now);
  planned->shards.pop_back();
  cluster.table_planned = planned;
  const Outcome outcome = cluster.Read();
  ASSERT_TRUE(outcome.status.ok()) << outcome.status;
  EXPECT_EQ(outcome.numbers, AllNumbers());
  EXPECT_EQ(cluster.scripted->opened(), cluster.scripted->closed());
}

TEST(SourceScan, AnotherSchemaAfterPlanningIsAnError) {
  Cluster cluster({Kind::kSlices, {25, 10}});
  auto planned = std::make_shared<catalog::Table>(*cluster.table_now);
  planned->shards.pop_back();
  cluster.table_planned = planned;
  auto now = std::make_shared<catalog::Table>(*cluster.table_now);
  now->schema = arrow::schema({arrow::field("n", arrow::utf8())});
  cluster.table_now = now;
  const Outcome outcome = cluster.Read();
  EXPECT_EQ(core::KindOf(outcome.status), ErrorKind::kUnavailable);
  EXPECT_EQ(cluster.scripted->opened(), cluster.scripted->closed());
}

TEST(SourceScan, DisprovedPushdownReleasesNoRow) {
  Cluster cluster({Kind::kSlices, {25, 25}, {}, true, 26});
  const Outcome outcome = cluster.Read();
  EXPECT_EQ(core::KindOf(outcome.status), ErrorKind::kPushdownDisproved);
  EXPECT_TRUE(outcome.numbers.empty());
}

TEST(SourceScan, ProvedPushdownReadsOn) {
  for (const Kind kind : {Kind::kSlices, Kind::kSearchAfter, Kind::kScroll}) {
    Cluster cluster({kind, {25, 25}, {}, true, 25});
    const Outcome outcome = cluster.Read();
    ASSERT_TRUE(outcome.status.ok()) << outcome.status;
    EXPECT_EQ(outcome.numbers.size(), 50u);
  }
}

TEST(Count, MayBeTerminatedEarlyWhereTheTotalIsKnown) {
  Cluster cluster({Kind::kSlices, {25}});
  cluster.transport = std::make_shared<FaultTransport>(
      cluster.scripted, [](const HttpRequest&) { return true; }, std::set<int>{0},
      Replace(R"("timed_out":false)", R"("timed_out":false,"terminated_early":true)"));
  EXPECT_EQ(cluster.Count().ValueOr(-1), 25);
}

TEST(Count, TimedOutIsNoCount) {
  Cluster cluster({Kind::kSlices, {25}});
  cluster.transport = std::make_shared<FaultTransport>(
      cluster.scripted, [](const HttpRequest&) { return true; }, std::set<int>{0},
      Replace(R"("timed_out":false)", R"("timed_out":true)"));
  EXPECT_EQ(core::KindOf(cluster.Count().status()), ErrorKind::kIncomplete);
}

TEST(SourceScan, CancelAndDropReleaseEveryView) {
  for (const bool by_token : {true, false}) {
    core::CancelSource source;
    Cluster cluster({Kind::kSlices, {900, 900}});
    auto stream = cluster.Open(source.get_token());
    std::shared_ptr<arrow::RecordBatch> batch;
    ASSERT_TRUE(stream->ReadNext(&batch).ok());
    if (by_token) {
      source.request_stop();
      arrow::Status status;
      while ((status = stream->ReadNext(&batch)).ok() && batch) {
      }
      EXPECT_EQ(core::KindOf(status), ErrorKind::kCancelled);
    }
    stream.reset();
    EXPECT_EQ(cluster.scripted->opened(), 2);
    EXPECT_EQ(cluster.scripted->closed(), 2);
  }
}

}  // namespace
}  // namespace recurve::scan
