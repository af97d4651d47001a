// SPDX-License-Identifier: Apache-2.0
#include "scan/aggregate_scan.h"

#include <algorithm>

#include "arrow/api.h"
#include "core/error_detail.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "plan/aggregate_rules.h"
#include "scan/scripted_cluster_test.h"

namespace recurve::scan {
namespace {

using plan::AggregateFunction;
using ::testing::HasSubstr;

/// A cluster whose documents hold 0, 1, 2, ... in field "n", twice each; it answers
/// composite aggregations over them and `stats` as totals.
class GroupingCluster : public transport::HttpTransport {
 public:
  explicit GroupingCluster(int64_t num_groups) : num_groups_(num_groups) {}

  arrow::Result<transport::HttpResponse> Send(const transport::HttpRequest& request,
                                              const core::CancelToken&) override {
    requests.push_back(request.target + " " + request.body);
    std::string answer = "{}";
    if (request.method == transport::HttpMethod::kDelete) {
      ++closed;
    } else if (request.target.find("/_pit?") != std::string::npos) {
      ++opened;
      answer = R"({"id":"pit0","_shards":{"total":1,"successful":1,"failed":0}})";
    } else {
      answer = Search(request.body);
    }
    if (on_answer) on_answer(answer);
    transport::HttpResponse response;
    response.status = 200;
    response.body = core::PaddedBytes(answer);
    return response;
  }

  std::function<void(std::string&)> on_answer;
  std::string stats = R"({"count":2,"min":0.0,"max":9.0,"sum":9.0})";
  int64_t num_values = 0;
  int opened = 0;
  int closed = 0;
  std::vector<std::string> requests;

 private:
  static int64_t NumberAfter(const std::string& text, const std::string& mark,
                             int64_t otherwise) {
    const size_t at = text.find(mark);
    return at == std::string::npos ? otherwise
                                   : std::stoll(text.substr(at + mark.size()));
  }

  std::string Search(const std::string& body) const {
    std::string aggregations = fmt::format(
        R"("proofs":{{"v0":{{"value":{}}},"d0":{{"doc_count":0}},"g0":{{"doc_count":0}}}})",
        num_values);
    if (body.find("\"composite\"") != std::string::npos) {
      const int64_t size = NumberAfter(body, "\"composite\":{\"size\":", 0);
      const int64_t first = NumberAfter(body, "\"after\":{\"k0\":", -1) + 1;
      const int64_t last = std::min(first + size, num_groups_);
      std::string buckets;
      for (int64_t i = first; i < last; ++i) {
        buckets += fmt::format(R"({}{{"key":{{"k0":{}}},"doc_count":2,"m0":{}}})",
                               i > first ? "," : "", i, stats);
      }
      aggregations += fmt::format(
          R"(,"groups":{{{}"buckets":[{}]}})",
          last > first ? fmt::format(R"("after_key":{{"k0":{}}},)", last - 1) : "",
          buckets);
    }
    aggregations += R"(,"m0":)" + stats;
    return fmt::format(R"({{"pit_id":"pit0","timed_out":false,)"
                       R"("_shards":{{"total":1,"successful":1,"failed":0}},)"
                       R"("hits":{{"total":{{"value":{},"relation":"eq"}},"hits":[]}},)"
                       R"("aggregations":{{{}}}}})",
                       2 * num_groups_, aggregations);
  }

  const int64_t num_groups_;
};

struct Answer {
  arrow::Status status;
  int64_t num_groups = 0;
  int num_batches = 0;
};

class AggregateScanTest : public testing::Test {
 protected:
  AggregateScanTest() {
    auto table = std::make_shared<catalog::Table>();
    table->name = "t";
    catalog::Field field;
    field.name = field.path = "n";
    field.kind = catalog::FieldKind::kLong;
    field.type = arrow::int64();
    table->fields.push_back(field);
    table->shards.push_back({"t", 0, ""});
    table->schema = arrow::schema({arrow::field("n", arrow::int64())});
    table_ = table;
    capabilities_.es_point_in_time = true;
  }

  plan::AggregateRequest Request(bool grouped) const {
    const catalog::Field* field = &table_->fields[0];
    plan::AggregateRequest request;
    request.table = table_;
    if (grouped) request.keys = {{"n", field, {}, arrow::int64()}};
    for (const auto function : {AggregateFunction::kCountRows, AggregateFunction::kSum}) {
      plan::Aggregate aggregate;
      aggregate.name = "a";
      aggregate.function = function;
      if (function != AggregateFunction::kCountRows) aggregate.field = field;
      aggregate.type = plan::AggregateType(function, field);
      request.aggregates.push_back(aggregate);
    }
    request.proofs = {field};
    return request;
  }

