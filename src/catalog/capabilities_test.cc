// SPDX-License-Identifier: Apache-2.0
#include "catalog/capabilities.h"

#include "catalog/root_reader_internal.h"
#include "core/error_detail.h"
#include "fmt/format.h"
#include "gtest/gtest.h"

namespace recurve::catalog {
namespace {

core::PaddedBytes Root(const char* version, const char* tagline) {
  return core::PaddedBytes(fmt::format(
      R"({{"name":"node-1","cluster_name":"c1","version":{},"tagline":"{}"}})", version,
      tagline));
}

constexpr const char* kEs = "You Know, for Search";
constexpr const char* kOpenSearch = "The OpenSearch Project: https://opensearch.org/";

TEST(Capabilities, ComeWithTheReleaseThatBroughtThem) {
  const auto es = [](int major, int minor) {
    return Capabilities::Of(Product::kElasticsearch, major, minor, 0);
  };
  EXPECT_TRUE(es(6, 8).mapping_types);
  EXPECT_FALSE(es(6, 8).total_hits_object);
  EXPECT_FALSE(es(7, 0).mapping_types);
  EXPECT_TRUE(es(7, 0).total_hits_object);
  EXPECT_FALSE(es(7, 8).resolve_index);
  EXPECT_TRUE(es(7, 9).resolve_index);
  EXPECT_FALSE(es(7, 11).any_point_in_time());
  EXPECT_TRUE(es(7, 12).es_point_in_time);
  EXPECT_FALSE(es(7, 14).doc_id_slices);
  EXPECT_TRUE(es(7, 15).doc_id_slices);
  EXPECT_FALSE(es(8, 14).esql_arrow);
  EXPECT_TRUE(es(9, 0).esql_arrow);
  EXPECT_FALSE(es(8, 18).half_pairs_are_question_marks);
  EXPECT_TRUE(es(8, 19).half_pairs_are_question_marks);
  EXPECT_FALSE(es(9, 0).half_pairs_are_question_marks);
  EXPECT_TRUE(es(9, 1).half_pairs_are_question_marks);

  const auto opensearch = [](int major, int minor) {
    return Capabilities::Of(Product::kOpenSearch, major, minor, 0);
  };
  EXPECT_FALSE(opensearch(2, 3).any_point_in_time());
  EXPECT_TRUE(opensearch(2, 4).opensearch_point_in_time);
  EXPECT_TRUE(opensearch(3, 0).opensearch_point_in_time);
  EXPECT_FALSE(opensearch(3, 0).doc_id_slices);
  EXPECT_FALSE(opensearch(3, 0).esql_arrow);
  EXPECT_TRUE(opensearch(1, 0).total_hits_object);
}

TEST(ReadRoot, TellsTheProductsApart) {
  auto es = ReadRoot(Root(R"({"number":"8.19.21","build_flavor":"default"})", kEs));
  ASSERT_TRUE(es.ok()) << es.status();
  EXPECT_EQ(es->product, Product::kElasticsearch);
  EXPECT_EQ(es->version, "8.19.21");
  EXPECT_EQ(es->cluster_name, "c1");
  EXPECT_EQ(es->patch, 21);
  auto opensearch =
      ReadRoot(Root(R"({"distribution":"opensearch","number":"2.19.6"})", kOpenSearch));
  ASSERT_TRUE(opensearch.ok()) << opensearch.status();
  EXPECT_EQ(opensearch->product, Product::kOpenSearch);
  EXPECT_TRUE(opensearch->opensearch_point_in_time);
  EXPECT_EQ(ReadRoot(Root(R"({"number":"9.1.0-SNAPSHOT"})", kEs))->minor, 1);
}

TEST(ReadRoot, TakesADisguisedOpenSearchForTheFirstRelease) {
  auto disguised = ReadRoot(Root(R"({"number":"7.10.2"})", kOpenSearch));
  ASSERT_TRUE(disguised.ok()) << disguised.status();
  EXPECT_EQ(disguised->product, Product::kOpenSearch);
  EXPECT_FALSE(disguised->any_point_in_time());
}

TEST(ReadRoot, RefusesWhatIsNotSupported) {
  const std::pair<const char*, const char*> cases[] = {
      {R"({"number":"5.6.16"})", kEs},
      {R"({"number":"10.0.0"})", kEs},
      {R"({"number":"8.11.0","build_flavor":"serverless"})", kEs},
      {R"({"distribution":"opensearch","number":"4.0.0"})", kOpenSearch},
      {R"({"number":"1.2.3"})", "something else"}};
  for (const auto& [version, tagline] : cases) {
    EXPECT_EQ(core::KindOf(ReadRoot(Root(version, tagline)).status()),
              core::ErrorKind::kUnsupported)
        << version;
  }
  for (const char* body : {"", "[]", "{}", R"({"version":{"number":"x"}})", "<html>"}) {
    EXPECT_EQ(core::KindOf(ReadRoot(core::PaddedBytes(body)).status()),
              core::ErrorKind::kProtocol)
        << body;
  }
}

}  // namespace
}  // namespace recurve::catalog
