// SPDX-License-Identifier: Apache-2.0
#include "service/sql_info.h"

#include <vector>

#include "arrow/config.h"

namespace recurve::service {

namespace {

using arrow::flight::sql::SqlInfoOptions;
using Words = std::vector<std::string>;

// Grammar: minimum, core and extended. ANSI 92: entry, intermediate. Outer joins: limited
// and full. GROUP BY: unrelated and beyond select. Subqueries: comparisons, exists, in,
// quantified. Unions: union and union all. Result sets: forward only. Each is a bit mask.
constexpr int32_t kGrammar = 0b111;
constexpr int32_t kAnsi92 = 0b11;
constexpr int32_t kOuterJoins = 0b110;
constexpr int32_t kGroupBy = 0b11;
constexpr int32_t kSubqueries = 0b1111;
constexpr int32_t kUnions = 0b11;
constexpr int32_t kForwardOnly = 0b10;
// Where a catalog or schema name may stand: in queries only.
constexpr int32_t kNamesInQueries = 0;

Words Keywords() {
  return {"ANTI",   "ASOF",  "DESCRIBE", "EXCLUDE",   "EXPLAIN", "GLOB",
          "ILIKE",  "LIMIT", "OFFSET",   "PIVOT",     "QUALIFY", "REPLACE",
          "SAMPLE", "SEMI",  "SHOW",     "SUMMARIZE", "UNNEST",  "UNPIVOT"};
}

Words NumericFunctions() {
  return {"ABS",     "ACOS",   "ASIN",  "ATAN", "ATAN2", "CEILING", "COS", "COT",
          "DEGREES", "EXP",    "FLOOR", "LOG",  "LOG10", "MOD",     "PI",  "POWER",
          "RADIANS", "RANDOM", "ROUND", "SIGN", "SIN",   "SQRT",    "TAN", "TRUNC"};
}

Words StringFunctions() {
  return {"ASCII", "CHR",   "CONCAT",    "LCASE",  "LEFT",    "LENGTH",  "LOWER",
          "LPAD",  "LTRIM", "POSITION",  "REPEAT", "REPLACE", "REVERSE", "RIGHT",
          "RPAD",  "RTRIM", "SUBSTRING", "TRIM",   "UCASE",   "UPPER"};
}

Words SystemFunctions() { return {"COALESCE", "IFNULL", "NULLIF"}; }

Words DatetimeFunctions() {
  return {"CURRENT_DATE", "CURRENT_TIMESTAMP",
          "DATE_DIFF",    "DATE_PART",
          "DATE_TRUNC",   "DAYNAME",
          "DAYOFMONTH",   "DAYOFWEEK",
          "DAYOFYEAR",    "EXTRACT",
          "HOUR",         "MINUTE",
          "MONTH",        "MONTHNAME",
          "NOW",          "QUARTER",
          "SECOND",       "WEEK",
          "YEAR"};
}

// What CAST converts: everything named to text, and the numbers among themselves.
std::unordered_map<int32_t, std::vector<int32_t>> Conversions() {
  using enum SqlInfoOptions::SqlSupportsConvert;
  const std::vector<int32_t> numbers = {
      SQL_CONVERT_BIGINT,   SQL_CONVERT_DECIMAL, SQL_CONVERT_FLOAT,
      SQL_CONVERT_INTEGER,  SQL_CONVERT_NUMERIC, SQL_CONVERT_REAL,
      SQL_CONVERT_SMALLINT, SQL_CONVERT_TINYINT, SQL_CONVERT_VARCHAR};
  std::unordered_map<int32_t, std::vector<int32_t>> map;
  for (const int32_t number : numbers) map[number] = numbers;
  map[SQL_CONVERT_VARCHAR].insert(
      map[SQL_CONVERT_VARCHAR].end(),
      {SQL_CONVERT_BIT, SQL_CONVERT_DATE, SQL_CONVERT_TIME, SQL_CONVERT_TIMESTAMP});
  map[SQL_CONVERT_BIT] = {SQL_CONVERT_INTEGER, SQL_CONVERT_VARCHAR};
  map[SQL_CONVERT_DATE] = {SQL_CONVERT_TIMESTAMP, SQL_CONVERT_VARCHAR};
  map[SQL_CONVERT_TIME] = {SQL_CONVERT_VARCHAR};
  map[SQL_CONVERT_TIMESTAMP] = {SQL_CONVERT_DATE, SQL_CONVERT_TIME, SQL_CONVERT_VARCHAR};
  return map;
}

}  // namespace

arrow::flight::sql::SqlInfoResultMap MakeSqlInfo(const std::string& version) {
  using enum SqlInfoOptions::SqlInfo;
  const int32_t none = 0;
  arrow::flight::sql::SqlInfoResultMap info = {
      {FLIGHT_SQL_SERVER_NAME, std::string("Recurve")},
      {FLIGHT_SQL_SERVER_VERSION, version},
      {FLIGHT_SQL_SERVER_ARROW_VERSION, std::string(ARROW_VERSION_STRING)},
      {FLIGHT_SQL_SERVER_READ_ONLY, true},
      {FLIGHT_SQL_SERVER_SQL, true},
      {FLIGHT_SQL_SERVER_SUBSTRAIT, false},
      {FLIGHT_SQL_SERVER_SUBSTRAIT_MIN_VERSION, std::string()},
      {FLIGHT_SQL_SERVER_SUBSTRAIT_MAX_VERSION, std::string()},
      {FLIGHT_SQL_SERVER_TRANSACTION, none},
      {FLIGHT_SQL_SERVER_CANCEL, false},
      {FLIGHT_SQL_SERVER_BULK_INGESTION, false},
      {FLIGHT_SQL_SERVER_INGEST_TRANSACTIONS_SUPPORTED, false},
      {FLIGHT_SQL_SERVER_STATEMENT_TIMEOUT, none},
      {FLIGHT_SQL_SERVER_TRANSACTION_TIMEOUT, none},
      {SQL_DDL_CATALOG, false},
      {SQL_DDL_SCHEMA, false},
      {SQL_DDL_TABLE, false},
      {SQL_IDENTIFIER_CASE,
       int64_t{SqlInfoOptions::SQL_CASE_SENSITIVITY_CASE_INSENSITIVE}},
      {SQL_IDENTIFIER_QUOTE_CHAR, std::string("\"")},
      {SQL_QUOTED_IDENTIFIER_CASE,
       int64_t{SqlInfoOptions::SQL_CASE_SENSITIVITY_CASE_INSENSITIVE}},
      {SQL_ALL_TABLES_ARE_SELECTABLE, true},
      {SQL_NULL_ORDERING, int64_t{SqlInfoOptions::SQL_NULLS_SORTED_AT_END}},
      {SQL_KEYWORDS, Keywords()},
      {SQL_NUMERIC_FUNCTIONS, NumericFunctions()},
      {SQL_STRING_FUNCTIONS, StringFunctions()},
      {SQL_SYSTEM_FUNCTIONS, SystemFunctions()},
      {SQL_DATETIME_FUNCTIONS, DatetimeFunctions()},
      {SQL_SEARCH_STRING_ESCAPE, std::string("\\")},
      {SQL_EXTRA_NAME_CHARACTERS, std::string()},
      {SQL_SUPPORTS_COLUMN_ALIASING, true},
      {SQL_NULL_PLUS_NULL_IS_NULL, true},
      {SQL_SUPPORTS_CONVERT, Conversions()},
      {SQL_SUPPORTS_TABLE_CORRELATION_NAMES, true},
      {SQL_SUPPORTS_DIFFERENT_TABLE_CORRELATION_NAMES, false},
      {SQL_SUPPORTS_EXPRESSIONS_IN_ORDER_BY, true},
      {SQL_SUPPORTS_ORDER_BY_UNRELATED, true},
      {SQL_SUPPORTED_GROUP_BY, kGroupBy},
      {SQL_SUPPORTS_LIKE_ESCAPE_CLAUSE, true},
      {SQL_SUPPORTS_NON_NULLABLE_COLUMNS, false},
      {SQL_SUPPORTED_GRAMMAR, kGrammar},
      {SQL_ANSI92_SUPPORTED_LEVEL, kAnsi92},
      {SQL_SUPPORTS_INTEGRITY_ENHANCEMENT_FACILITY, false},
      {SQL_OUTER_JOINS_SUPPORT_LEVEL, kOuterJoins},
      {SQL_SCHEMA_TERM, std::string("schema")},
      {SQL_PROCEDURE_TERM, std::string("procedure")},
      {SQL_CATALOG_TERM, std::string("cluster")},
      {SQL_CATALOG_AT_START, true},
      {SQL_SCHEMAS_SUPPORTED_ACTIONS, kNamesInQueries},
      {SQL_CATALOGS_SUPPORTED_ACTIONS, kNamesInQueries},
      {SQL_SUPPORTED_POSITIONED_COMMANDS, none},
      {SQL_SELECT_FOR_UPDATE_SUPPORTED, false},
      {SQL_STORED_PROCEDURES_SUPPORTED, false},
      {SQL_SUPPORTED_SUBQUERIES, kSubqueries},
      {SQL_CORRELATED_SUBQUERIES_SUPPORTED, true},
      {SQL_SUPPORTED_UNIONS, kUnions},
      {SQL_MAX_ROW_SIZE_INCLUDES_BLOBS, false},
      {SQL_DEFAULT_TRANSACTION_ISOLATION, int64_t{0}},
      {SQL_TRANSACTIONS_SUPPORTED, false},
      {SQL_SUPPORTED_TRANSACTIONS_ISOLATION_LEVELS, none},
      {SQL_DATA_DEFINITION_CAUSES_TRANSACTION_COMMIT, false},
      {SQL_DATA_DEFINITIONS_IN_TRANSACTIONS_IGNORED, false},
      {SQL_SUPPORTED_RESULT_SET_TYPES, kForwardOnly},
      {SQL_SUPPORTED_CONCURRENCIES_FOR_RESULT_SET_UNSPECIFIED, none},
      {SQL_SUPPORTED_CONCURRENCIES_FOR_RESULT_SET_FORWARD_ONLY, int32_t{0b10}},
      {SQL_SUPPORTED_CONCURRENCIES_FOR_RESULT_SET_SCROLL_SENSITIVE, none},
      {SQL_SUPPORTED_CONCURRENCIES_FOR_RESULT_SET_SCROLL_INSENSITIVE, none},
      {SQL_BATCH_UPDATES_SUPPORTED, false},
      {SQL_SAVEPOINTS_SUPPORTED, false},
      {SQL_NAMED_PARAMETERS_SUPPORTED, false},
      {SQL_LOCATORS_UPDATE_COPY, false},
      {SQL_STORED_FUNCTIONS_USING_CALL_SYNTAX_SUPPORTED, false},
  };
  // The maxima of names, lengths and numbers of things; 0 means no limit or unknown.
  for (int32_t code = SQL_MAX_BINARY_LITERAL_LENGTH; code <= SQL_MAX_USERNAME_LENGTH;
       ++code) {
    info.emplace(code, int64_t{0});
  }
  return info;
}

}  // namespace recurve::service
