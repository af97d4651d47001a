// SPDX-License-Identifier: Apache-2.0
#include "core/error_detail.h"
#include "engine/duckdb_error_internal.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace recurve::engine {
namespace {

using core::ErrorKind;
using duckdb::ExceptionType;

struct ErrorCase {
  ExceptionType type;
  const char* subtype;
  ErrorKind kind;
};

TEST(DuckDBError, MapsEveryTypeThatAStatementCanProvoke) {
  for (const ErrorCase& expected : {
           ErrorCase{ExceptionType::PARSER, "", ErrorKind::kInvalidSql},
           {ExceptionType::SYNTAX, "", ErrorKind::kInvalidSql},
           {ExceptionType::BINDER, "", ErrorKind::kInvalidSql},
           {ExceptionType::BINDER, "COLUMN_NOT_FOUND", ErrorKind::kNotFound},
           {ExceptionType::BINDER, "NO_MATCHING_FUNCTION", ErrorKind::kInvalidSql},
           {ExceptionType::CATALOG, "MISSING_ENTRY", ErrorKind::kNotFound},
           {ExceptionType::CATALOG, "", ErrorKind::kInvalidSql},
           {ExceptionType::CONVERSION, "", ErrorKind::kInvalidSql},
           {ExceptionType::OUT_OF_RANGE, "", ErrorKind::kInvalidSql},
           {ExceptionType::DIVIDE_BY_ZERO, "", ErrorKind::kInvalidSql},
           {ExceptionType::INVALID_INPUT, "", ErrorKind::kInvalidSql},
           {ExceptionType::MISMATCH_TYPE, "", ErrorKind::kInvalidSql},
           {ExceptionType::PARAMETER_NOT_RESOLVED, "", ErrorKind::kInvalidSql},
           {ExceptionType::NOT_IMPLEMENTED, "", ErrorKind::kUnsupported},
           {ExceptionType::PERMISSION, "", ErrorKind::kUnsupported},
           {ExceptionType::MISSING_EXTENSION, "", ErrorKind::kUnsupported},
           {ExceptionType::OUT_OF_MEMORY, "", ErrorKind::kMemory},
           {ExceptionType::INTERRUPT, "", ErrorKind::kCancelled},
           {ExceptionType::IO, "", ErrorKind::kInternal},
           {ExceptionType::INTERNAL, "", ErrorKind::kInternal},
           {ExceptionType::FATAL, "", ErrorKind::kUnavailable},
       }) {
    duckdb::unordered_map<duckdb::string, duckdb::string> extra;
    if (*expected.subtype != '\0') extra["error_subtype"] = expected.subtype;
    const duckdb::Exception exception(extra, expected.type, "words");
    EXPECT_EQ(core::KindOf(FromDuckDB(duckdb::ErrorData(exception))), expected.kind)
        << duckdb::Exception::ExceptionTypeToString(expected.type) << " "
        << expected.subtype;
  }
}

TEST(DuckDBError, KeepsThePositionAndTheFirstWords) {
  const duckdb::BinderException exception({{"position", "12"}},
                                          "no such thing\n\nLINE 1: SELECT\n    ^");
  const arrow::Status status = FromDuckDB(duckdb::ErrorData(exception));
  EXPECT_EQ(status.message(), "no such thing");
  EXPECT_EQ(core::FindDetail(status)->sql_position, 12);
  const duckdb::InternalException internal("broken\n\nStack Trace:\n/usr/lib/x.so");
  EXPECT_EQ(FromDuckDB(duckdb::ErrorData(internal)).message(), "broken");
  const duckdb::OutOfMemoryException memory(
      "too much\n\nPossible solutions:\n* Reducing the number of threads");
  EXPECT_EQ(FromDuckDB(duckdb::ErrorData(memory)).message(),
            "too much; the setting is engine.memory_limit");
}

}  // namespace
}  // namespace recurve::engine
