// SPDX-License-Identifier: Apache-2.0
#include "scan/list_finder.h"

#include <functional>
#include <memory>
#include <string>

#include "arrow/type.h"
#include "catalog/shapes.h"
#include "core/error_detail.h"
#include "fmt/format.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace recurve::scan {
namespace {

using testing::HasSubstr;
using testing::Not;

// One index "t" of one shard with one segment. The first field that is counted has as
// many values in its three documents as a test chooses, the others have one each.
class CountingCluster : public transport::HttpTransport {
 public:
  arrow::Result<transport::HttpResponse> Send(const transport::HttpRequest& request,
                                              const core::CancelToken&) override {
    if (request.target.ends_with("/_segments")) {
      if (!segments_status.ok()) return segments_status;
      return Answer(fmt::format(
          R"({{"_shards":{{"total":1,"successful":1,"failed":0}},"indices":{{"t":{{"shards":)"
          R"({{"0":[{{"routing":{{"state":"STARTED"}},"segments":{{"_0":{{"num_docs":{},)"
          R"("deleted_docs":0,"search":true}}}}}}]}}}}}}}})",
          num_documents));
    }
    if (request.target.find("/_settings") != std::string::npos) {
      return Answer(R"({"t":{"settings":{"index.uuid":"u"}}})");
    }
    ++num_searches;
    body = request.body;
    std::string counts;
    for (int i = 0; body.find(fmt::format("\"v{}\"", i)) != std::string::npos; ++i) {
      if (i > 0) counts += ',';
      counts += fmt::format(
          R"("v{0}":{{"value":{1}}},"d{0}":{{"doc_count":3}},"g{0}":{{"doc_count":0}})",
          i, i == 0 ? num_values : 3);
    }
    return Answer(fmt::format(
        R"({{"timed_out":false,"_shards":{{"total":1,"successful":1,"failed":{}}},"hits":)"
        R"({{"total":{{"value":3,"relation":"eq"}},"hits":[]}},"aggregations":)"
        R"({{"proofs":{{"doc_count":3,{}}}}}}})",
        num_failed, counts));
  }

  int num_values = 4;
  int num_documents = 3;
  int num_failed = 0;
  int num_searches = 0;
  std::string body;  // of the last search
  arrow::Status segments_status;

 private:
  static arrow::Result<transport::HttpResponse> Answer(const std::string& text) {
    transport::HttpResponse response;
    response.status = 200;
    response.body = core::PaddedBytes(text);
    return response;
  }
};

catalog::Field Keyword(const std::string& path) {
  catalog::Field field;
  field.name = path.substr(path.rfind('.') + 1);
  field.path = path;
  field.kind = catalog::FieldKind::kKeyword;
  field.type = arrow::utf8();
  return field;
}

catalog::TablePtr MakeTable() {
  catalog::Field text = Keyword("text");
  text.doc_values = false;
  catalog::Field object = Keyword("o");
  object.kind = catalog::FieldKind::kObject;
  object.children = {Keyword("o.k")};
  object.type = arrow::struct_({arrow::field("k", arrow::utf8())});
  catalog::Field nested = object;
  nested.name = nested.path = "n";
  nested.kind = catalog::FieldKind::kNested;
  nested.children = {Keyword("n.k")};
  auto table = std::make_shared<catalog::Table>();
  table->name = "t";
  table->shards = {{"t", 0, ""}};
  table->lists_by_proof = true;
  table->fields = {Keyword("a"), Keyword("b"), text, object, nested};
  arrow::FieldVector fields;
  for (const auto& field : table->fields) {
    fields.push_back(arrow::field(field.name, field.type));
  }
  table->schema = arrow::schema(fields);
  return table;
}

class ListFinderTest : public testing::Test {
 protected:
  std::string TypeOf(const std::string& path) {
    const auto found = finder_->WithFoundLists(table_, {});
    if (!found.ok()) return found.status().message();
    return (*found)->Find(path)->type->ToString();
  }

  std::shared_ptr<CountingCluster> cluster_ = std::make_shared<CountingCluster>();
  std::shared_ptr<ListFinder> finder_ = ListFinder::Make(cluster_, {.max_retries = 0});
  catalog::TablePtr table_ = MakeTable();
};

TEST_F(ListFinderTest, MoreValuesThanDocumentsAreLists) {
  EXPECT_EQ(TypeOf("a"), "list<item: string>");
  EXPECT_EQ(TypeOf("b"), "string");
  EXPECT_EQ(TypeOf("o"), "struct<k: string>");
}

TEST_F(ListFinderTest, CountsWhatHasDocValuesAndNothingIsDeclaredAbout) {
  table_ = catalog::WithShapes(table_, {{"b", {core::ColumnShape::Kind::kScalar, 0}}});
  EXPECT_EQ(TypeOf("a"), "list<item: string>");
  EXPECT_THAT(cluster_->body, HasSubstr("\"o.k\""));
  for (const char* field : {"\"b\"", "\"text\"", "\"n.k\""}) {
    EXPECT_THAT(cluster_->body, Not(HasSubstr(field)));
  }
}

TEST_F(ListFinderTest, SearchesAgainOnlyWhenSegmentsHaveChanged) {
  const auto first = finder_->WithFoundLists(table_, {});
  const auto second = finder_->WithFoundLists(table_, {});
  EXPECT_EQ(*first, *second);
  EXPECT_EQ(cluster_->num_searches, 1);
  cluster_->num_documents = 4;
  EXPECT_EQ(*finder_->WithFoundLists(table_, {}), *first);  // the same columns
  EXPECT_EQ(cluster_->num_searches, 2);
  cluster_->num_documents = 5;
  cluster_->num_values = 3;
  EXPECT_EQ(TypeOf("a"), "string");
}

TEST_F(ListFinderTest, WithoutSegmentsItIsKeptForAWhile) {
  cluster_->segments_status =
      core::MakeError(core::ErrorKind::kUnauthorized, "not allowed");
  EXPECT_EQ(TypeOf("a"), "list<item: string>");
  EXPECT_EQ(TypeOf("a"), "list<item: string>");
  EXPECT_EQ(cluster_->num_searches, 1);
}

TEST_F(ListFinderTest, ShardsThatDoNotCountAreAnError) {
  cluster_->num_failed = 1;
  EXPECT_THAT(TypeOf("a"), HasSubstr("not every shard answered"));
}

}  // namespace
}  // namespace recurve::scan
