// SPDX-License-Identifier: Apache-2.0
#include "catalog/cluster_catalog.h"

#include <thread>

#include "arrow/type.h"
#include "catalog/index_reader_internal.h"
#include "catalog/scripted_transport.h"
#include "core/error_detail.h"
#include "fmt/format.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace recurve::catalog {
namespace {

using core::ErrorKind;
using testing::HasSubstr;

constexpr const char* kState = "/_cluster/state/version";
constexpr const char* kOptions = "?allow_no_indices=false&expand_wildcards=open";

class ClusterCatalogTest : public testing::Test {
 protected:
  ClusterCatalogTest() {
    transport_->Set("/", R"({"cluster_name":"c","version":{"number":"8.19.21"},
                             "tagline":"You Know, for Search"})");
    SetState(1);
    SetTable("orders", "orders", R"({"properties":{"id":{"type":"long"}}})");
    transport_->Set("/_resolve/index/*",
                    R"({"indices":[{"name":"orders"},{"name":".hidden"}],
                        "aliases":[{"name":"all"}],"data_streams":[{"name":"logs"}]})");
  }

  void SetState(int version) {
    transport_->Set(kState,
                    fmt::format(R"({{"version":{0},"state_uuid":"u{0}"}})", version));
  }

  /// One index with one shard behind an encoded name.
  void SetTable(const std::string& encoded, const std::string& index,
                const std::string& mapping, const std::string& settings = "{}") {
    transport_->Set("/" + encoded + "/_mapping" + kOptions,
                    fmt::format(R"({{"{}":{{"mappings":{}}}}})", index, mapping));
    transport_->Set("/" + encoded + "/_search_shards" + kOptions,
                    fmt::format(R"({{"indices":{{"{0}":{{}}}},
                                     "shards":[[{{"shard":0,"index":"{0}"}}]]}})",
                                index));
    transport_->Set("/" + encoded + kSettingsTarget, settings);
  }

  TablePtr Get(const std::string& name) {
    auto table = catalog_->GetTable(name, {});
    EXPECT_TRUE(table.ok()) << table.status();
    return table.ok() ? *table : nullptr;
  }

  std::shared_ptr<ScriptedTransport> transport_ = std::make_shared<ScriptedTransport>();
  std::shared_ptr<ClusterCatalog> catalog_ = ClusterCatalog::Make(transport_);
};

TEST_F(ClusterCatalogTest, GivesTheTableOfAnIndex) {
  const TablePtr table = Get("orders");
  EXPECT_EQ(table->name, "orders");
  EXPECT_EQ(table->schema->ToString(), "id: int64");
  ASSERT_EQ(table->shards.size(), 1u);
  EXPECT_EQ(table->shards[0].index, "orders");
  EXPECT_EQ(table->max_result_window, 10000);
}

TEST_F(ClusterCatalogTest, AsksOnlyForTheStateWhileItStaysTheSame) {
  const TablePtr table = Get("orders");
  EXPECT_EQ(Get("orders"), table);
  EXPECT_EQ(transport_->CountOf(kState), 2);
  EXPECT_EQ(transport_->CountOf("/orders/_mapping"), 1);
  EXPECT_EQ(transport_->CountOf("/?"), 0);
}

TEST_F(ClusterCatalogTest, KeepsTheSameTableWhenOnlyTheStateChanged) {
  const TablePtr table = Get("orders");
  SetState(2);
  EXPECT_EQ(Get("orders"), table);
  EXPECT_EQ(transport_->CountOf("/orders/_mapping"), 2);
}

TEST_F(ClusterCatalogTest, SeesAMappingChangeWithTheNextCall) {
  const TablePtr before = Get("orders");
  SetState(2);
  SetTable("orders", "orders",
           R"({"properties":{"id":{"type":"long"},"at":{"type":"date"}}})");
  EXPECT_EQ(Get("orders")->fields.size(), 2u);
  EXPECT_EQ(before->fields.size(), 1u);
}

