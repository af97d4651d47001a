// SPDX-License-Identifier: Apache-2.0
#include "scan/esql_aggregate_scan.h"

#include <algorithm>

#include "arrow/api.h"
#include "arrow/io/memory.h"
#include "arrow/ipc/writer.h"
#include "core/error_detail.h"
#include "fmt/format.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "plan/aggregate_rules.h"

namespace recurve::scan {
namespace {

using plan::AggregateFunction;
using ::testing::HasSubstr;

std::shared_ptr<arrow::Array> Longs(const std::vector<std::optional<int64_t>>& values) {
  arrow::Int64Builder builder;
  for (const auto& value : values) {
    EXPECT_TRUE((value ? builder.Append(*value) : builder.AppendNull()).ok());
  }
  return *builder.Finish();
}

std::shared_ptr<arrow::Array> Doubles(const std::vector<double>& values) {
  arrow::DoubleBuilder builder;
  EXPECT_TRUE(builder.AppendValues(values).ok());
  return *builder.Finish();
}

std::string Written(const arrow::ArrayVector& columns) {
  arrow::FieldVector fields;
  for (const auto& column : columns) fields.push_back(arrow::field("c", column->type()));
  const auto batch =
      arrow::RecordBatch::Make(arrow::schema(fields), columns[0]->length(), columns);
  auto sink = *arrow::io::BufferOutputStream::Create();
  auto writer = *arrow::ipc::MakeStreamWriter(sink, batch->schema());
  EXPECT_TRUE(writer->WriteRecordBatch(*batch).ok());
  EXPECT_TRUE(writer->Close().ok());
  return (*sink->Finish())->ToString();
}

/// A large index "t" of one shard and its ES|QL.
class EsqlCluster : public transport::HttpTransport {
 public:
  arrow::Result<transport::HttpResponse> Send(const transport::HttpRequest& request,
                                              const core::CancelToken&) override {
    requests.push_back(request.target + " " + request.body);
    if (request.target.ends_with("/_segments")) {
      const int generation = writes_meanwhile ? num_fences++ : 0;
      return Answer(fmt::format(
          R"({{"_shards":{{"total":1,"successful":1,"failed":0}},"indices":{{"t":{{"shards":)"
          R"({{"0":[{{"routing":{{"state":"STARTED"}},"segments":{{"_{}":{{"num_docs":{},)"
          R"("deleted_docs":0,"search":true}}}}}}]}}}}}}}})",
          generation, num_documents));
    }
    if (request.target.find("index.uuid") != std::string::npos) {
      return Answer(R"({"t":{"settings":{"index.uuid":"u"}}})");
    }
    if (request.target.starts_with("/_query")) {
      const bool of_table = request.body.find(" BY ") == std::string::npos;
      return Answer(Written(of_table ? extremes : answer));
    }
    return Answer(fmt::format(
        R"({{"timed_out":false,"_shards":{{"total":1,"successful":1,"failed":0}},)"
        R"("hits":{{"total":{{"value":{},"relation":"eq"}},"hits":[]}},"aggregations":)"
        R"({{"proofs":{{"v0":{{"value":{}}},"d0":{{"doc_count":5}},)"
        R"("g0":{{"doc_count":0}}}}}}}})",
        num_matching, num_values));
  }

  size_t NumProofs() const {
    return static_cast<size_t>(std::ranges::count_if(requests, [](const auto& request) {
      return request.find("value_count") != std::string::npos;
    }));
  }

  size_t NumAsked(std::string_view words) const {
    return static_cast<size_t>(std::ranges::count_if(requests, [&](const auto& request) {
      return request.find(words) != std::string::npos;
    }));
  }

  arrow::ArrayVector answer;
  arrow::ArrayVector extremes;  ///< without groups
  int64_t num_documents = 1'000'000;
  int64_t num_matching = 5;
  int64_t num_values = 5;
  bool writes_meanwhile = false;
  int num_fences = 0;
  std::vector<std::string> requests;

