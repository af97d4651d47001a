// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "plan/condition.h"
#include "plan/predicate.h"

namespace recurve::plan {

/// How the cluster's selection compares with what SQL asks for.
enum class Exactness {
  kExact,     ///< exactly the rows for which the condition is true: nothing is left above
  kSuperset,  ///< all of those rows and perhaps more: the condition stays above the scan
  kNone,      ///< nothing can be said to the cluster: the condition stays above the scan
};

std::string_view ToString(Exactness exactness);

/// The decision about one condition. Both halves are always given: what goes down
/// (`predicate`; kAll for kNone) and, through `exactness`, whether the condition stays.
struct Pushed {
  Exactness exactness = Exactness::kNone;
  std::string text;  ///< the condition as SQL text
  std::string
      reason;  ///< why not exact, or what exactness rests on; may be empty for kExact
  Predicate predicate;
  /// Fields whose single-valuedness (but for lists; and, for keywords with ignore_above,
  /// whose lack of ignored values) the predicate's exactness rests on. The scan proves it
  /// on its own snapshot before it releases a row, and fails with kPushdownDisproved
  /// otherwise.
  std::vector<const catalog::Field*> proofs;
};

/// Clauses that all pushed conditions of a scan may take together. The cluster's default
/// is 1,024 (NumClauses); what is left of them is for the filter of an alias.
inline constexpr int64_t kMaxClauses = 1000;

/// Decide what of a condition the cluster can do, in at most `clauses_left` clauses.
///
/// Guarantee  for every document, exactly one of the following holds: the predicate's
/// verdict equals "the condition is true for the row" (kExact), follows from it
/// (kSuperset), or is not used (kNone). AND pushes its pushable children and is a
/// superset if one child is not exact; OR and NOT push only when all their children can
/// be pushed (NOT: exactly).
Pushed Push(const Condition& condition, int64_t clauses_left = kMaxClauses);

/// Decide what a condition on one child of nested objects says about the document.
/// `nested` are the nested fields around the child, outermost first.
///
/// Guarantee  the predicate selects every document that has a child for which the
///          condition is true (kSuperset), or is not used (kNone). Conditions that a
///          child of NULLs only could satisfy are not pushed: null is no child to the
///          cluster.
Pushed PushPerChild(const std::vector<const catalog::Field*>& nested,
                    const Condition& condition, int64_t clauses_left = kMaxClauses);

}  // namespace recurve::plan
