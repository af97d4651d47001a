// SPDX-License-Identifier: Apache-2.0
#include "core/setting.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <optional>

#include "fmt/format.h"

namespace recurve::core {

namespace {

using enum SettingType;

constexpr int64_t kKiB = 1024;
constexpr int64_t kMiB = 1024 * kKiB;
constexpr int64_t kGiB = 1024 * kMiB;
constexpr int64_t kSecond = 1000;
constexpr int64_t kHour = 3600 * kSecond;

constexpr Setting kSettings[] = {
    {"listen", kText, "0.0.0.0:32010",
     "Address and port of the Flight SQL server. Port 0 takes a free one and prints it."},

    {"server.user", kText, "",
     "User name that clients must give (Basic, or Handshake). Needs server.password."},
    {"server.password", kSecret, "", "Password that clients must give."},
    {"server.token", kSecret, "",
     "Token that clients may give instead: as a Bearer token, or as the password of any "
     "user."},
    {"server.tls_cert_file", kText, "",
     "PEM certificate chain of the Flight port. Needs server.tls_key_file; without both "
     "the port speaks plain text."},
    {"server.tls_key_file", kText, "", "PEM key of the Flight port's certificate."},
    {"server.session_idle", kDuration, "30m",
     "A session that no call has used for this long is forgotten.", kSecond, 720 * kHour},
    {"server.prepared_idle", kDuration, "1h",
     "A prepared statement that no call has used for this long is forgotten.", kSecond,
     720 * kHour},
    {"server.max_metadata_bytes", kBytes, "64KiB",
     "Largest set of request headers accepted.", 8 * kKiB, 16 * kMiB},
    {"server.stop_grace", kDuration, "5s",
     "How long running statements may go on after SIGTERM or SIGINT before they are "
     "cancelled.",
     0, kHour},

    {"cluster.url", kText, "http://localhost:9200",
     "Where the cluster is: one or more URLs of its nodes, separated by commas."},
    {"cluster.auth", kChoice, "auto",
     "How to log in at the cluster; auto takes the method whose credentials are set.", 0,
     0, "auto|none|basic|apikey|bearer"},
    {"cluster.user", kText, "", "User name for basic."},
    {"cluster.password", kSecret, "", "Password for basic."},
    {"cluster.api_key", kSecret, "", "Encoded API key for apikey."},
    {"cluster.bearer_token", kSecret, "", "Token for bearer."},
    {"cluster.ca_file", kText, "",
     "PEM certificates that sign the cluster's; empty: those of the system."},
    {"cluster.cert_file", kText, "", "PEM client certificate."},
    {"cluster.key_file", kText, "", "PEM key of the client certificate."},
    {"cluster.verify", kSwitch, "true",
     "Check the cluster's certificate and host name. Only for experiments: false."},
    {"cluster.lists", kChoice, "declared",
     "Which columns are lists: those that are declared, or also those of which the "
     "cluster proves several values in some document.",
     0, 0, "declared|auto"},

    {"transport.connect_timeout", kDuration, "3s", "Time limit for one connection.", 100,
     kHour},
    {"transport.request_timeout", kDuration, "2m",
     "Time limit for one exchange with the cluster.", kSecond, 24 * kHour},
    {"transport.gzip", kSwitch, "false",
     "Ask the cluster for compressed responses: saves network, costs the cluster CPU."},
    {"transport.max_response_bytes", kBytes, "512MiB",
     "A response above this is an error, not an allocation.", kMiB, 16 * kGiB},

    {"catalog.max_age", kDuration, "1s",
     "How long mappings are trusted where the cluster state's version may not be read.",
     0, kHour},

    {"scan.max_page_rows", kCount, "10000", "Most documents in one response.", 1, 10000},
    {"scan.target_page_bytes", kBytes, "4MiB",
     "Aim for the size of one response; wide documents get smaller pages.", 64 * kKiB,
     256 * kMiB},
    {"scan.target_batch_bytes", kBytes, "2MiB", "Aim for the size of one record batch.",
     64 * kKiB, 64 * kMiB},
    {"scan.target_partition_bytes", kBytes, "8MiB",
     "Aim for the size of one ES|QL answer; a scan may hold one for each of its "
     "requests.",
     64 * kKiB, 256 * kMiB},
    {"scan.road", kChoice, "auto",
     "How rows leave the cluster: by JSON of _source, by ES|QL in Arrow where it can "
     "carry the columns, or the cheaper of both. A session can ask for one with SET "
     "recurve_road.",
     0, 0, "auto|source|esql"},
    {"scan.max_batch_rows", kCount, "32768", "Most rows in one record batch.", 1,
     1048576},
    {"scan.max_concurrent_requests", kCount, "4", "Most requests in flight for one scan.",
     1, 64},
    {"scan.max_cluster_requests", kCount, "16",
     "Most requests in flight for all scans of one cluster.", 1, 1024},
    {"scan.max_retries", kCount, "5",
     "How often one exchange is tried again after an error that may pass.", 0, 100},
    {"scan.first_backoff", kDuration, "100ms",
     "Pause before the first retry; it doubles, with jitter.", 1, 60 * kSecond},
    {"scan.keep_alive", kDuration, "5m",
     "How long the cluster keeps a point-in-time or scroll between two requests.",
     kSecond, 24 * kHour},

    {"engine.memory_limit", kBytes, "1GiB",
     "Memory for sorting, joining and grouping here; beyond it statements spill, then "
     "fail.",
     32 * kMiB, 1024 * kGiB},
    {"engine.temp_directory", kText, "",
     "Where statements spill; empty: a directory of this process under the system's."},
    {"engine.max_temp", kBytes, "10GiB", "Most bytes spilled at a time.", 0,
     16384 * kGiB},
    {"engine.threads", kCount, "0",
     "Threads that run the part of statements not pushed to a cluster; 0: one per core.",
     0, 1024},

    {"limits.max_running_statements", kCount, "64",
     "Most statements that run at a time; the next one is refused as unavailable.", 1,
     100000},
    {"limits.statement_timeout", kDuration, "0s",
     "Time limit of one statement, from its start to its last row; 0: none.", 0,
     720 * kHour},

    {"log.level", kChoice, "info", "The least important messages written to stderr.", 0,
     0, "debug|info|warning|error|off"},
    {"log.format", kChoice, "text", "Lines as words or as JSON objects.", 0, 0,
     "text|json"},
};

struct Unit {
  std::string_view name;
  int64_t factor;
};

constexpr Unit kByteUnits[] = {
    {"", 1},       {"B", 1},     {"KiB", kKiB},       {"MiB", kMiB},
    {"GiB", kGiB}, {"KB", 1000}, {"MB", 1000 * 1000}, {"GB", 1000 * 1000 * 1000}};
constexpr Unit kTimeUnits[] = {
    {"ms", 1}, {"s", kSecond}, {"m", 60 * kSecond}, {"h", kHour}};

// The number and its unit in the smallest unit, or nothing.
std::optional<int64_t> ParseWithUnit(std::string_view text, std::span<const Unit> units) {
  int64_t number = 0;
  const auto [end, error] =
      std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || number < 0) return std::nullopt;
  const std::string_view unit(end, static_cast<size_t>(text.data() + text.size() - end));
  if (unit.empty() && number == 0) return 0;
  for (const Unit& known : units) {
    if (known.name != unit) continue;
    int64_t product = 0;
    if (__builtin_mul_overflow(number, known.factor, &product)) return std::nullopt;
    return product;
  }
  return std::nullopt;
}

std::string WriteWithUnit(int64_t number, std::span<const Unit> units) {
  const Unit* best = units.data();
  for (const Unit& unit : units) {
    if (number % unit.factor == 0 && unit.factor > best->factor && number != 0)
      best = &unit;
  }
  return fmt::format("{}{}", number / best->factor, best->name);
}

std::optional<int64_t> ParseSwitch(std::string_view text) {
  if (text == "true" || text == "1") return 1;
  if (text == "false" || text == "0") return 0;
  return std::nullopt;
}

bool IsChoice(std::string_view choices, std::string_view text) {
  while (!choices.empty()) {
    const size_t bar = std::min(choices.find('|'), choices.size());
    if (choices.substr(0, bar) == text) return true;
    choices.remove_prefix(std::min(bar + 1, choices.size()));
  }
  return false;
}

std::optional<int64_t> NumberOf(const Setting& setting, std::string_view text) {
  switch (setting.type) {
    case kText:
    case kSecret:
      return 0;
    case kChoice:
      return IsChoice(setting.choices, text) ? std::optional<int64_t>(0) : std::nullopt;
    case kSwitch:
      return ParseSwitch(text);
    case kCount:
      return ParseWithUnit(text, std::span(kByteUnits, 1));
    case kBytes:
      return ParseWithUnit(text, kByteUnits);
    case kDuration:
      return ParseWithUnit(text, kTimeUnits);
  }
  return std::nullopt;
}

bool HasRange(const Setting& setting) {
  return setting.type == kCount || setting.type == kBytes || setting.type == kDuration;
}

std::string_view SectionOf(const Setting& setting) {
  const size_t dot = setting.name.find('.');
  return dot == std::string_view::npos ? std::string_view() : setting.name.substr(0, dot);
}

// "a|b" as "a, b".
std::string Listed(std::string_view choices) {
  std::string text;
  for (const char c : choices) c == '|' ? text += ", " : text += c;
  return text;
}

std::string Replaced(std::string_view name, char separator) {
  std::string text(name);
  std::replace(text.begin(), text.end(), '.', separator);
  std::replace(text.begin(), text.end(), '_', separator);
  return text;
}

}  // namespace