 private:
  static arrow::Result<transport::HttpResponse> Answer(const std::string& text) {
    transport::HttpResponse response;
    response.status = 200;
    response.body = core::PaddedBytes(text);
    return response;
  }
};

class EsqlAggregateTest : public testing::Test {
 protected:
  EsqlAggregateTest() {
    field_.name = field_.path = "n";
    field_.kind = catalog::FieldKind::kLong;
    field_.type = arrow::int64();
    auto table = std::make_shared<catalog::Table>();
    table->name = "t";
    table->shards.push_back({"t", 0, ""});
    request_.table = table;
    request_.keys = {{"n", &field_, {}, arrow::int64()}};
    request_.proofs = {&field_};
    Add(AggregateFunction::kSum);
    parts_.proofs = std::make_shared<ProofCache>();
    parts_.answer_sizes = std::make_shared<AnswerSizes>();
    // COUNT(*), COUNT(n), SUM(n), n
    cluster_.answer = {Longs({2, 3}), Longs({0, 3}), Longs({std::nullopt, 12}),
                       Longs({std::nullopt, 4})};
  }

  void Add(AggregateFunction function) {
    plan::Aggregate aggregate;
    aggregate.function = function;
    aggregate.field = &field_;
    aggregate.type = plan::AggregateType(function, &field_);
    request_.aggregates.push_back(aggregate);
  }

  arrow::Result<EsqlGroups> Read() {
    // The transport is a member; it outlives the exchanger.
    Exchanger exchanger(
        std::shared_ptr<transport::HttpTransport>(&cluster_, [](auto*) {}),
        std::make_shared<RequestBudget>(1), {});
    return ReadEsqlGroups(parts_, request_, {}, exchanger, {});
  }

  std::string WhyNot() {
    const auto groups = Read();
    if (!groups.ok()) return "error: " + groups.status().ToString();
    return groups->batches ? "" : groups->why_not;
  }

  catalog::Field field_;
  plan::AggregateRequest request_;
  ScanParts parts_;
  EsqlCluster cluster_;
};

TEST_F(EsqlAggregateTest, GivesKeysAndAggregatesInTheirTypes) {
  const auto groups = Read();
  ASSERT_TRUE(groups.ok()) << groups.status();
  ASSERT_TRUE(groups->batches) << groups->why_not;
  ASSERT_EQ(groups->batches->size(), 1u);
  const auto& batch = *groups->batches->front();
  EXPECT_TRUE(batch.column(0)->Equals(Longs({std::nullopt, 4})));
  EXPECT_TRUE(batch.column(1)->Equals(Longs({std::nullopt, 12})));
}

TEST_F(EsqlAggregateTest, ProofsAreMadeOnceForTheSameSegments) {
  EXPECT_EQ(WhyNot(), "");
  EXPECT_EQ(cluster_.NumProofs(), 1u);
  EXPECT_EQ(WhyNot(), "");
  EXPECT_EQ(cluster_.NumProofs(), 1u);
  cluster_.num_fences = 7;
  cluster_.writes_meanwhile = true;
  EXPECT_THAT(WhyNot(), HasSubstr("changed"));
  EXPECT_EQ(cluster_.NumProofs(), 2u);
}

TEST_F(EsqlAggregateTest, AnAnswerThatIsCutOffIsNotTaken) {
  cluster_.num_matching = 6;
  EXPECT_THAT(WhyNot(), HasSubstr("5 documents of 6"));
}

TEST_F(EsqlAggregateTest, AnIndexThatChangesMeanwhileIsNotTaken) {
  cluster_.writes_meanwhile = true;
  EXPECT_THAT(WhyNot(), HasSubstr("changed"));
}

TEST_F(EsqlAggregateTest, FewDocumentsAreAskedForInAnotherWay) {
  cluster_.num_documents = kMinEsqlDocuments - 1;
  EXPECT_THAT(WhyNot(), HasSubstr("few"));
  EXPECT_THAT(cluster_.requests.back(), HasSubstr("index.uuid"));
  request_.road = plan::Road::kEsql;
  EXPECT_EQ(WhyNot(), "");
}

TEST_F(EsqlAggregateTest, SeveralValuesInADocumentDisproveIt) {
  cluster_.num_values = 6;
  EXPECT_EQ(core::KindOf(Read().status()), core::ErrorKind::kPushdownDisproved);
}

TEST_F(EsqlAggregateTest, ASumBeyondALongDisprovesIt) {
  cluster_.answer[2] = Longs({std::nullopt, std::nullopt});
  EXPECT_EQ(core::KindOf(Read().status()), core::ErrorKind::kPushdownDisproved);
}

TEST_F(EsqlAggregateTest, ListsAndOtherColumnsAreNotTaken) {
  cluster_.answer[3] = *arrow::MakeArrayOfNull(arrow::list(arrow::int64()), 2);
  cluster_.answer[2] = *arrow::MakeArrayOfNull(arrow::utf8(), 2);
  EXPECT_THAT(WhyNot(), testing::Not(testing::IsEmpty()));
  cluster_.answer.pop_back();
  EXPECT_THAT(WhyNot(), HasSubstr("number of columns"));
}

TEST_F(EsqlAggregateTest, IndicesUnderOtherFiltersAreNotAskedFor) {
  auto table = std::make_shared<catalog::Table>(*request_.table);
  table->shards.push_back({"u", 0, R"({"term":{"a":1}})"});
  request_.table = table;
  EXPECT_THAT(WhyNot(), HasSubstr("filters"));
  EXPECT_TRUE(cluster_.requests.empty());
}

/// Sums of a floating field.
class EsqlSignsTest : public EsqlAggregateTest {
 protected:
  EsqlSignsTest() {
    amount_.name = amount_.path = "amount";
    amount_.kind = catalog::FieldKind::kDouble;
    amount_.type = arrow::float64();
    request_.aggregates.front().field = &amount_;
    request_.aggregates.front().type = arrow::float64();
    // COUNT(*), COUNT(amount), SUM(amount), n
    cluster_.answer = {Longs({2, 3}), Longs({2, 3}), Doubles({1.5, 4}), Longs({1, 4})};
  }

