// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "arrow/type_fwd.h"
#include "catalog/field.h"
#include "plan/aggregate_request.h"

namespace recurve::plan {

/// Why groups by a field's values are not the groups of SQL, or an empty string if they
/// are, provided that the field has one value per document. A reason is a sentence part
/// that follows "none: ".
///
/// A field passes when its doc values are exactly what its column shows, and two of them
/// are equal in SQL only if they are the same.
std::string WhyNotGroupable(const catalog::Field& field);

/// The same for a function over a field's values.
///
/// What depends on the values themselves is left to the scan, which proves it on its
/// snapshot and fails with kPushdownDisproved otherwise: the cluster computes in doubles,
/// so sums, minima and maxima of integers are exact below 2^53 only; sums of floating
/// numbers depend on the order of additions, to a degree that is only bounded when all
/// have one sign (docs/adr/0011).
std::string WhyNotAggregable(AggregateFunction function, const catalog::Field& field);

/// Type of an aggregate's column; see Aggregate::type.
std::shared_ptr<arrow::DataType> AggregateType(AggregateFunction function,
                                               const catalog::Field* field);

/// Whether a field holds whole numbers or floating ones (neither: texts, dates, ...).
bool IsInteger(const catalog::Field& field);
bool IsFloating(const catalog::Field& field);

}  // namespace recurve::plan
