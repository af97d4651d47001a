// SPDX-License-Identifier: Apache-2.0
// The first rows by an order, in one search.

#include "arrow/api.h"
#include "gtest/gtest.h"
#include "scan/page_check.h"
#include "scan/scripted_cluster_test.h"

namespace recurve::scan {
namespace {

using core::ErrorKind;
using transport::HttpRequest;

constexpr int kDocuments = 25;

class SingleSearchTest : public testing::Test {
 protected:
  SingleSearchTest() {
    auto table = std::make_shared<catalog::Table>();
    table->name = "t";
    table->fields.resize(1);
    catalog::Field& field = table->fields[0];
    field.name = field.path = "n";
    field.kind = catalog::FieldKind::kLong;
    field.es_type = "long";
    field.type = arrow::int64();
    table->shards.push_back({"t", 0, ""});
    table->schema = arrow::schema({arrow::field("n", arrow::int64())});
    table_ = table;
    cluster_->num_values_ = kDocuments;
    request_.table = table_;
    request_.columns = {{"n", &table_->fields[0], {}, arrow::int64()}};
    request_.limit = 3;
    request_.order = {{&table_->fields[0], false, false}};
    request_.proofs = {&table_->fields[0]};
  }

  /// The number of rows, where the answer to the search without a view is spoilt.
  arrow::Result<int64_t> Read(std::function<arrow::Result<transport::HttpResponse>(
                                  arrow::Result<transport::HttpResponse>)>
                                  spoil) {
    auto transport = std::make_shared<FaultTransport>(
        cluster_,
        [](const HttpRequest& request) { return request.target.find("/t/_search") == 0; },
        std::set<int>{0}, std::move(spoil));
    catalog::Capabilities capabilities;
    capabilities.es_point_in_time = true;
    capabilities.total_hits_object = true;
    auto scanner =
        Scanner::Make(transport, std::make_shared<FixedCatalog>(capabilities, table_));
    ARROW_ASSIGN_OR_RAISE(const auto stream, scanner->Open(request_, {}));
    ARROW_ASSIGN_OR_RAISE(const auto rows, stream->ToTable());
    return rows->num_rows();
  }

  catalog::TablePtr table_;
  std::shared_ptr<ScriptedCluster> cluster_ =
      std::make_shared<ScriptedCluster>(std::vector<int>{kDocuments});
  plan::ScanRequest request_;
};

// Pages come in no order: the first rows are somewhere among all of them.
TEST_F(SingleSearchTest, GivesAllRowsWhereTheFirstAreTooWide) {
  const auto num_rows =
      Read([](auto) { return core::MakeError(ErrorKind::kMemory, "too large"); });
  ASSERT_TRUE(num_rows.ok()) << num_rows.status();
  EXPECT_EQ(*num_rows, kDocuments);
}

TEST_F(SingleSearchTest, RefusesAnAnswerWithoutTheCountThatItsOrderRestsOn) {
  const auto num_rows = Read([](auto response) { return response; });
  EXPECT_EQ(core::KindOf(num_rows.status()), ErrorKind::kProtocol);
}

TEST_F(SingleSearchTest, OrderIsDisprovedByANumberThatSortsAsNull) {
  decode::Page page;
  page.proofs.resize(1);
  page.proofs[0].num_null_stand_ins = 0;
  EXPECT_TRUE(CheckOrder(page, request_.proofs, request_.order).ok());
  page.proofs[0].num_null_stand_ins = 2;
  EXPECT_EQ(core::KindOf(CheckOrder(page, request_.proofs, request_.order)),
            ErrorKind::kPushdownDisproved);
}

}  // namespace
}  // namespace recurve::scan