  catalog::Field amount_;
};

TEST_F(EsqlSignsTest, OneSignIsAskedForOnceATable) {
  for (const auto& [least, greatest] : {std::pair{0.5, 3.0}, {-3.0, 0.0}}) {
    parts_.proofs = std::make_shared<ProofCache>();
    cluster_.requests.clear();
    cluster_.extremes = {Longs({5}), Doubles({least}), Doubles({greatest})};
    EXPECT_EQ(WhyNot(), "");
    EXPECT_EQ(WhyNot(), "");
    EXPECT_EQ(cluster_.NumAsked("MIN(`amount`)"), 1U);
    EXPECT_EQ(cluster_.NumAsked("SUM(`amount`)"), 2U);
  }
}

TEST_F(EsqlSignsTest, WithBothSignsEachGroupTellsItsOwn) {
  cluster_.extremes = {Longs({5}), Doubles({-1}), Doubles({3})};
  cluster_.answer = {Longs({2, 3}),      Longs({2, 3}),      Doubles({1.5, -1.5}),
                     Doubles({0.5, -1}), Doubles({1, -0.5}), Longs({1, 4})};
  EXPECT_EQ(WhyNot(), "");
  EXPECT_EQ(WhyNot(), "");
  EXPECT_EQ(cluster_.NumAsked("MIN(`amount`)"), 3U) << "the table once, its groups twice";
  cluster_.answer[4] = Doubles({1, 0.5});
  EXPECT_THAT(WhyNot(), HasSubstr("both signs"));
}

TEST_F(EsqlSignsTest, AreForgottenWithTheSegments) {
  cluster_.extremes = {Longs({5}), Doubles({1}), Doubles({3})};
  EXPECT_EQ(WhyNot(), "");
  ++cluster_.num_documents;
  EXPECT_EQ(WhyNot(), "");
  EXPECT_EQ(cluster_.NumAsked("MIN(`amount`)"), 2U);
}

}  // namespace
}  // namespace recurve::scan
