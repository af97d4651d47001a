// SPDX-License-Identifier: Apache-2.0
#include "core/config.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <fstream>
#include <utility>

#include "core/setting.h"
#include "core/shapes_reader_internal.h"
#include "fmt/format.h"
#include "toml++/toml.h"

namespace recurve::core {

namespace {

constexpr std::string_view kClusterSection = "cluster.";
constexpr std::string_view kTables = "tables";

struct ElasticVariable {
  const char* variable;
  std::string_view setting;
};

// Source  the environment of softclient4es, so that a deployment can be switched over as
// it is.
constexpr ElasticVariable kElasticCredentials[] = {
    {"ELASTIC_CREDENTIALS_USERNAME", "cluster.user"},
    {"ELASTIC_CREDENTIALS_PASSWORD", "cluster.password"},
    {"ELASTIC_CREDENTIALS_API_KEY", "cluster.api_key"},
    {"ELASTIC_CREDENTIALS_BEARER_TOKEN", "cluster.bearer_token"},
};

std::optional<std::string> TextOf(const toml::node& node) {
  if (const auto* text = node.as_string()) return text->get();
  if (const auto* number = node.as_integer()) return std::to_string(number->get());
  if (const auto* flag = node.as_boolean()) return flag->get() ? "true" : "false";
  return std::nullopt;
}

// "auto" becomes the method whose credentials are set; a method without its own is
// refused.
arrow::Result<std::string> ChooseAuth(const SettingValues& values) {
  const bool has_user = !values.Text("cluster.user").empty();
  const bool has_key = !values.Text("cluster.api_key").empty();
  const bool has_token = !values.Text("cluster.bearer_token").empty();
  const std::string auth(values.Text("cluster.auth"));
  if (auth == "auto") {
    return has_key ? "apikey" : has_token ? "bearer" : has_user ? "basic" : "none";
  }
  const bool complete = auth == "none" || (auth == "basic" && has_user) ||
                        (auth == "apikey" && has_key) || (auth == "bearer" && has_token);
  if (complete) return auth;
  return arrow::Status::Invalid(values.SourceOf("cluster.auth").value_or("cluster.auth"),
                                " is ", auth, ", which needs ",
                                auth == "basic"    ? "cluster.user and cluster.password"
                                : auth == "apikey" ? "cluster.api_key"
                                                   : "cluster.bearer_token");
}

}  // namespace

/// Collects values from the sources, the weakest first, so that the next one overwrites.
class ConfigLoader {
 public:
  explicit ConfigLoader(const ConfigSources& sources) : sources_(sources) {}

  arrow::Result<Config> Load() {
    ARROW_RETURN_NOT_OK(ReadFile());
    ARROW_RETURN_NOT_OK(ReadElasticEnvironment());
    for (const Setting& setting : Settings()) {
      const std::string variable = EnvironmentNameOf(setting);
      if (const auto text = Environment(variable)) {
        ARROW_RETURN_NOT_OK(Set(config_.values, setting, *text, variable));
      }
    }
    for (const auto& [name, text] : sources_.flags) {
      const Setting* setting = FindSetting(name);
      if (setting == nullptr) return arrow::Status::Invalid("unknown setting: ", name);
      ARROW_RETURN_NOT_OK(Set(config_.values, *setting, text, FlagOf(*setting)));
    }
    ARROW_RETURN_NOT_OK(CheckPairs());
    ARROW_RETURN_NOT_OK(FinishClusters());
    return std::move(config_);
  }

 private:
  std::optional<std::string> Environment(const std::string& name) const {
    return sources_.environment ? sources_.environment(name) : std::nullopt;
  }

  static arrow::Status Set(SettingValues& values, const Setting& setting,
                           std::string text, std::string source) {
    const auto number = ParseSetting(setting, text);
    if (!number.ok()) {
      return arrow::Status::Invalid(source, " ", number.status().message());
    }
    values.values_[std::string(setting.name)] = {std::move(text), std::move(source),
                                                 *number};
    return arrow::Status::OK();
  }

