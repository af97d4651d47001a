// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "catalog/field.h"
#include "plan/condition.h"
#include "plan/predicate.h"

namespace recurve::plan {

/// Why comparisons with a field's values cannot be left to the cluster, or an empty
/// string if they can. A reason is a sentence part that follows "none: ".
///
/// A field passes when the cluster's index holds exactly the value that the column shows
/// for every document (docs/types.md, column "pushed").
std::string WhyNotComparable(const catalog::Field& field);

/// The same without a look at the field's type: whether queries find its values at all
/// and can be proved to find all of them.
std::string WhyNotFindable(const catalog::Field& field);

/// Why it is not certain, whatever is asked of a field, that the cluster can be asked
/// about all its values: it cannot be named, or values may be left out of index and doc
/// values untold. An empty string if it is. None of these three minds that a field is
/// inside a nested object.
std::string WhyIndexUncertain(const catalog::Field& field);

/// The field whose index answers conditions on a field: for text a keyword among its
/// multi-fields that passes WhyNotComparable, else the field itself.
const catalog::Field& IndexOf(const catalog::Field& field);

/// Why `exists` does not tell NULL from not NULL for a field, or an empty string.
std::string WhyNotTestableForNull(const catalog::Field& field);

/// Why a literal has no spelling that every cluster reads, or an empty string.
///
/// Source   years before 1: "-0004-..." is read by all, "-28164-..." by OpenSearch only,
///          negative epoch_millis not by some 7.x (elastic/elasticsearch#40983). Terms
///          of more than 32,766 bytes: refused by Elasticsearch 8.19.21, and never
///          indexed (IndexWriter.MAX_TERM_LENGTH).
std::string WhyNotSayable(const Literal& literal);

/// Documents whose single value of a comparable field stands in the given relation to a
/// literal. kNotEqual requires a value: NULL is not selected.
Predicate Compare(const catalog::Field& field, Comparison comparison,
                  const Literal& literal);

/// Documents that have one of the literals as their single value.
Predicate OneOf(const catalog::Field& field, const std::vector<Literal>& literals);

/// Documents whose single value of a comparable text field is one of a pattern's texts.
Predicate Matches(const catalog::Field& field, const TextPattern& pattern);

/// Documents that have a value.
Predicate Exists(const catalog::Field& field);

Predicate Not(Predicate predicate);

}  // namespace recurve::plan
