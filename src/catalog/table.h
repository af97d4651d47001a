// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "arrow/type_fwd.h"
#include "catalog/field.h"

namespace recurve::catalog {

/// Columns that every table has beside its mapping; never part of `SELECT *`.
enum class VirtualColumn { kId, kIndex };

/// Name of a virtual column in SQL: "_id", "_index". Both are non-null utf8.
std::string_view ToString(VirtualColumn column);

/// One primary shard to read: the unit of parallel reading.
struct Shard {
  std::string index;  ///< concrete index name
  int number = 0;
  /// JSON text of the alias filter that applies to this index, empty if none.
  std::string alias_filter;
  bool operator==(const Shard&) const = default;
};

/// What one table name (index, alias, data stream or pattern) stands for, at one moment.
///
/// Immutable and shared: a statement keeps the table it was planned with.
struct Table {
  std::string name;           ///< as the user wrote it: "orders", "logs-*", "a,b"
  std::vector<Field> fields;  ///< top level, in mapping order, merged over all indices
  std::shared_ptr<arrow::Schema>
      schema;                 ///< one nullable Arrow field per entry of `fields`
  std::vector<Shard> shards;  ///< one per primary shard of every index behind the name
  int64_t max_result_window =
      10000;  ///< smallest `index.max_result_window` of the indices

  /// The field at a dotted path, or nullptr. Names with dots inside are matched too.
  const Field* Find(std::string_view path) const;
};

using TablePtr = std::shared_ptr<const Table>;

}  // namespace recurve::catalog
