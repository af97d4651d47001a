// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "arrow/type_fwd.h"
#include "catalog/field.h"
#include "core/column_shape.h"

namespace recurve::catalog {

/// Columns that every table has beside its mapping; never part of `SELECT *`.
enum class VirtualColumn {
  kId,       ///< "_id", utf8, never null
  kIndex,    ///< "_index", utf8, never null
  kSource,   ///< "_source", utf8
  kIgnored,  ///< "_ignored", list of utf8; null where nothing was ignored
  kScore,    ///< "_score", float32; null without a full-text condition
};

/// Name of a virtual column in SQL, and its type.
std::string_view ToString(VirtualColumn column);
std::shared_ptr<arrow::DataType> TypeOf(VirtualColumn column);

/// One primary shard to read: the unit of parallel reading.
struct Shard {
  std::string index;  ///< concrete index name
  int number = 0;
  /// JSON text of the alias filter that applies to this index, empty if none.
  std::string alias_filter;
  bool operator==(const Shard&) const = default;
};

/// Columns before any shape was declared and any column left out.
struct MappedColumns {
  std::vector<Field> fields;
  std::vector<Field> hidden;
  std::shared_ptr<arrow::Schema> schema;
};

/// What one table name (index, alias, data stream or pattern) stands for, at one moment.
///
/// Immutable and shared: a statement keeps the table it was planned with.
struct Table {
  std::string cluster;        ///< its name in SQL and in the configuration, for messages
  std::string name;           ///< as the user wrote it: "orders", "logs-*", "a,b"
  std::vector<Field> fields;  ///< top level, in mapping order, merged over all indices
  std::shared_ptr<arrow::Schema>
      schema;  ///< one nullable Arrow field per entry of `fields`
  /// Columns that `SELECT *` leaves out and SQL calls by their full path, which is their
  /// `name`: members of objects, multi-fields, aliases, and what cannot stand where its
  /// path says.
  std::vector<Field> hidden;
  core::ColumnShapes shapes;  ///< lists and JSON text among `fields`, by declaration
  /// Columns that nothing is declared about are lists where that can be proved.
  bool lists_by_proof = false;
  /// Fields and schema as the mapping alone gives them; null where `fields` are these.
  std::shared_ptr<const MappedColumns> mapped;
  std::vector<Shard> shards;  ///< one per primary shard of every index behind the name
  int64_t max_result_window =
      10000;  ///< smallest `index.max_result_window` of the indices
  /// Some document may hold a value that its index did not take in, because the field was
  /// mapped later (`dynamic: false` or `runtime`, fields beyond the limit).
  bool keeps_unmapped_values = false;

  /// The schema that the mapping alone gives.
  const std::shared_ptr<arrow::Schema>& mapped_schema() const {
    return mapped ? mapped->schema : schema;
  }

  /// The field at a dotted path, or nullptr. Names with dots inside are matched too;
  /// hidden columns are not.
  const Field* Find(std::string_view path) const;
};

using TablePtr = std::shared_ptr<const Table>;

}  // namespace recurve::catalog