  Answer Read(const std::shared_ptr<GroupingCluster>& cluster, bool grouped = true,
              plan::Road road = plan::Road::kAuto) {
    const auto scanner =
        Scanner::Make(cluster, std::make_shared<FixedCatalog>(capabilities_, table_now_));
    plan::AggregateRequest request = Request(grouped);
    request.road = road;
    auto stream = *scanner->OpenAggregate(std::move(request), {});
    Answer answer;
    std::shared_ptr<arrow::RecordBatch> batch;
    while ((answer.status = stream->ReadNext(&batch)).ok() && batch) {
      EXPECT_TRUE(batch->schema()->Equals(*stream->schema()));
      answer.num_groups += batch->num_rows();
      ++answer.num_batches;
    }
    return answer;
  }

  static core::ErrorKind KindOf(const Answer& answer) {
    return core::KindOf(answer.status);
  }

  catalog::TablePtr table_;
  catalog::TablePtr table_now_ = nullptr;
  catalog::Capabilities capabilities_;

  void SetUp() override { table_now_ = table_; }
};

TEST_F(AggregateScanTest, FewGroupsComeInOneSearch) {
  const auto cluster = std::make_shared<GroupingCluster>(5);
  const Answer answer = Read(cluster);
  ASSERT_TRUE(answer.status.ok()) << answer.status;
  EXPECT_EQ(answer.num_groups, 5);
  EXPECT_EQ(cluster->requests.size(), 1);
  EXPECT_THAT(cluster->requests[0], HasSubstr("/t/_search?allow_partial_search_results"));
}

TEST_F(AggregateScanTest, TheRoadSourceNeverAsksEsql) {
  capabilities_.esql_arrow = true;
  const auto cluster = std::make_shared<GroupingCluster>(5);
  const Answer answer = Read(cluster, true, plan::Road::kSource);
  ASSERT_TRUE(answer.status.ok()) << answer.status;
  ASSERT_EQ(cluster->requests.size(), 1);
  EXPECT_THAT(cluster->requests[0], HasSubstr("/t/_search?"));
}

TEST_F(AggregateScanTest, ManyGroupsComeInPagesOfOnePointInTime) {
  const auto cluster = std::make_shared<GroupingCluster>(150000);
  const Answer answer = Read(cluster);
  ASSERT_TRUE(answer.status.ok()) << answer.status;
  EXPECT_EQ(answer.num_groups, 150000);
  EXPECT_GT(answer.num_batches, 1);
  EXPECT_EQ(cluster->opened, 1);
  EXPECT_EQ(cluster->closed, 1);
}

TEST_F(AggregateScanTest, GroupsOfVeryManyPagesAreComputedHere) {
  const auto cluster = std::make_shared<GroupingCluster>(1'000'000);
  EXPECT_EQ(KindOf(Read(cluster)), core::ErrorKind::kPushdownDisproved);
  EXPECT_EQ(cluster->requests.size(), 1);
  EXPECT_EQ(cluster->opened, 0);
}

TEST_F(AggregateScanTest, GroupsThatFillAPageExactlyAreComplete) {
  const auto cluster = std::make_shared<GroupingCluster>(60000);
  EXPECT_EQ(Read(cluster).num_groups, 60000);
}

TEST_F(AggregateScanTest, WithoutAPointInTimeManyGroupsAreComputedHere) {
  capabilities_.es_point_in_time = false;
  EXPECT_EQ(KindOf(Read(std::make_shared<GroupingCluster>(10000))),
            core::ErrorKind::kPushdownDisproved);
}

TEST_F(AggregateScanTest, ALostGroupIsNoticed) {
  for (const int64_t num_groups : {5, 150000}) {
    const auto cluster = std::make_shared<GroupingCluster>(num_groups);
    cluster->on_answer = [](std::string& answer) {
      const std::string lost = R"({"key":{"k0":3},"doc_count":2)";
      const size_t at = answer.find(lost);
      if (at != std::string::npos) answer[at + lost.size() - 1] = '1';
    };
    EXPECT_EQ(KindOf(Read(cluster)), num_groups == 5 ? core::ErrorKind::kPushdownDisproved
                                                     : core::ErrorKind::kIncomplete);
    EXPECT_EQ(cluster->closed, cluster->opened);
  }
}

TEST_F(AggregateScanTest, SeveralValuesInADocumentDisproveIt) {
  const auto cluster = std::make_shared<GroupingCluster>(5);
  cluster->num_values = 1;
  EXPECT_EQ(KindOf(Read(cluster)), core::ErrorKind::kPushdownDisproved);
}

TEST_F(AggregateScanTest, SumsThatMayBeTooLargeAreDisprovedBeforeTheFirstRow) {
  for (const int64_t num_groups : {5, 150000}) {
    const auto cluster = std::make_shared<GroupingCluster>(num_groups);
    cluster->stats = R"({"count":2,"min":0.0,"max":9.0E15,"sum":9.0E15})";
    const Answer answer = Read(cluster);
    EXPECT_EQ(KindOf(answer), core::ErrorKind::kPushdownDisproved);
    EXPECT_EQ(answer.num_groups, 0);
    EXPECT_EQ(cluster->closed, cluster->opened);
  }
}

TEST_F(AggregateScanTest, DistinctValuesAreCountedOverAllPages) {
  const auto cluster = std::make_shared<GroupingCluster>(150000);
  const auto scanner =
      Scanner::Make(cluster, std::make_shared<FixedCatalog>(capabilities_, table_));
  plan::AggregateRequest request = Request(/*grouped=*/false);
  request.aggregates.resize(1);
  request.aggregates[0].function = AggregateFunction::kCountDistinct;
  request.aggregates[0].field = &table_->fields[0];
  cluster->stats = "{}";
  auto stream = *scanner->OpenAggregate(request, {});
  std::shared_ptr<arrow::RecordBatch> batch;
  const arrow::Status status = stream->ReadNext(&batch);
  ASSERT_TRUE(status.ok()) << status;
  EXPECT_EQ(batch->num_rows(), 1);
  EXPECT_EQ(static_cast<const arrow::Int64Array&>(*batch->column(0)).Value(0), 150000);
  ASSERT_TRUE(stream->ReadNext(&batch).ok());
  EXPECT_FALSE(batch);
}

TEST_F(AggregateScanTest, TotalsAreOneRow) {
  const auto cluster = std::make_shared<GroupingCluster>(5);
  const Answer answer = Read(cluster, /*grouped=*/false);
  ASSERT_TRUE(answer.status.ok()) << answer.status;
  EXPECT_EQ(answer.num_groups, 1);
}

TEST_F(AggregateScanTest, AShardThatDidNotAnswerIsAnError) {
  const auto cluster = std::make_shared<GroupingCluster>(5);
  cluster->on_answer = [](std::string& answer) {
    const std::string good = R"("successful":1,"failed":0)";
    answer.replace(answer.find(good), good.size(), R"("successful":0,"failed":1)");
  };
  EXPECT_EQ(KindOf(Read(cluster)), core::ErrorKind::kIncomplete);
}

TEST_F(AggregateScanTest, AnotherMappingThanPlannedIsAnError) {
  auto other = std::make_shared<catalog::Table>(*table_);
  other->shards.push_back({"u", 0, ""});
  table_now_ = other;
  EXPECT_EQ(KindOf(Read(std::make_shared<GroupingCluster>(5))),
            core::ErrorKind::kUnavailable);
}

TEST_F(AggregateScanTest, BucketLimitsOfTheClusterLeaveTheWorkHere) {
  class Refusing : public transport::HttpTransport {
    arrow::Result<transport::HttpResponse> Send(const transport::HttpRequest&,
                                                const core::CancelToken&) override {
      core::ErrorDetail detail(core::ErrorKind::kRequestRejected);
      detail.es_type = "too_many_buckets_exception";
      return core::MakeError(std::move(detail), "Trying to create too many buckets.");
    }
  };
  const auto scanner =
      Scanner::Make(std::make_shared<Refusing>(),
                    std::make_shared<FixedCatalog>(capabilities_, table_));
  auto stream = *scanner->OpenAggregate(Request(true), {});
  std::shared_ptr<arrow::RecordBatch> batch;
  EXPECT_EQ(core::KindOf(stream->ReadNext(&batch)), core::ErrorKind::kPushdownDisproved);
}

TEST_F(AggregateScanTest, AFullTextQueryThatIsRefusedIsTheUsersError) {
  class Refusing : public transport::HttpTransport {
    arrow::Result<transport::HttpResponse> Send(const transport::HttpRequest&,
                                                const core::CancelToken&) override {
      return core::MakeError(core::ErrorKind::kRequestRejected, "Failed to parse query");
    }
  };
  const auto scanner =
      Scanner::Make(std::make_shared<Refusing>(),
                    std::make_shared<FixedCatalog>(capabilities_, table_));
  plan::AggregateRequest request = Request(true);
  request.filter.kind = plan::Predicate::Kind::kFullText;
  request.filter.full_text =
      plan::FullText{plan::FullText::Kind::kQueryString, "title:[", {}};
  auto stream = *scanner->OpenAggregate(request, {});
  std::shared_ptr<arrow::RecordBatch> batch;
  EXPECT_EQ(core::KindOf(stream->ReadNext(&batch)), core::ErrorKind::kInvalidSql);
}

}  // namespace
}  // namespace recurve::scan
