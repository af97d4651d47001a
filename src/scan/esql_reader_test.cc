// SPDX-License-Identifier: Apache-2.0
// One row per fault of the road `esql`: whatever happens, every row comes once, and the
// rest of the scan is read from the views.

#include "scan/esql_reader.h"

#include <mutex>
#include <set>
#include <string>

#include "gtest/gtest.h"
#include "scan/scan_fixture_test.h"

namespace recurve::scan {
namespace {

using core::ErrorKind;
using transport::HttpRequest;
using transport::HttpResponse;

bool IsQuery(const HttpRequest& request) { return request.target.starts_with("/_query"); }
bool IsSegments(const HttpRequest& request) {
  return request.target.ends_with("/_segments");
}
bool IsSettings(const HttpRequest& request) {
  return request.target.starts_with("/_cluster/settings");
}

std::set<int> From(int first) {
  std::set<int> places;
  for (int i = first; i < first + 100; ++i) places.insert(i);
  return places;
}

arrow::Status Failed(int http_status, std::string es_type) {
  core::ErrorDetail detail(ErrorKind::kRequestRejected);
  detail.http_status = http_status;
  detail.es_type = std::move(es_type);
  return core::MakeError(std::move(detail), "the query failed");
}

FaultTransport::Fault Cut(size_t num_bytes) {
  return
      [num_bytes](arrow::Result<HttpResponse> response) -> arrow::Result<HttpResponse> {
        const std::string_view whole = response->body.view();
        response->body = core::PaddedBytes(whole.substr(0, whole.size() - num_bytes));
        return response;
      };
}

FaultTransport::Fault AsLists() {
  return [](auto) -> arrow::Result<HttpResponse> {
    const auto schema = arrow::schema({arrow::field("n", arrow::list(arrow::int64()))});
    auto sink = *arrow::io::BufferOutputStream::Create();
    auto writer = *arrow::ipc::MakeStreamWriter(sink, schema);
    EXPECT_TRUE(writer->Close().ok());
    HttpResponse response;
    response.status = 200;
    response.body = core::PaddedBytes((*sink->Finish())->ToString());
    return response;
  };
}

struct EsqlCase {
  std::string name;
  FaultTransport::Applies applies;
  std::set<int> when;
  FaultTransport::Fault fault;
  std::string road;       ///< that the rows came on
  std::string mechanism;  ///< contains this
  int64_t max_rows = 20;  ///< of an answer: several partitions
};

void PrintTo(const EsqlCase& row, std::ostream* out) { *out << row.name; }

class EsqlTable : public testing::TestWithParam<EsqlCase> {};

TEST_P(EsqlTable, GivesAllRowsOnce) {
  const EsqlCase& c = GetParam();
  Scan scan;
  scan.num_readers = 1;  // the n-th request is the same in every run
  scan.road = plan::Road::kEsql;
  Cluster cluster(scan);
  cluster.scripted->esql_max_rows_ = c.max_rows;
  cluster.transport =
      std::make_shared<FaultTransport>(cluster.scripted, c.applies, c.when, c.fault);
  const Outcome outcome = cluster.Read();
  ASSERT_TRUE(outcome.status.ok()) << outcome.status;
  EXPECT_EQ(outcome.numbers, AllNumbers());
  EXPECT_EQ(outcome.statistics.road, c.road) << outcome.statistics.mechanism;
  EXPECT_NE(outcome.statistics.mechanism.find(c.mechanism), std::string::npos)
      << outcome.statistics.mechanism;
  EXPECT_EQ(cluster.scripted->opened(), cluster.scripted->closed());
}

const std::string kBoth = "esql, source";

INSTANTIATE_TEST_SUITE_P(
    All, EsqlTable,
    testing::Values(
        EsqlCase{"none", IsQuery, {}, Answer({}), "esql", "4 partitions"},
        EsqlCase{"one_answer", IsQuery, {}, Answer({}), "esql", "1 partitions", 1000},
        EsqlCase{"ceiling_unreadable",
                 IsSettings,
                 {0},
                 Answer(Failed(403, "")),
                 "source",
                 "cannot be read"},
        EsqlCase{"segments_forbidden",
                 IsSegments,
                 {0},
                 Answer(Failed(403, "")),
                 "source",
                 "not esql"},
        EsqlCase{"moved_before_the_views", IsSegments, From(1), Replace("_0", "_1"),
                 "source", "the index changed"},
        EsqlCase{"moved_before_the_first_row", IsSegments, From(2), Replace("_0", "_1"),
                 kBoth, "0 partitions, then doc-id slices: the index changed"},
        EsqlCase{"moved_in_the_middle", IsSegments, From(3), Replace("_0", "_1"), kBoth,
                 "1 partitions, then doc-id slices: the index changed"},
        EsqlCase{"moved_for_one_look_only",
                 IsSegments,
                 {4},
                 Replace("_0", "_1"),
                 kBoth,
                 "2 partitions, then doc-id slices: the index changed"},
        EsqlCase{"deletion_in_the_middle", IsSegments, From(3),
                 Replace(R"("deleted_docs":0)", R"("deleted_docs":1)"), kBoth,
                 "the index changed"},
        EsqlCase{"segments_unreadable_in_the_middle",
                 IsSegments,
                 {3},
                 Answer(Retryable(503)),
                 kBoth,
                 "1 partitions"},
        EsqlCase{"query_rejected",
                 IsQuery,
                 {1},
                 Answer(Failed(400, "parsing_exception")),
                 kBoth,
                 "the query failed"},
        EsqlCase{"query_failed",
                 IsQuery,
                 {2},
                 Answer(Failed(500, "")),
                 kBoth,
                 "the query failed"},
        EsqlCase{"busy", IsQuery, {1}, Answer(Retryable(429)), "esql", "4 partitions"},
        EsqlCase{"busy_for_ever", IsQuery, From(1), Answer(Retryable(429)), kBoth,
                 "busy"},
        EsqlCase{"out_of_memory",
                 IsQuery,
                 {1},
                 Answer(Failed(500, "circuit_breaking_exception")),
                 kBoth,
                 ""},
        EsqlCase{
            "end_of_stream_missing", IsQuery, {1}, Cut(8), kBoth, "end-of-stream marker"},
        EsqlCase{"stream_cut", IsQuery, {1}, Cut(40), kBoth, "Arrow stream"},
        EsqlCase{"not_arrow",
                 IsQuery,
                 {0},
                 [](auto response) -> arrow::Result<HttpResponse> {
                   response->body = core::PaddedBytes("{}");
                   return response;
                 },
                 kBoth,
                 "0 partitions"},
        EsqlCase{"list", IsQuery, {1}, AsLists(), kBoth, "several values in n"}),
    [](const auto& row) { return row.param.name; });

TEST(EsqlReader, HalvesWhatTheClusterHasNoMemoryFor) {
  Scan scan;
  scan.documents = {900};
  scan.road = plan::Road::kEsql;
  scan.num_readers = 1;
  Cluster cluster(scan);
  const auto faulty =
      std::make_shared<FaultTransport>(cluster.scripted, IsQuery, std::set<int>{0, 1},
                                       Answer(Failed(500, "circuit_breaking_exception")));
  cluster.transport = faulty;
  const Outcome outcome = cluster.Read();
  ASSERT_TRUE(outcome.status.ok()) << outcome.status;
  EXPECT_EQ(outcome.numbers.size(), 900u);
  EXPECT_EQ(outcome.statistics.road, "esql") << outcome.statistics.mechanism;
}

TEST(EsqlReader, NeverTakesAnAnswerAsLongAsItsLimit) {
  Scan scan;
  scan.documents = {40, 40, 40};
  scan.road = plan::Road::kEsql;
  for (const int64_t max_rows : {2, 3, 4, 7, 39, 40, 41, 120, 121}) {
    Cluster cluster(scan);
    cluster.scripted->esql_max_rows_ = max_rows;
    const Outcome outcome = cluster.Read();
    ASSERT_TRUE(outcome.status.ok()) << outcome.status;
    EXPECT_EQ(std::set<int64_t>(outcome.numbers.begin(), outcome.numbers.end()).size(),
              120u)
        << max_rows;
    EXPECT_EQ(outcome.numbers.size(), 120u) << max_rows;
    // One number of every shard is three rows: four have to be allowed.
    EXPECT_EQ(outcome.statistics.road, max_rows < 4 ? kBoth : "esql") << max_rows;
  }
}

TEST(EsqlReader, LimitIsExact) {
  for (const int64_t limit : {501, 599, 600, 700}) {
    Scan scan;
    scan.documents = {300, 300};
    scan.limit = limit;
    scan.road = plan::Road::kEsql;
    Cluster cluster(scan);
    cluster.scripted->esql_max_rows_ = 100;
    const Outcome outcome = cluster.Read();
    ASSERT_TRUE(outcome.status.ok()) << outcome.status;
    EXPECT_EQ(outcome.numbers.size(), static_cast<size_t>(std::min<int64_t>(limit, 600)));
    EXPECT_EQ(outcome.statistics.road, "esql");
  }
}

TEST(EsqlReader, LeavesSmallTablesToTheSource) {
  Scan scan;
  scan.road = plan::Road::kAuto;
  Cluster cluster(scan);
  const Outcome outcome = cluster.Read();
  ASSERT_TRUE(outcome.status.ok()) << outcome.status;
  EXPECT_EQ(outcome.numbers, AllNumbers());
  EXPECT_EQ(outcome.statistics.road, "source");
  EXPECT_NE(outcome.statistics.mechanism.find("the table is small"), std::string::npos);
}

TEST(EsqlReader, CancelAndDropReleaseEveryView) {
  for (const bool by_token : {true, false}) {
    core::CancelSource source;
    Scan scan;
    scan.documents = {900, 900};
    scan.road = plan::Road::kEsql;
    Cluster cluster(scan);
    cluster.scripted->esql_max_rows_ = 50;
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
    EXPECT_EQ(cluster.scripted->opened(), cluster.scripted->closed());
  }
}

}  // namespace
}  // namespace recurve::scan
