// SPDX-License-Identifier: Apache-2.0
#include "core/config.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "core/setting.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace recurve::core {
namespace {

using testing::HasSubstr;
using testing::Not;

class ConfigTest : public testing::Test {
 protected:
  ConfigTest() {
    sources_.environment = [this](const std::string& name) -> std::optional<std::string> {
      const auto found = environment_.find(name);
      if (found == environment_.end()) return std::nullopt;
      return found->second;
    };
  }
  ~ConfigTest() override {
    if (!sources_.file.empty()) std::filesystem::remove(sources_.file);
  }

  void WriteFile(const std::string& text) {
    char path[] = "/tmp/recurve_config_XXXXXX";
    const int handle = mkstemp(path);
    ASSERT_GE(handle, 0);
    close(handle);
    sources_.file = path;
    std::ofstream(path) << text;
  }

  std::string ErrorText() const {
    const auto config = Config::Load(sources_);
    return config.ok() ? "no error" : config.status().message();
  }

  ConfigSources sources_;
  std::map<std::string, std::string> environment_;
};

TEST_F(ConfigTest, EveryDefaultIsAllowed) {
  for (const Setting& setting : Settings()) {
    EXPECT_TRUE(ParseSetting(setting, setting.default_text).ok()) << setting.name;
  }
}

TEST_F(ConfigTest, DerivesTheSpellings) {
  const Setting& setting = *FindSetting("scan.max_retries");
  EXPECT_EQ(FlagOf(setting), "--scan-max-retries");
  EXPECT_EQ(EnvironmentNameOf(setting), "RECURVE_SCAN_MAX_RETRIES");
}

TEST_F(ConfigTest, FlagWinsOverEnvironmentOverFileOverDefault) {
  WriteFile("listen = 'file:1'\n[scan]\nmax_retries = 1\nkeep_alive = '1m'\n");
  environment_ = {{"RECURVE_LISTEN", "env:1"}, {"RECURVE_SCAN_MAX_RETRIES", "2"}};
  sources_.flags = {{"listen", "flag:1"}};
  const auto config = Config::Load(sources_);
  ASSERT_TRUE(config.ok()) << config.status();
  EXPECT_EQ(config->values.Text("listen"), "flag:1");
  EXPECT_EQ(config->values.Count("scan.max_retries"), 2);
  EXPECT_EQ(config->values.Duration("scan.keep_alive"), std::chrono::minutes(1));
  EXPECT_EQ(config->values.Bytes("scan.target_page_bytes"), 4 * 1024 * 1024);
}

TEST_F(ConfigTest, NamesTheSpellingAndWhatIsAllowed) {
  environment_ = {{"RECURVE_SCAN_MAX_RETRIES", "many"}};
  EXPECT_EQ(
      ErrorText(),
      "RECURVE_SCAN_MAX_RETRIES must be a whole number from 0 to 100, not \"many\"");
  environment_.clear();
  sources_.flags = {{"log.format", "xml"}};
  EXPECT_EQ(ErrorText(), "--log-format must be one of text, json, not \"xml\"");
  sources_.flags = {{"scan.keep_alive", "5"}};
  EXPECT_THAT(ErrorText(), HasSubstr("must be a duration (ms, s, m, h) from 1s to 24h"));
  sources_.flags.clear();
  WriteFile("[scan]\nmax_retires = 1\n");
  EXPECT_THAT(ErrorText(), HasSubstr("scan.max_retires in /tmp/"));
}

TEST_F(ConfigTest, SaysWhereTheFileIsNotToml) {
  WriteFile("listen = 'a'\n[scan\n");
  EXPECT_THAT(ErrorText(), HasSubstr(", line 2: "));
}

TEST_F(ConfigTest, SaysThatTheFileIsMissing) {
  environment_ = {{"RECURVE_CONFIG", "/no/such/file"}};
  EXPECT_EQ(ErrorText(), "the configuration cannot be read: /no/such/file");
}

TEST_F(ConfigTest, ReadsElasticVariablesBelowItsOwn) {
  environment_ = {{"ELASTIC_SCHEME", "https"},
                  {"ELASTIC_HOST", "search.local"},
                  {"ELASTIC_PORT", "9243"},
                  {"ELASTIC_CREDENTIALS_USERNAME", "elastic"},
                  {"ELASTIC_CREDENTIALS_PASSWORD", "secret"},
                  {"RECURVE_CLUSTER_PASSWORD", "stronger"}};
  const auto config = Config::Load(sources_);
  ASSERT_TRUE(config.ok()) << config.status();
  ASSERT_EQ(config->clusters.size(), 1U);
  const ClusterConfig& cluster = config->clusters[0];
  EXPECT_EQ(cluster.name, "es");
  EXPECT_EQ(cluster.values.Text("cluster.url"), "https://search.local:9243");
  EXPECT_EQ(cluster.values.Text("cluster.auth"), "basic");
  EXPECT_EQ(cluster.values.Text("cluster.password"), "stronger");
}

TEST_F(ConfigTest, RefusesAMethodWithoutItsCredentials) {
  environment_ = {{"ELASTIC_AUTH_METHOD", "apikey"}};
  EXPECT_EQ(ErrorText(), "ELASTIC_AUTH_METHOD is apikey, which needs cluster.api_key");
  environment_ = {{"ELASTIC_AUTH_METHOD", "kerberos"}};
  EXPECT_THAT(ErrorText(), HasSubstr("noauth, basic, apikey, bearer"));
}

TEST_F(ConfigTest, ReadsSeveralClusters) {
  WriteFile(
      "[cluster.us]\nurl = 'https://h3:9200'\n"
      "[cluster.eu]\nurl = 'https://h1:9200,https://h2:9200'\napi_key = 'k'\n");
  auto config = Config::Load(sources_);
  ASSERT_TRUE(config.ok()) << config.status();
  ASSERT_EQ(config->clusters.size(), 2U);
  EXPECT_EQ(config->clusters[0].name, "eu");
  EXPECT_EQ(config->clusters[0].values.Text("cluster.auth"), "apikey");
  EXPECT_EQ(config->clusters[1].name, "us");

  environment_ = {{"ELASTIC_HOST", "h9"}};
  config = Config::Load(sources_);
  ASSERT_TRUE(config.ok()) << config.status();
  ASSERT_EQ(config->clusters.size(), 3U);
  EXPECT_EQ(config->clusters[0].name, "es");
}

TEST_F(ConfigTest, ReadsWhatColumnsHold) {
  WriteFile(
      "[cluster.es.tables.'logs-*']\nlists = 'auto'\n"
      "[cluster.es.tables.'logs-*'.columns]\ntags = 'list'\nuser.roles = 'list(2)'\n"
      "'a.b' = 'json'\n");
  const auto config = Config::Load(sources_);
  ASSERT_TRUE(config.ok()) << config.status();
  ASSERT_EQ(config->clusters.size(), 1U);
  ASSERT_EQ(config->clusters[0].tables.size(), 1U);
  const TableShapes& shapes = config->clusters[0].tables[0];
  EXPECT_EQ(shapes.pattern, "logs-*");
  EXPECT_EQ(shapes.lists_by_proof, true);
  const ColumnShapes expected = {{"tags", {ColumnShape::Kind::kList, 1}},
                                 {"user.roles", {ColumnShape::Kind::kList, 2}},
                                 {"a.b", {ColumnShape::Kind::kJson, 0}}};
  EXPECT_EQ(shapes.columns, expected);
}

TEST_F(ConfigTest, NamesTheColumnWhoseShapeIsNone) {
  WriteFile("[cluster.eu.tables.t.columns]\ntags = 'array'\n");
  EXPECT_THAT(ErrorText(), HasSubstr("tags in [cluster.eu.tables.\"t\"] in /tmp/"));
  EXPECT_THAT(ErrorText(), HasSubstr("must be scalar, list, list(2) to list(8) or json, "
                                     "not \"array\""));
  WriteFile("[cluster.eu.tables.t]\ncolums = 1\n");
  EXPECT_THAT(ErrorText(), HasSubstr("a table has lists and columns"));
}

TEST_F(ConfigTest, TablesOfAClusterThatNothingDescribesAreAnError) {
  WriteFile(
      "[cluster.eu]\nurl = 'http://h1:9200'\n"
      "[cluster.es.tables.t.columns]\ntags = 'list'\n");
  EXPECT_THAT(ErrorText(), HasSubstr("[cluster.es.tables]: no setting describes"));
  environment_ = {{"ELASTIC_HOST", "h9"}};
  const auto config = Config::Load(sources_);
  ASSERT_TRUE(config.ok()) << config.status();
  EXPECT_EQ(config->clusters[0].tables.size(), 1U);
  EXPECT_TRUE(config->clusters[1].tables.empty());
}

TEST_F(ConfigTest, AsksForBothHalvesOfAPair) {
  sources_.flags = {{"server.user", "u"}};
  EXPECT_EQ(ErrorText(), "server.user needs server.password");
}

TEST_F(ConfigTest, DoesNotPrintSecrets) {
  WriteFile("[server]\npassword = ['hunter2']\n");
  EXPECT_THAT(ErrorText(), Not(HasSubstr("hunter2")));
}

TEST_F(ConfigTest, PageIsCurrent) {
  std::ifstream file(RECURVE_SOURCE_DIR "/docs/configuration.md");
  std::stringstream text;
  text << file.rdbuf();
  EXPECT_EQ(text.str(), WriteSettingsPage()) << "run: recurve help-settings";
}

}  // namespace
}  // namespace recurve::core
