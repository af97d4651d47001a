// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "arrow/type_fwd.h"
#include "catalog/table.h"
#include "plan/predicate.h"
#include "plan/scan_request.h"

namespace recurve::plan {

/// Stretches of time, UTC, by which instants are grouped; the key is their beginning.
struct DateBucket {
  enum class Unit {
    kSeconds,  ///< `seconds` each, counted from the epoch
    kWeek,     ///< from Monday
    kMonth,
    kQuarter,
    kYear,
  };
  Unit unit = Unit::kSeconds;
  int64_t seconds = 1;  ///< of kSeconds only
  bool operator==(const DateBucket&) const = default;
};

/// A column by whose values rows are grouped; NULL is a group of its own.
struct GroupKey {
  std::string name;
  const catalog::Field* field = nullptr;
  std::optional<DateBucket> bucket;  ///< of a `date` field
  std::shared_ptr<arrow::DataType> type;
};

enum class AggregateFunction {
  kCountRows,  ///< COUNT(*)
  kCount,      ///< COUNT(field): rows with a value
  kSum,        ///< NULL over no values, as the three below
  kAvg,
  kMin,  ///< of booleans: bool_and
  kMax,  ///< of booleans: bool_or
  /// COUNT(DISTINCT field); then all aggregates of a request are this one.
  kCountDistinct,
};

std::string_view ToString(AggregateFunction function);

/// One value per group, over the rows of the group for which `filter` holds.
struct Aggregate {
  std::string name;
  AggregateFunction function = AggregateFunction::kCountRows;
  const catalog::Field* field = nullptr;  ///< null for kCountRows
  Predicate filter;
  /// int64 for counts and for sums of integers, double for averages and other sums, the
  /// field's own type for kMin and kMax.
  std::shared_ptr<arrow::DataType> type;
};

/// Groups of one table: a row per distinct combination of keys among the rows that
/// `filter` selects, in no particular order. Without keys: one row, also over no rows.
struct AggregateRequest {
  catalog::TablePtr table;
  std::vector<GroupKey> keys;
  std::vector<Aggregate> aggregates;
  Predicate filter;
  std::vector<const catalog::Field*> proofs;  ///< see Pushed::proofs
  /// The groups will be merged: their floating sums have to be of one sign over all.
  bool merged = false;
  Road road = Road::kAuto;  ///< kSource: by searches; kEsql: by ES|QL, however few rows
};

/// Whether what is asked for holds only with a proof over all groups together.
bool NeedsTotals(const AggregateRequest& request);

/// The floating fields that SUM and AVG of a request are over, each once.
std::vector<const catalog::Field*> AddedFloats(const AggregateRequest& request);

/// MIN and MAX of each field over a whole table, one after the other.
AggregateRequest ExtremesOf(const catalog::TablePtr& table,
                            const std::vector<const catalog::Field*>& fields);

/// The field whose distinct values a request counts, or null.
const catalog::Field* CountedDistinct(const AggregateRequest& request);

/// Arrow schema of the batches: keys, then aggregates; every column is nullable.
std::shared_ptr<arrow::Schema> OutputSchema(const AggregateRequest& request);

}  // namespace recurve::plan