std::span<const Setting> Settings() { return kSettings; }

const Setting* FindSetting(std::string_view name) {
  for (const Setting& setting : kSettings) {
    if (setting.name == name) return &setting;
  }
  return nullptr;
}

std::string FlagOf(const Setting& setting) { return "--" + Replaced(setting.name, '-'); }

std::string EnvironmentNameOf(const Setting& setting) {
  std::string text = "RECURVE_" + Replaced(setting.name, '_');
  for (char& c : text) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return text;
}

std::string AllowedValuesOf(const Setting& setting) {
  switch (setting.type) {
    case kText:
    case kSecret:
      return "text";
    case kChoice:
      return "one of " + Listed(setting.choices);
    case kSwitch:
      return "true or false";
    case kCount:
      return fmt::format("a whole number from {} to {}", setting.min, setting.max);
    case kBytes:
      return fmt::format("bytes (B, KiB, MiB, GiB, KB, MB, GB) from {} to {}",
                         WriteWithUnit(setting.min, kByteUnits),
                         WriteWithUnit(setting.max, kByteUnits));
    case kDuration:
      return fmt::format("a duration (ms, s, m, h) from {} to {}",
                         WriteWithUnit(setting.min, kTimeUnits),
                         WriteWithUnit(setting.max, kTimeUnits));
  }
  return {};
}

