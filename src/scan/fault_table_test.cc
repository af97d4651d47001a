// SPDX-License-Identifier: Apache-2.0
// One row per fault: what the cluster or the network does, what the reader gets, and how
// many requests it took. Every row is also checked to release all views.

#include "gtest/gtest.h"
#include "scan/scan_fixture_test.h"

namespace recurve::scan {
namespace {

using core::ErrorKind;
using transport::HttpResponse;

struct FaultCase {
  std::string name;
  Kind kind;
  FaultTransport::Applies applies;
  std::set<int> when;
  FaultTransport::Fault fault;
  std::optional<ErrorKind> expected;  ///< none: all rows come
  int64_t retries;                    ///< -1: depends on which shard fails first
  bool spoils_opening = false;
};

void PrintTo(const FaultCase& row, std::ostream* out) { *out << row.name; }

class FaultTable : public testing::TestWithParam<FaultCase> {};

TEST_P(FaultTable, GivesAllRowsOrTheError) {
  const FaultCase& c = GetParam();
  Cluster cluster({c.kind});
  cluster.transport =
      std::make_shared<FaultTransport>(cluster.scripted, c.applies, c.when, c.fault);
  const Outcome outcome = cluster.Read();
  if (c.expected) {
    ASSERT_FALSE(outcome.status.ok());
    EXPECT_EQ(core::KindOf(outcome.status), *c.expected) << outcome.status;
  } else {
    ASSERT_TRUE(outcome.status.ok()) << outcome.status;
    EXPECT_EQ(outcome.numbers, AllNumbers());
  }
  if (c.retries >= 0) {
    EXPECT_EQ(outcome.statistics.num_retries, c.retries);
  }
  // A view whose opening was spoilt has no id to close it by.
  if (!c.spoils_opening) {
    EXPECT_EQ(cluster.scripted->opened(), cluster.scripted->closed());
  }
}

const std::string kShards = R"("successful":1,"failed":0)";

INSTANTIATE_TEST_SUITE_P(
    All, FaultTable,
    testing::Values(
        FaultCase{"none_slices", Kind::kSlices, IsPage, {}, Answer({}), {}, 0},
        FaultCase{"none_search_after", Kind::kSearchAfter, IsPage, {}, Answer({}), {}, 0},
        FaultCase{"none_scroll", Kind::kScroll, IsPage, {}, Answer({}), {}, 0},
        FaultCase{"busy_page", Kind::kSlices, IsPage, {0}, Answer(Retryable(429)), {}, 1},
        FaultCase{"busy_with_retry_after",
                  Kind::kSlices,
                  IsPage,
                  {1},
                  Answer(Retryable(503, std::chrono::milliseconds(5))),
                  {},
                  1},
        FaultCase{"busy_three_times",
                  Kind::kSlices,
                  IsOpen,
                  {0, 1, 2, 3, 4, 5},
                  Answer(Retryable(429)),
                  ErrorKind::kUnavailable,
                  -1,
                  true},
        FaultCase{"page_too_large",
                  Kind::kSlices,
                  IsPage,
                  {0},
                  Answer(core::MakeError(ErrorKind::kMemory, "too large")),
                  {},
                  0},
        FaultCase{"page_too_large_twice",
                  Kind::kSearchAfter,
                  IsPage,
                  {0, 1},
                  Answer(core::MakeError(ErrorKind::kMemory, "too large")),
                  {},
                  0},
        FaultCase{"every_page_too_large",
                  Kind::kSlices,
                  IsPage,
                  {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12},
                  Answer(core::MakeError(ErrorKind::kMemory, "too large")),
                  ErrorKind::kMemory,
                  0},
        FaultCase{"reset_in_mid_body",
                  Kind::kSearchAfter,
                  IsPage,
                  {0},
                  Answer(Retryable(0)),
                  {},
                  1},
        FaultCase{"scroll_page_rejected",
                  Kind::kScroll,
                  IsPage,
                  {0},
                  [](auto) -> arrow::Result<HttpResponse> { return Retryable(503); },
                  ErrorKind::kUnavailable,
                  0},
        FaultCase{"scroll_page_lost",
                  Kind::kScroll,
                  IsPage,
                  {0},
                  Answer(Retryable(0)),
                  ErrorKind::kUnavailable,
                  0},
        FaultCase{"no_shard_report",
                  Kind::kSlices,
                  IsPage,
                  {0},
                  Replace(R"("_shards":)", R"("shards":)"),
                  ErrorKind::kProtocol,
                  0},
        FaultCase{"shard_failed_in_200",
                  Kind::kSlices,
                  IsPage,
                  {0},
                  Replace(kShards, R"("successful":0,"failed":1)"),
                  ErrorKind::kIncomplete,
                  0},
        FaultCase{"timed_out_in_200",
                  Kind::kSlices,
                  IsPage,
                  {0},
                  Replace(R"("timed_out":false)", R"("timed_out":true)"),
                  ErrorKind::kIncomplete,
                  0},
        FaultCase{"terminated_early",
                  Kind::kSearchAfter,
                  IsPage,
                  {0},
                  Replace(R"("timed_out":false)",
                          R"("timed_out":false,"terminated_early":true)"),
                  ErrorKind::kIncomplete,
                  0},
        // Elasticsearch 6.8 says so on every page but the first.
        FaultCase{"scroll_page_terminated_early",
                  Kind::kScroll,
                  IsPage,
                  {0},
                  Replace(R"("timed_out":false)",
                          R"("timed_out":false,"terminated_early":true)"),
                  {},
                  0},
        FaultCase{"remote_cluster_skipped",
                  Kind::kSlices,
                  IsPage,
                  {0},
                  Replace(R"("timed_out":false)",
                          R"("timed_out":false,"_clusters":{"total":2,"skipped":1})"),
                  ErrorKind::kIncomplete,
                  0},
        FaultCase{"page_lost_a_hit",
                  Kind::kSlices,
                  IsFirstSlice,
                  {0},
                  Replace(R"({"_index":"t","_id":"0","_score":null,"_source":{"n":0},)"
                          R"("sort":[0]},)",
                          ""),
                  ErrorKind::kIncomplete,
                  0},
        FaultCase{"scroll_total_fell",
                  Kind::kScroll,
                  IsPage,
                  {0},
                  Replace(R"("value":)", R"("value":1)"),
                  ErrorKind::kIncomplete,
                  0},
        FaultCase{"truncated_json",
                  Kind::kSlices,
                  IsPage,
                  {0},
                  [](auto response) -> arrow::Result<HttpResponse> {
                    response->body = core::PaddedBytes(
                        response->body.view().substr(0, response->body.size() / 2));
                    return response;
                  },
                  ErrorKind::kProtocol,
                  0},
        FaultCase{"pit_on_part_of_the_shards",
                  Kind::kSlices,
                  IsOpen,
                  {0},
                  Replace(R"("successful":1,"skipped":0,"failed":0)",
                          R"("successful":0,"skipped":0,"failed":1)"),
                  ErrorKind::kIncomplete,
                  0,
                  true},
        FaultCase{"value_of_another_type",
                  Kind::kSlices,
                  IsFirstSlice,
                  {0},
                  Replace(R"({"n":0})", R"({"n":"x"})"),
                  ErrorKind::kBadValue,
                  0}),
    [](const auto& row) { return row.param.name; });

}  // namespace
}  // namespace recurve::scan