TEST_F(ClusterCatalogTest, TakesFieldsOverWhenOnlyTheShardsChanged) {
  const TablePtr before = Get("orders");
  SetState(2);
  transport_->Set(std::string("/orders/_search_shards") + kOptions,
                  R"({"indices":{"orders":{"filter":{"term":{"id":{"value":1}}}}},
                      "shards":[[{"shard":1,"index":"orders"}],
                                [{"shard":0,"index":"orders"}]]})");
  const TablePtr after = Get("orders");
  EXPECT_NE(after, before);
  ASSERT_EQ(after->shards.size(), 2u);
  EXPECT_EQ(after->shards[0].number, 0);
  EXPECT_EQ(after->shards[0].alias_filter, R"({"term":{"id":{"value":1}}})");
  EXPECT_EQ(after->schema->ToString(), "id: int64");
}

TEST_F(ClusterCatalogTest, LivesByAgeWhereTheStateMayNotBeRead) {
  transport_->Set(kState, {403, "no"});
  catalog_ = ClusterCatalog::Make(transport_, {.max_age = std::chrono::hours(1)});
  Get("orders");
  Get("orders");
  EXPECT_EQ(transport_->CountOf("/orders/_mapping"), 1);
  EXPECT_EQ(transport_->CountOf(kState), 1);
  catalog_ = ClusterCatalog::Make(transport_, {.max_age = std::chrono::hours(0)});
  Get("orders");
  Get("orders");
  EXPECT_EQ(transport_->CountOf("/orders/_mapping"), 3);
}

TEST_F(ClusterCatalogTest, AsksAgainForDateMath) {
  SetTable("%3Clogs-%7Bnow%2Fd%7D%3E", "logs-2024.01.01",
           R"({"properties":{"id":{"type":"long"}}})");
  const TablePtr table = Get("<logs-{now/d}>");
  EXPECT_EQ(table->name, "<logs-{now/d}>");
  EXPECT_EQ(Get("<logs-{now/d}>"), table);
  EXPECT_EQ(transport_->CountOf("/%3Clogs"), 6);
}

TEST_F(ClusterCatalogTest, NamesNearTablesWhenThereIsNone) {
  const auto status = catalog_->GetTable("ordrs", {}).status();
  EXPECT_EQ(core::KindOf(status), ErrorKind::kNotFound);
  EXPECT_THAT(status.message(), HasSubstr("near names: orders"));
  // A failure is not remembered.
  SetTable("ordrs", "ordrs", R"({})");
  EXPECT_TRUE(catalog_->GetTable("ordrs", {}).ok());
}

TEST_F(ClusterCatalogTest, APatternThatMatchesNothingIsNotFound) {
  SetTable("no*", "x", "{}");
  transport_->Set(std::string("/no*/_mapping") + kOptions, "{}");
  transport_->Set(std::string("/no*/_search_shards") + kOptions,
                  R"({"indices":{},"shards":[]})");
  EXPECT_EQ(core::KindOf(catalog_->GetTable("no*", {}).status()), ErrorKind::kNotFound);
}

TEST_F(ClusterCatalogTest, SendsNothingForANameThatNoIndexCanHave) {
  for (const char* name : {"_all", "_cluster/settings", "../_nodes", "", "a/b"}) {
    EXPECT_FALSE(catalog_->GetTable(name, {}).ok()) << name;
  }
  EXPECT_EQ(transport_->CountOf("/_all"), 0);
  EXPECT_EQ(transport_->CountOf("/_cluster/settings"), 0);
  EXPECT_EQ(transport_->CountOf("/_nodes"), 0);
  EXPECT_EQ(transport_->CountOf("/a"), 0);
}

TEST_F(ClusterCatalogTest, SaysThatAnIndexIsClosed) {
  SetTable("old", "old", "{}",
           R"({"old":{"settings":{"index.verified_before_close":"true"}}})");
  const auto closed = catalog_->GetTable("old", {}).status();
  EXPECT_EQ(core::KindOf(closed), ErrorKind::kUnavailable);
  EXPECT_THAT(closed.message(),
              HasSubstr("open it to read it, or exclude it from the pattern: old"));
  transport_->Set(std::string("/old/_search_shards") + kOptions,
                  R"({"nodes":{},"indices":{"old":{}},"shards":[[]]})");
  EXPECT_THAT(catalog_->GetTable("old", {}).status().message(), HasSubstr("is closed"));
}

