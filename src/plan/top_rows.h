// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "catalog/table.h"
#include "plan/pushdown.h"

namespace recurve::plan {

/// One key of an ORDER BY: a leaf field with one value per document.
struct SortKey {
  const catalog::Field* field = nullptr;  ///< owned by the catalog table
  bool descending = false;
  bool nulls_first = false;
  bool operator==(const SortKey&) const = default;
};

/// Decide whether the cluster can pick the first `num_rows` rows by these keys; the
/// verdict's predicate is kAll, `text` is left to the caller.
///
/// Guarantee  kExact: the rows that one search for `num_rows` hits, sorted by the keys,
/// gives are first rows in SQL's order too (rows that tie at the cut are any of them),
/// provided the proofs hold and no document has a key's NullStandIn. Else kNone.
///
/// Source   index.max_result_window bounds the hits of a search (Elasticsearch reference,
///          "Paginate search results"). Lucene sorts keywords by their UTF-8 bytes, as
///          DuckDB does, and -0.0 before 0.0, which DuckDB does not.
Pushed PushOrder(const std::vector<SortKey>& keys, int64_t num_rows,
                 const catalog::Table& table);

/// The number that the cluster sorts documents without a value as, if a document could
/// have it: it would tie with NULL, which SQL keeps apart.
///
/// Source   Elasticsearch's IndexFieldData.XFieldComparatorSource.missingObject:
///          `_first` and `_last` are the smallest or largest value of the type that the
///          sort compares with, which for floating types is an infinity and for keywords
///          no value at all. Integers are compared as long or, lately, as int.
std::optional<Literal> NullStandIn(const SortKey& key);

}  // namespace recurve::plan
