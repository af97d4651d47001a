// SPDX-License-Identifier: Apache-2.0
// One row per fault: what the cluster or the network does, what the reader gets, and how
// many requests it took. Every row is also checked to release all views.

#include <numeric>

#include "arrow/api.h"
#include "gtest/gtest.h"
#include "scan/scripted_cluster_test.h"

namespace recurve::scan {
namespace {

using core::ErrorKind;
using transport::HttpRequest;
using transport::HttpResponse;

enum class Kind { kSlices, kSearchAfter, kScroll };

catalog::Capabilities CapabilitiesFor(Kind kind) {
  catalog::Capabilities capabilities;
  capabilities.major = 8;
  capabilities.es_point_in_time = kind != Kind::kScroll;
  capabilities.doc_id_slices = kind == Kind::kSlices;
  return capabilities;
}

struct Outcome {
  arrow::Status status;
  std::vector<int64_t> numbers;
  ScanStatistics statistics;
};

struct Scan {
  Kind kind = Kind::kSlices;
  std::vector<int> documents = {25, 10};
  std::optional<int64_t> limit = {};
  bool with_proof = false;
  int64_t num_values = 0;
  int num_readers = 4;
};

class Cluster {
 public:
  explicit Cluster(const Scan& scan) : scan_(scan) {
    scripted = std::make_shared<ScriptedCluster>(scan.documents);
    scripted->num_values_ = scan.num_values;
    transport = scripted;
    auto table = std::make_shared<catalog::Table>();
    table->name = "t";
    catalog::Field field;
    field.name = field.path = "n";
    field.kind = catalog::FieldKind::kLong;
    field.type = arrow::int64();
    table->fields.push_back(field);
    for (size_t i = 0; i < scan.documents.size(); ++i) {
      table->shards.push_back({"t", static_cast<int>(i), ""});
    }
    table->schema = arrow::schema({arrow::field("n", arrow::int64())});
    table_planned = table;
    table_now = table;
  }

  plan::ScanRequest Request() const {
    plan::ScanRequest request;
    request.table = table_planned;
    request.columns = {{"n", &table_planned->fields[0], {}, arrow::int64()}};
    request.limit = scan_.limit;
    if (scan_.with_proof) request.proofs = {&table_planned->fields[0]};
    return request;
  }

  std::shared_ptr<ScanStream> Open(core::CancelToken cancel = {}) {
    MakeScanner();
    return *scanner_->Open(Request(), std::move(cancel));
  }

  arrow::Result<int64_t> Count() {
    MakeScanner();
    return scanner_->Count(Request(), {});
  }

  Outcome Read() {
    auto stream = Open();
    Outcome outcome;
    std::shared_ptr<arrow::RecordBatch> batch;
    while ((outcome.status = stream->ReadNext(&batch)).ok() && batch) {
      const auto& column = static_cast<const arrow::Int64Array&>(*batch->column(0));
      for (int64_t i = 0; i < column.length(); ++i) {
        outcome.numbers.push_back(column.Value(i));
      }
    }
    outcome.statistics = stream->statistics();
    stream.reset();
    std::sort(outcome.numbers.begin(), outcome.numbers.end());
    return outcome;
  }

  std::shared_ptr<ScriptedCluster> scripted;
  std::shared_ptr<transport::HttpTransport> transport;
  catalog::TablePtr table_planned;
  catalog::TablePtr table_now;  ///< what the catalog says while the scan begins

 private:
  void MakeScanner() {
    ScanOptions options;
    options.max_page_rows = 10;
    options.max_batch_rows = 20;  // so that a full queue stops the readers
    options.max_retries = 2;
    options.max_concurrent_requests = scan_.num_readers;
    options.first_backoff = std::chrono::milliseconds(1);
    scanner_ = Scanner::Make(
        transport, std::make_shared<FixedCatalog>(CapabilitiesFor(scan_.kind), table_now),
        options);
  }

  const Scan scan_;
  std::shared_ptr<Scanner> scanner_;
};

std::vector<int64_t> AllNumbers() {
  std::vector<int64_t> numbers(25);
  std::iota(numbers.begin(), numbers.end(), 0);
  for (int64_t i = 0; i < 10; ++i) numbers.push_back(1000 + i);
  return numbers;
}

arrow::Status Retryable(int http_status,
                        std::optional<std::chrono::milliseconds> retry_after = {}) {
  core::ErrorDetail detail(ErrorKind::kUnavailable);
  detail.retryable = true;
  detail.http_status = http_status;
  detail.retry_after = retry_after;
  return core::MakeError(std::move(detail), "busy");
}

FaultTransport::Fault Replace(std::string from, std::string to) {
  return [from, to](arrow::Result<HttpResponse> response) -> arrow::Result<HttpResponse> {
    std::string text(response->body.view());
    const size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos) << text;
    text.replace(at, from.size(), to);
    response->body = core::PaddedBytes(text);
    return response;
  };
}

FaultTransport::Fault Answer(arrow::Status status) {
  return [status](auto) -> arrow::Result<HttpResponse> { return status; };
}

bool IsPage(const HttpRequest& request) {
  return request.body.find("\"slice\"") != std::string::npos ||
         request.target == "/_search/scroll" ||
         request.body.find("search_after") != std::string::npos;
}
// The page with document 0, whichever reader comes first.
bool IsFirstSlice(const HttpRequest& request) {
  return request.body.find("\"pit0\"") != std::string::npos &&
         request.body.find("\"slice\":{\"id\":0,") != std::string::npos;
}
bool IsOpen(const HttpRequest& request) {
  return request.target.find("/_pit?") != std::string::npos;
}

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