TEST_F(ClusterCatalogTest, DoesNotLeaveAClosedIndexOutOfAPattern) {
  // Elasticsearch 6 does not say that an index is closed: it has settings, and no more.
  for (const char* settings : {R"({"p-1":{"settings":{}},
            "p-2":{"settings":{"index.verified_before_close":"true"}}})",
                               R"({"p-1":{"settings":{}},"p-2":{"settings":{}}})"}) {
    SetTable("p-*", "p-1", "{}", settings);
    const auto status = catalog_->GetTable("p-*", {}).status();
    EXPECT_EQ(core::KindOf(status), ErrorKind::kUnavailable);
    EXPECT_THAT(status.message(), HasSubstr("exclude it from the pattern: p-2"));
  }
}

TEST_F(ClusterCatalogTest, IsUnavailableWhileAShardHasNoCopy) {
  transport_->Set(std::string("/orders/_search_shards") + kOptions,
                  R"({"indices":{"orders":{}},"shards":[[]]})");
  const auto status = catalog_->GetTable("orders", {}).status();
  EXPECT_EQ(core::KindOf(status), ErrorKind::kUnavailable);
  EXPECT_TRUE(core::FindDetail(status)->retryable);
}

TEST_F(ClusterCatalogTest, DoesNotMixTheAnswersOfDifferentMoments) {
  transport_->Set(std::string("/orders/_search_shards") + kOptions,
                  R"({"indices":{"other":{}},"shards":[[{"shard":0,"index":"other"}]]})");
  const auto status = catalog_->GetTable("orders", {}).status();
  EXPECT_EQ(core::KindOf(status), ErrorKind::kUnavailable);
  EXPECT_EQ(transport_->CountOf("/orders/_mapping"), 3);
}

TEST_F(ClusterCatalogTest, UsesTheSmallestResultWindow) {
  SetTable("w", "w", "{}", R"({"w":{"settings":{"index.max_result_window":"500"}}})");
  EXPECT_EQ(Get("w")->max_result_window, 500);
  SetTable("v", "v", "{}", R"({"v":{"settings":{"index.max_result_window":"50000"}}})");
  EXPECT_EQ(Get("v")->max_result_window, 50000);
}

TEST_F(ClusterCatalogTest, ListsWhatIsNotHidden) {
  const auto names = catalog_->ListTables({});
  ASSERT_TRUE(names.ok()) << names.status();
  ASSERT_EQ(names->size(), 3u);
  EXPECT_EQ(names->at(0).name, "all");
  EXPECT_EQ(names->at(0).type, "alias");
  EXPECT_EQ(names->at(1).type, "data stream");
  EXPECT_EQ(names->at(2).type, "index");
  ASSERT_TRUE(catalog_->ListTables({}).ok());
  EXPECT_EQ(transport_->CountOf("/_resolve"), 1);
}

TEST_F(ClusterCatalogTest, ListsAliasesOfElasticsearch6) {
  transport_->Set("/",
                  R"({"version":{"number":"6.8.9"},"tagline":"You Know, for Search"})");
  transport_->Set("/_alias?expand_wildcards=open",
                  R"({"b":{"aliases":{"all":{}}},"a":{"aliases":{"all":{}}},
                      ".kibana":{"aliases":{}}})");
  const auto names = catalog_->ListTables({});
  ASSERT_TRUE(names.ok()) << names.status();
  ASSERT_EQ(names->size(), 3u);
  EXPECT_EQ(names->at(0).name, "a");
  EXPECT_EQ(names->at(1).name, "all");
}

TEST_F(ClusterCatalogTest, ManyCallersShareOneFetch) {
  ASSERT_TRUE(catalog_->GetCapabilities({}).ok());
  {
    std::vector<std::jthread> threads;
    for (int i = 0; i < 8; ++i) threads.emplace_back([&] { Get("orders"); });
  }
  EXPECT_EQ(transport_->CountOf("/orders/_mapping"), 1);
}

TEST_F(ClusterCatalogTest, AStopRequestEndsTheWaitForAnothersFetch) {
  std::atomic<bool> fetching = false;
  std::atomic<bool> go_on = false;
  transport_->on_send = [&](const std::string& target) {
    if (!target.starts_with("/orders/_mapping")) return;
    fetching = true;
    while (!go_on) std::this_thread::yield();
  };
  std::jthread first([&] { Get("orders"); });
  while (!fetching) std::this_thread::yield();
  core::CancelSource source;
  std::jthread second([&] {
    EXPECT_EQ(core::KindOf(catalog_->GetTable("orders", source.get_token()).status()),
              ErrorKind::kCancelled);
    go_on = true;
  });
  source.request_stop();
}