  arrow::Status ReadFile() {
    std::string path = sources_.file;
    if (path.empty()) path = Environment("RECURVE_CONFIG").value_or("");
    if (path.empty()) return arrow::Status::OK();
    std::ifstream file(path);
    if (!file) return arrow::Status::Invalid("the configuration cannot be read: ", path);
    // toml++ reports by exception; this is the only call that throws.
    try {
      return ReadTable(toml::parse(file, path), path);
    } catch (const toml::parse_error& error) {
      return arrow::Status::Invalid(path, ", line ", error.source().begin.line, ": ",
                                    error.description());
    }
  }

  arrow::Status ReadTable(const toml::table& root, const std::string& path) {
    for (const auto& [key, node] : root) {
      const std::string section(key.str());
      const toml::table* table = node.as_table();
      if (table == nullptr) {
        ARROW_RETURN_NOT_OK(ReadKey(config_.values, section, section, node, path));
        continue;
      }
      for (const auto& [inner_key, inner] : *table) {
        const std::string name = fmt::format("{}.{}", section, inner_key.str());
        const toml::table* cluster = inner.as_table();
        if (section == "cluster" && cluster != nullptr) {
          ARROW_RETURN_NOT_OK(ReadCluster(std::string(inner_key.str()), *cluster, path));
        } else {
          ARROW_RETURN_NOT_OK(ReadKey(config_.values, name, name, inner, path));
        }
      }
    }
    return arrow::Status::OK();
  }

  arrow::Status ReadCluster(std::string name, const toml::table& table,
                            const std::string& path) {
    if (name == "system" || name == "temp" || name == "memory") {
      return arrow::Status::Invalid("[cluster.", name, "] in ", path,
                                    ": the name is taken by the SQL engine");
    }
    ClusterConfig cluster{std::move(name), {}, {}};
    for (const auto& [key, node] : table) {
      const toml::table* tables = node.as_table();
      if (key.str() == kTables && tables != nullptr) {
        const auto section =
            fmt::format("{}{}.{}", kClusterSection, cluster.name, kTables);
        ARROW_ASSIGN_OR_RAISE(cluster.tables, ReadTableShapes(*tables, section, path));
        continue;
      }
      ARROW_RETURN_NOT_OK(ReadKey(
          cluster.values, fmt::format("{}{}", kClusterSection, key.str()),
          fmt::format("{}{}.{}", kClusterSection, cluster.name, key.str()), node, path));
    }
    // Its settings may stand elsewhere.
    if (cluster.name == kDefaultClusterName && table.size() == 1 &&
        !cluster.tables.empty()) {
      default_tables_ = std::move(cluster.tables);
      return arrow::Status::OK();
    }
    config_.clusters.push_back(std::move(cluster));
    return arrow::Status::OK();
  }

  static arrow::Status ReadKey(SettingValues& values, std::string_view name,
                               std::string_view spelling, const toml::node& node,
                               const std::string& path) {
    const std::string source = fmt::format("{} in {}", spelling, path);
    const Setting* setting = FindSetting(name);
    if (setting == nullptr) {
      return arrow::Status::Invalid(source, ": there is no such setting");
    }
    std::optional<std::string> text = TextOf(node);
    if (!text) {
      return arrow::Status::Invalid(source, " must be ", AllowedValuesOf(*setting));
    }
    return Set(values, *setting, std::move(*text), source);
  }

  arrow::Status ReadElasticEnvironment() {
    const auto scheme = Environment("ELASTIC_SCHEME");
    const auto host = Environment("ELASTIC_HOST");
    const auto port = Environment("ELASTIC_PORT");
    if (scheme || host || port) {
      ARROW_RETURN_NOT_OK(
          Set(config_.values, *FindSetting("cluster.url"),
              fmt::format("{}://{}:{}", scheme.value_or("http"),
                          host.value_or("localhost"), port.value_or("9200")),
              "ELASTIC_HOST"));
    }
    if (const auto method = Environment("ELASTIC_AUTH_METHOD");
        method && !method->empty()) {
      const std::string word = *method == "noauth" ? "none" : *method;
      const Setting& auth = *FindSetting("cluster.auth");
      if (word == "auto" || !ParseSetting(auth, word).ok()) {
        return arrow::Status::Invalid(
            "ELASTIC_AUTH_METHOD must be one of noauth, basic, apikey, bearer, not \"",
            *method, '"');
      }
      ARROW_RETURN_NOT_OK(Set(config_.values, auth, word, "ELASTIC_AUTH_METHOD"));
    }
    for (const ElasticVariable& known : kElasticCredentials) {
      if (const auto text = Environment(known.variable); text && !text->empty()) {
        ARROW_RETURN_NOT_OK(
            Set(config_.values, *FindSetting(known.setting), *text, known.variable));
      }
    }
    return arrow::Status::OK();
  }

