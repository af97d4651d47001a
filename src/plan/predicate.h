// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "plan/condition.h"

namespace recurve::plan {

/// One end of a range; the value is in the field's own type.
struct Bound {
  Literal value;
  bool inclusive = true;
  bool operator==(const Bound&) const = default;
};

/// A set of documents in words the cluster can be asked in; two-valued, unlike SQL.
struct Predicate {
  enum class Kind {
    kAll,       ///< every document
    kNone,      ///< no document
    kTerms,     ///< documents with one of `values` in the field
    kRange,     ///< documents with a value between the bounds
    kExists,    ///< documents with any value in the field
    kMatches,   ///< documents with a value in the field that is one of pattern's texts
    kCircle,    ///< with a point at most values[2] metres from (values[0], values[1])
    kBox,       ///< with a point between values: top, left, bottom, right
    kFullText,  ///< documents that the cluster finds for `full_text`
    kNested,    ///< documents with a child below `field` that children[0] selects
    kAnd,
    kOr,
    kNot,  ///< documents that children[0] does not select
  };

  Kind kind = Kind::kAll;
  const catalog::Field* field = nullptr;
  std::vector<Literal> values;
  std::optional<Bound> lower;
  std::optional<Bound> upper;
  TextPattern pattern;
  std::optional<FullText> full_text;
  std::vector<Predicate> children;

  bool operator==(const Predicate&) const = default;
};

/// How many clauses a predicate takes where the cluster counts the most.
///
/// Source   indices.query.bool.max_clause_count. OpenSearch 2.19.6 counts those of the
///          whole query, two for a term or range of a number (index and doc values) and
///          one more for a negation; Elasticsearch 6.8.9 one for each clause of a bool.
int64_t NumClauses(const Predicate& predicate);

/// How many bools stand inside each other at most.
int64_t Depth(const Predicate& predicate);

/// Whether any part of the predicate is full text, negated or not.
bool HasFullText(const Predicate& predicate);

/// Whether any part of the predicate is about children of nested objects.
bool HasNested(const Predicate& predicate);

/// Whether a document's score depends on the predicate: full text that is not negated.
bool Scores(const Predicate& predicate);

/// Conjunction that leaves kAll out and flattens kAnd.
Predicate And(std::vector<Predicate> children);

}  // namespace recurve::plan