TEST(ReadSettings, KnowsTheDefaultsOfLogsdb) {
  const auto settings =
      ReadSettings(core::PaddedBytes(
                       R"({"l":{"settings":{"index.mode":"logsdb"}},
          "m":{"settings":{"index.mapping.coerce":"false","index.mapping.ignore_above":"9",
                           "index.mapping.source.mode":"DISABLED"}}})"),
                   Capabilities::Of(Product::kElasticsearch, 8, 19, 21));
  ASSERT_TRUE(settings.ok()) << settings.status();
  EXPECT_EQ(settings->at("l").ignore_above, 8191);
  EXPECT_TRUE(settings->at("l").ignore_malformed);
  EXPECT_TRUE(settings->at("l").keeps_unmapped_values);
  EXPECT_FALSE(settings->at("m").coerce);
  EXPECT_EQ(settings->at("m").ignore_above, 9);
  EXPECT_TRUE(settings->at("m").source_disabled);
}

TEST(ReadSettings, KnowsWhichIndicesTellWhatTheyIgnored) {
  const auto settings =
      ReadSettings(core::PaddedBytes(
                       R"({"es8":{"settings":{"index.version.created":"8537000"}},
          "es714":{"settings":{"index.version.created":"7140099"}},
          "es6":{"settings":{"index.version.created":"6080999"}},
          "os2":{"settings":{"index.version.created":"136408427"}},
          "mute":{"settings":{}}})"),
                   Capabilities::Of(Product::kElasticsearch, 8, 19, 21));
  ASSERT_TRUE(settings.ok()) << settings.status();
  EXPECT_TRUE(settings->at("es8").records_ignored);
  EXPECT_TRUE(settings->at("es714").records_ignored);
  EXPECT_FALSE(settings->at("es6").records_ignored);
  EXPECT_FALSE(settings->at("os2").records_ignored);
  EXPECT_FALSE(settings->at("mute").records_ignored);
}

TEST(ReadSettings, KnowsHowFloatsWereRounded) {
  struct Row {
    Product product;
    int major, minor, patch;
    const char* created;
    FloatRounding rounding;
  };
  const Row rows[] = {
      {Product::kElasticsearch, 6, 8, 9, "6080999", FloatRounding::kTwice},
      {Product::kElasticsearch, 7, 10, 2, "6080999", FloatRounding::kTwice},
      {Product::kElasticsearch, 7, 17, 29, "7172999", FloatRounding::kOnce},
      {Product::kElasticsearch, 7, 17, 29, "7100299", FloatRounding::kUnknown},
      {Product::kElasticsearch, 8, 1, 0, "8010099", FloatRounding::kTwice},
      {Product::kElasticsearch, 8, 19, 21, "8537000", FloatRounding::kOnce},
      {Product::kElasticsearch, 8, 19, 21, "8010099", FloatRounding::kUnknown},
      {Product::kElasticsearch, 8, 19, 21, "7172999", FloatRounding::kUnknown},
      {Product::kElasticsearch, 9, 1, 0, "9033000", FloatRounding::kOnce},
      {Product::kOpenSearch, 1, 3, 13, "135249427", FloatRounding::kOnce},
      {Product::kOpenSearch, 2, 19, 6, "136408427", FloatRounding::kOnce},
      {Product::kOpenSearch, 2, 0, 0, "136217827", FloatRounding::kTwice},
  };
  for (const Row& row : rows) {
    const auto settings = ReadSettings(
        core::PaddedBytes(fmt::format(
            R"({{"i":{{"settings":{{"index.version.created":"{}"}}}}}})", row.created)),
        Capabilities::Of(row.product, row.major, row.minor, row.patch));
    ASSERT_TRUE(settings.ok()) << settings.status();
    EXPECT_EQ(settings->at("i").float_rounding, row.rounding)
        << row.major << '.' << row.minor << " over " << row.created;
  }
}

}  // namespace
}  // namespace recurve::catalog