arrow::Result<int64_t> ParseSetting(const Setting& setting, std::string_view text) {
  const std::optional<int64_t> number = NumberOf(setting, text);
  const bool in_range = number && (!HasRange(setting) ||
                                   (*number >= setting.min && *number <= setting.max));
  if (in_range) return *number;
  return arrow::Status::Invalid("must be ", AllowedValuesOf(setting), ", not \"",
                                setting.type == kSecret ? "***" : text, '"');
}

std::string WriteSettingsPage() {
  std::string page =
      "# Configuration\n\n"
      "<!-- Written by `recurve help-settings`; a test keeps it current. -->\n\n"
      "Each setting has one name and three spellings: `scan.max_retries` is the flag\n"
      "`--scan-max-retries`, the environment variable `RECURVE_SCAN_MAX_RETRIES`, and "
      "in\n"
      "the file `--config FILE` (or `RECURVE_CONFIG`) the TOML key\n\n"
      "```toml\n[scan]\nmax_retries = 5\n```\n\n"
      "A flag wins over the environment, the environment over the file, the file over "
      "the\n"
      "default. Unknown keys in the file are errors. Secrets are never printed; prefer "
      "the\n"
      "environment or the file to flags for them, since other users see flags.\n\n"
      "## Several clusters\n\n"
      "The settings `cluster.*` describe the cluster whose catalog is `es`. More "
      "clusters\n"
      "come from the file, each with the same keys and its name as catalog name:\n\n"
      "```toml\n[cluster.eu]\nurl = \"https://h1:9200,https://h2:9200\"\n"
      "api_key = \"...\"\n\n[cluster.us]\nurl = \"https://h3:9200\"\n```\n\n"
      "The cluster `es` exists when one of its settings is given or when no other "
      "cluster\n"
      "is. It is the default catalog; without it the first name in the alphabet is.\n\n"
      "## Lists\n\n"
      "A column holds one value, and a document with two is an error, unless the file\n"
      "declares what it holds (docs/types.md, \"Lists\"): by cluster, by a pattern of "
      "table\n"
      "names (`*` is any text; the longest that fits wins), by the field's path:\n\n"
      "```toml\n[cluster.es.tables.\"logs-*\".columns]\n"
      "tags = \"list\"          # or \"list(2)\", \"json\", \"scalar\"\n"
      "\"user.roles\" = \"list\"\n```\n\n"
      "A pattern fits a table by the name that the statement uses and by the names of "
      "the\n"
      "indices behind it. `[cluster.es.tables]` may stand alone where the cluster `es` "
      "is\n"
      "described elsewhere. `lists = \"auto\"` beside `columns` is `cluster.lists` for "
      "the\n"
      "tables of a pattern. For one statement: `FROM es_scan('logs-*', lists := "
      "['tags'])`.\n\n"
      "## Environment of softclient4es\n\n"
      "`ELASTIC_SCHEME`, `ELASTIC_HOST`, `ELASTIC_PORT`, `ELASTIC_AUTH_METHOD` (noauth,\n"
      "basic, apikey, bearer; absent: by the credentials that are set),\n"
      "`ELASTIC_CREDENTIALS_USERNAME`, `ELASTIC_CREDENTIALS_PASSWORD`,\n"
      "`ELASTIC_CREDENTIALS_API_KEY` and `ELASTIC_CREDENTIALS_BEARER_TOKEN` describe "
      "the\n"
      "cluster `es` where no `RECURVE_CLUSTER_*` variable does.\n";
  std::string_view section = "-";
  for (const Setting& setting : kSettings) {
    if (SectionOf(setting) != section) {
      section = SectionOf(setting);
      page += fmt::format(
          "\n## {}\n\n| name | default | allowed | meaning |\n|---|---|---|---|\n",
          section.empty() ? std::string("Server") : "`" + std::string(section) + "`");
    }
    const std::string shown = setting.default_text.empty()
                                  ? std::string("(empty)")
                                  : fmt::format("`{}`", setting.default_text);
    const std::string allowed =
        setting.type == kSecret ? "text (secret)" : AllowedValuesOf(setting);
    page += fmt::format("| `{}` | {} | {} | {} |\n", setting.name, shown, allowed,
                        setting.help);
  }
  return page;
}

}  // namespace recurve::core
