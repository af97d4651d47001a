// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "catalog/field.h"
#include "plan/condition.h"
#include "plan/predicate.h"

namespace recurve::plan {

/// Why the cluster cannot be asked which lists hold an element, or an empty string.
///
/// A list passes when the index has all of its elements as the column shows them
/// (docs/types.md, "Lists").
std::string WhyNotSearchable(const catalog::Field& list);

/// Why the lists without any element in the index are not known to hold all that are
/// NULL, or an empty string.
std::string WhyNotNullSuperset(const catalog::Field& list);

/// What the scan has to prove of a list before an element that is not found is not there.
std::vector<const catalog::Field*> ProofsOfElements(const catalog::Field& list);

/// Documents whose list holds one of the literals.
Predicate HoldsAny(const catalog::Field& list, const std::vector<Literal>& literals);

/// Documents whose list holds each of the literals.
Predicate HoldsAll(const catalog::Field& list, const std::vector<Literal>& literals);

}  // namespace recurve::plan
