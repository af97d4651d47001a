// SPDX-License-Identifier: Apache-2.0
#include "core/log.h"

#include "fmt/format.h"
#include "spdlog/logger.h"
#include "spdlog/sinks/stdout_sinks.h"

namespace recurve::core {

namespace {

spdlog::level::level_enum ToSpdlog(LogLevel level) {
  switch (level) {
    case LogLevel::kDebug:
      return spdlog::level::debug;
    case LogLevel::kInfo:
      return spdlog::level::info;
    case LogLevel::kWarning:
      return spdlog::level::warn;
    case LogLevel::kError:
      return spdlog::level::err;
    case LogLevel::kOff:
      break;
  }
  return spdlog::level::off;
}

class StderrLog : public Log {
 public:
  StderrLog(LogLevel level, LogFormat format)
      : format_(format),
        logger_("recurve", std::make_shared<spdlog::sinks::stderr_sink_mt>()) {
    logger_.set_level(ToSpdlog(level));
    logger_.set_pattern(format == LogFormat::kJson
                            ? R"({"time":"%Y-%m-%dT%H:%M:%S.%eZ","level":"%l",%v})"
                            : "%Y-%m-%dT%H:%M:%S.%eZ %l %v",
                        spdlog::pattern_time_type::utc);
    logger_.flush_on(spdlog::level::debug);
  }

  void Write(LogLevel level, std::string_view event,
             std::initializer_list<LogField> fields) override {
    const spdlog::level::level_enum wanted = ToSpdlog(level);
    if (!logger_.should_log(wanted)) return;
    const std::string line = format_ == LogFormat::kJson ? WriteLogJson(event, fields)
                                                         : WriteLogText(event, fields);
    logger_.log(wanted, spdlog::string_view_t(line.data(), line.size()));
  }

 private:
  const LogFormat format_;
  spdlog::logger logger_;
};

class SilentLog : public Log {
 public:
  void Write(LogLevel, std::string_view, std::initializer_list<LogField>) override {}
};

void AppendJsonText(std::string& out, std::string_view text) {
  out += '"';
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (static_cast<unsigned char>(c) < 0x20) {
      out += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
    } else {
      out += c;
    }
  }
  out += '"';
}

bool NeedsQuotes(std::string_view text) {
  for (const char c : text) {
    if (c == ' ' || c == '"' || c == '=' || static_cast<unsigned char>(c) < 0x20)
      return true;
  }
  return text.empty();
}

}  // namespace

std::shared_ptr<Log> Log::Make(LogLevel level, LogFormat format) {
  return std::make_shared<StderrLog>(level, format);
}

std::shared_ptr<Log> Log::MakeSilent() { return std::make_shared<SilentLog>(); }

LogLevel LogLevelOf(std::string_view word) {
  if (word == "debug") return LogLevel::kDebug;
  if (word == "warning") return LogLevel::kWarning;
  if (word == "error") return LogLevel::kError;
  if (word == "off") return LogLevel::kOff;
  return LogLevel::kInfo;
}

LogFormat LogFormatOf(std::string_view word) {
  return word == "json" ? LogFormat::kJson : LogFormat::kText;
}

std::string WriteLogText(std::string_view event, std::initializer_list<LogField> fields) {
  std::string line(event);
  for (const LogField& field : fields) {
    line += ' ';
    line += field.name;
    line += '=';
    if (NeedsQuotes(field.value)) {
      AppendJsonText(line, field.value);
    } else {
      line += field.value;
    }
  }
  return line;
}

std::string WriteLogJson(std::string_view event, std::initializer_list<LogField> fields) {
  std::string line = "\"event\":";
  AppendJsonText(line, event);
  for (const LogField& field : fields) {
    line += ',';
    AppendJsonText(line, field.name);
    line += ':';
    AppendJsonText(line, field.value);
  }
  return line;
}

}  // namespace recurve::core
