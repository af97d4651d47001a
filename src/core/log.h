// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace recurve::core {

enum class LogLevel { kDebug, kInfo, kWarning, kError, kOff };
enum class LogFormat { kText, kJson };

/// A named fact of a log line.
struct LogField {
  std::string_view name;
  std::string value;
};

/// Lines on stderr: a time, a level, an event in static words, and its facts.
///
/// Never in a line: row data, SQL text, credentials.
/// Threads  safe to call from any thread.
class Log {
 public:
  static std::shared_ptr<Log> Make(LogLevel level, LogFormat format);
  /// A log that writes nothing.
  static std::shared_ptr<Log> MakeSilent();

  virtual ~Log() = default;

  virtual void Write(LogLevel level, std::string_view event,
                     std::initializer_list<LogField> fields = {}) = 0;

  void Info(std::string_view event, std::initializer_list<LogField> fields = {}) {
    Write(LogLevel::kInfo, event, fields);
  }
  void Warning(std::string_view event, std::initializer_list<LogField> fields = {}) {
    Write(LogLevel::kWarning, event, fields);
  }
  void Error(std::string_view event, std::initializer_list<LogField> fields = {}) {
    Write(LogLevel::kError, event, fields);
  }
};

/// The level or format that the settings log.level and log.format name.
LogLevel LogLevelOf(std::string_view word);
LogFormat LogFormatOf(std::string_view word);

/// One line without its time: `event name=value name="two words"`, or the members of a
/// JSON object `"event":"...","name":"..."`.
std::string WriteLogText(std::string_view event, std::initializer_list<LogField> fields);
std::string WriteLogJson(std::string_view event, std::initializer_list<LogField> fields);

}  // namespace recurve::core