  // Settings that mean something only together.
  arrow::Status CheckPairs() const {
    constexpr std::pair<const char*, const char*> kPairs[] = {
        {"server.user", "server.password"},
        {"server.tls_cert_file", "server.tls_key_file"}};
    for (const auto& [one, other] : kPairs) {
      const bool has_one = !config_.values.Text(one).empty();
      if (has_one == !config_.values.Text(other).empty()) continue;
      return arrow::Status::Invalid(has_one ? one : other, " needs ",
                                    has_one ? other : one);
    }
    return arrow::Status::OK();
  }

  arrow::Status FinishClusters() {
    const bool has_default = std::any_of(
        config_.values.values_.begin(), config_.values.values_.end(),
        [](const auto& entry) { return entry.first.starts_with(kClusterSection); });
    if (has_default || config_.clusters.empty()) {
      for (const ClusterConfig& cluster : config_.clusters) {
        if (cluster.name == kDefaultClusterName) {
          return arrow::Status::Invalid(
              "the cluster \"", kDefaultClusterName,
              "\" is described twice: by cluster.* and by [cluster.", kDefaultClusterName,
              "]");
        }
      }
      config_.clusters.insert(config_.clusters.begin(),
                              {std::string(kDefaultClusterName), config_.values,
                               std::exchange(default_tables_, {})});
    }
    if (!default_tables_.empty()) {
      return arrow::Status::Invalid("[cluster.", kDefaultClusterName,
                                    ".tables]: no setting describes that cluster");
    }
    for (ClusterConfig& cluster : config_.clusters) {
      ARROW_ASSIGN_OR_RAISE(std::string auth, ChooseAuth(cluster.values));
      const auto source = cluster.values.SourceOf("cluster.auth");
      ARROW_RETURN_NOT_OK(Set(cluster.values, *FindSetting("cluster.auth"),
                              std::move(auth), source.value_or("cluster.auth")));
    }
    return arrow::Status::OK();
  }

  const ConfigSources& sources_;
  std::vector<TableShapes> default_tables_;  // of [cluster.es] with nothing else in it
  Config config_;
};

const SettingValues::Value& SettingValues::Get(std::string_view name) const {
  const auto found = values_.find(name);
  if (found != values_.end()) return found->second;
  static const auto* const kDefaults = [] {
    auto* defaults = new std::map<std::string, Value, std::less<>>();
    for (const Setting& setting : Settings()) {
      defaults->emplace(setting.name,
                        Value{std::string(setting.default_text), "",
                              ParseSetting(setting, setting.default_text).ValueOrDie()});
    }
    return defaults;
  }();
  const auto fallback = kDefaults->find(name);
  if (fallback == kDefaults->end()) std::abort();
  return fallback->second;
}

std::string_view SettingValues::Text(std::string_view name) const {
  return Get(name).text;
}
bool SettingValues::Switch(std::string_view name) const { return Get(name).number != 0; }
int64_t SettingValues::Count(std::string_view name) const { return Get(name).number; }
int64_t SettingValues::Bytes(std::string_view name) const { return Get(name).number; }
std::chrono::milliseconds SettingValues::Duration(std::string_view name) const {
  return std::chrono::milliseconds(Get(name).number);
}

std::optional<std::string> SettingValues::SourceOf(std::string_view name) const {
  const auto found = values_.find(name);
  if (found == values_.end()) return std::nullopt;
  return found->second.source;
}

arrow::Result<Config> Config::Load(const ConfigSources& sources) {
  return ConfigLoader(sources).Load();
}

}  // namespace recurve::core
