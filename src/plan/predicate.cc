// SPDX-License-Identifier: Apache-2.0
#include "plan/predicate.h"

#include <utility>

namespace recurve::plan {

Predicate And(std::vector<Predicate> children) {
  std::vector<Predicate> flat;
  for (Predicate& child : children) {
    if (child.kind == Predicate::Kind::kAll) continue;
    if (child.kind == Predicate::Kind::kAnd) {
      for (Predicate& inner : child.children) flat.push_back(std::move(inner));
    } else {
      flat.push_back(std::move(child));
    }
  }
  if (flat.empty()) return {};
  if (flat.size() == 1) return std::move(flat.front());
  Predicate conjunction;
  conjunction.kind = Predicate::Kind::kAnd;
  conjunction.children = std::move(flat);
  return conjunction;
}

}  // namespace recurve::plan
