// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "catalog/field.h"
#include "plan/condition.h"
#include "plan/predicate.h"
#include "plan/pushdown.h"

namespace recurve::plan {

/// The documents for which a condition has a given truth value. SQL's third value is why
/// "true" and "false" are translated apart: NOT is never put around a translation of
/// "true".
struct Selection {
  Exactness exactness = Exactness::kExact;
  Predicate predicate;
  std::string reason;
  std::vector<const catalog::Field*> proofs;
};

/// Nothing is left to the cluster.
Selection Unpushed(std::string reason);

/// A condition on one field, whatever its kind but kFullText, kDistance and kWithinBox.
/// `per_child`: on a field of one child of nested objects.
Selection SelectLeaf(const Condition& condition, bool truth, bool per_child);

/// kDistance and kWithinBox.
Selection SelectPlace(const Condition& condition, bool truth);

}  // namespace recurve::plan
