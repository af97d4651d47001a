// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "catalog/field.h"
#include "plan/condition.h"
#include "plan/predicate.h"

namespace recurve::plan {

/// Why the cluster cannot be asked where a field's points are, or an empty string.
std::string WhyNotLocatable(const catalog::Field& field);

/// Why a query about points gives more documents than the condition has.
std::string WhyNear(const catalog::Field& field);

/// Documents among which are those that satisfy a condition on the place of a point
/// (kDistance, kWithinBox), or for which it is false; nothing if that cannot be said.
///
/// Guarantee  no document that satisfies it is left out, provided that the field has one
///            point per document. Boxes and circles are wider by more than what moves a
///            point in the index (8.4e-8 degrees: 32 bits a coordinate, Lucene 9's
///            GeoEncodingUtils) and than what two formulas of an arc differ by (0.4 m:
///            Lucene's SloppyMath.haversinMeters, "error of at most 40 cm").
std::optional<Predicate> Around(const Condition& condition, bool truth);

}  // namespace recurve::plan
