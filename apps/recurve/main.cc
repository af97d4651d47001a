// SPDX-License-Identifier: Apache-2.0
#include <malloc.h>

#include <cstdlib>
#include <iostream>
#include <map>
#include <optional>
#include <string>

#include "CLI/CLI.hpp"
#include "arrow/config.h"
#include "commands.h"
#include "core/config.h"
#include "core/setting.h"

namespace {

using recurve::core::Config;
using recurve::core::ConfigSources;

std::optional<std::string> ReadEnvironment(const std::string& name) {
  const char* value = std::getenv(name.c_str());
  if (value == nullptr) return std::nullopt;
  return value;
}

// One flag per setting.
void AddSettingFlags(CLI::App& command, ConfigSources& sources) {
  command.add_option("--config", sources.file, "TOML file (or RECURVE_CONFIG)");
  for (const auto& setting : recurve::core::Settings()) {
    command.add_option_function<std::string>(
        recurve::core::FlagOf(setting),
        [&sources, name = std::string(setting.name)](const std::string& text) {
          sources.flags[name] = text;
        },
        std::string(setting.help));
  }
}

int Run(const ConfigSources& sources, arrow::Status (*command)(const Config&)) {
  const auto config = Config::Load(sources);
  const arrow::Status status = config.ok() ? command(*config) : config.status();
  if (status.ok()) return 0;
  std::cerr << "recurve: " << status.message() << '\n';
  return config.ok() ? 1 : 2;
}

}  // namespace

int main(int argc, char** argv) {
  // Each thread of gRPC would otherwise keep an arena of its own with what it has freed.
  mallopt(M_ARENA_MAX, 4);
  // Pages and answers go back to the system when they are freed. Left to itself malloc
  // moves this threshold up to the largest of them and keeps them all: 165 MB after some
  // scans of a million rows, where it is 104 MB with it.
  constexpr int kMiB = 1024 * 1024;
  mallopt(M_MMAP_THRESHOLD, kMiB);
  mallopt(M_TRIM_THRESHOLD, 4 * kMiB);

  CLI::App app{"SQL over Elasticsearch and OpenSearch, served as Arrow Flight SQL"};
  app.name("recurve");
  app.require_subcommand(1);
  ConfigSources sources;
  sources.environment = ReadEnvironment;

  CLI::App* serve = app.add_subcommand("serve", "Serve until SIGTERM or SIGINT");
  AddSettingFlags(*serve, sources);
  CLI::App* check = app.add_subcommand("check", "Say what the clusters are and hold");
  AddSettingFlags(*check, sources);
  CLI::App* version = app.add_subcommand("version", "Print the version");
  CLI::App* help = app.add_subcommand("help-settings", "Print docs/configuration.md");
  CLI11_PARSE(app, argc, argv);

  if (version->parsed()) {
    std::cout << "recurve " RECURVE_VERSION " (Arrow " ARROW_VERSION_STRING ")\n";
    return 0;
  }
  if (help->parsed()) {
    std::cout << recurve::core::WriteSettingsPage();
    return 0;
  }
  if (check->parsed()) return Run(sources, recurve::app::Check);
  recurve::app::BlockStopSignals();
  return Run(sources, recurve::app::Serve);
}
