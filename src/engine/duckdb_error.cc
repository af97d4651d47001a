// SPDX-License-Identifier: Apache-2.0
#include <charconv>
#include <string>
#include <utility>

#include "core/error_detail.h"
#include "engine/duckdb_error_internal.h"

namespace recurve::engine {

using core::ErrorKind;
using duckdb::ExceptionType;

namespace {

std::string ExtraOf(const duckdb::ErrorData& error, const char* key) {
  const auto found = error.ExtraInfo().find(key);
  return found == error.ExtraInfo().end() ? std::string() : found->second;
}

ErrorKind KindOfDuckDB(const duckdb::ErrorData& error) {
  const std::string subtype = ExtraOf(error, "error_subtype");
  switch (error.Type()) {
    case ExceptionType::CATALOG:
      return subtype == "MISSING_ENTRY" ? ErrorKind::kNotFound : ErrorKind::kInvalidSql;
    case ExceptionType::BINDER:
      return subtype == "COLUMN_NOT_FOUND" ? ErrorKind::kNotFound
                                           : ErrorKind::kInvalidSql;
    case ExceptionType::PARSER:
    case ExceptionType::SYNTAX:
    case ExceptionType::PLANNER:
    case ExceptionType::EXPRESSION:
    case ExceptionType::CONVERSION:
    case ExceptionType::OUT_OF_RANGE:
    case ExceptionType::DECIMAL:
    case ExceptionType::DIVIDE_BY_ZERO:
    case ExceptionType::MISMATCH_TYPE:
    case ExceptionType::INVALID_TYPE:
    case ExceptionType::UNKNOWN_TYPE:
    case ExceptionType::INVALID_INPUT:
    case ExceptionType::OBJECT_SIZE:
    case ExceptionType::CONSTRAINT:
    case ExceptionType::SETTINGS:
    case ExceptionType::INVALID_CONFIGURATION:
    case ExceptionType::PARAMETER_NOT_RESOLVED:
    case ExceptionType::PARAMETER_NOT_ALLOWED:
    case ExceptionType::SEQUENCE:
      return ErrorKind::kInvalidSql;
    case ExceptionType::NOT_IMPLEMENTED:
    case ExceptionType::PERMISSION:
    case ExceptionType::MISSING_EXTENSION:
    case ExceptionType::AUTOLOAD:
    case ExceptionType::DEPENDENCY:
    case ExceptionType::HTTP:
      return ErrorKind::kUnsupported;
    case ExceptionType::OUT_OF_MEMORY:
      return ErrorKind::kMemory;
    case ExceptionType::INTERRUPT:
      return ErrorKind::kCancelled;
    case ExceptionType::FATAL:
      // Another statement has broken the instance; the next one gets a fresh one.
      return ErrorKind::kUnavailable;
    default:
      return ErrorKind::kInternal;
  }
}

/// The first line that says something: no stack trace, no copy of the statement with a
/// caret, no advice about settings that nobody can change here.
std::string FirstLines(std::string message) {
  for (const char* end : {"\n\nLINE ", "\nLINE ", "\n\nStack Trace", "\nStack Trace",
                          "\n\nPossible solutions:"}) {
    const size_t at = message.find(end);
    if (at != std::string::npos) message.resize(at);
  }
  while (!message.empty() && (message.back() == '\n' || message.back() == ' ')) {
    message.pop_back();
  }
  return message;
}

}  // namespace

arrow::Status FromDuckDB(const duckdb::ErrorData& error) {
  core::ErrorDetail detail(KindOfDuckDB(error));
  const std::string position = ExtraOf(error, "position");
  if (!position.empty()) {
    std::from_chars(position.data(), position.data() + position.size(),
                    detail.sql_position);
  }
  detail.retryable = error.Type() == ExceptionType::FATAL;
  std::string message = FirstLines(error.RawMessage());
  if (detail.kind == ErrorKind::kCancelled) message = "the statement was cancelled";
  if (detail.kind == ErrorKind::kMemory)
    message += "; the setting is engine.memory_limit";
  return core::MakeError(std::move(detail), std::move(message));
}

arrow::Status FromDuckDB(const duckdb::ErrorData& error,
                         const StatementContext& statement) {
  const arrow::Status ours = statement.error();
  if (!ours.ok()) return ours;
  arrow::Status theirs = FromDuckDB(error);
  if (core::KindOf(theirs) == ErrorKind::kCancelled) return theirs;
  if (error.Type() != ExceptionType::CATALOG) return theirs;
  const arrow::Status missing = statement.FindMissing(ExtraOf(error, "name"));
  const core::ErrorDetail* words = core::FindDetail(missing);
  if (words == nullptr) return missing.ok() ? theirs : missing;
  core::ErrorDetail detail = *words;
  detail.sql_position = core::FindDetail(theirs)->sql_position;
  return core::MakeError(std::move(detail), missing.message());
}

}  // namespace recurve::engine
