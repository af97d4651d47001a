// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "arrow/result.h"
#include "core/column_shape.h"

namespace recurve::core {

/// Values of settings by name, each already checked against its declaration.
///
/// The accessors take the name of a declared setting of their type; any other name is a
/// bug and ends the process.
class SettingValues {
 public:
  std::string_view Text(std::string_view name) const;
  bool Switch(std::string_view name) const;
  int64_t Count(std::string_view name) const;
  int64_t Bytes(std::string_view name) const;
  std::chrono::milliseconds Duration(std::string_view name) const;

  /// Whether somebody set it, and where: "--listen", "RECURVE_LISTEN", "listen in FILE".
  std::optional<std::string> SourceOf(std::string_view name) const;

 private:
  friend class ConfigLoader;
  struct Value {
    std::string text;
    std::string source;
    int64_t number = 0;
  };
  const Value& Get(std::string_view name) const;

  std::map<std::string, Value, std::less<>>
      values_;  // what was set; defaults are elsewhere
};

/// One cluster: its catalog name, its values of the settings `cluster.*`, and what is
/// declared about its tables (`[cluster.NAME.tables]`, in the file only).
struct ClusterConfig {
  std::string name;
  SettingValues values;
  std::vector<TableShapes> tables;
};

/// Where values come from. Tests give their own.
struct ConfigSources {
  /// Flags given, by setting name.
  std::map<std::string, std::string> flags;
  /// The value of an environment variable, if it is set.
  std::function<std::optional<std::string>(const std::string& name)> environment;
  /// TOML file; empty: that of RECURVE_CONFIG, else none.
  std::string file;
};

/// All settings of the process, read once at the start.
///
/// Precedence  flag, environment (RECURVE_*, then ELASTIC_* for the default cluster),
/// file,
///             default.
/// Errors      Invalid: names the spelling used, and what is allowed.
struct Config {
  SettingValues values;
  std::vector<ClusterConfig>
      clusters;  ///< at least one; the first is the default catalog

  static arrow::Result<Config> Load(const ConfigSources& sources);
};

/// The catalog name of the cluster described by the settings `cluster.*` themselves.
inline constexpr std::string_view kDefaultClusterName = "es";

}  // namespace recurve::core
