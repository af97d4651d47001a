// SPDX-License-Identifier: Apache-2.0
#include "plan/predicate.h"

#include <algorithm>
#include <utility>

namespace recurve::plan {

int64_t NumClauses(const Predicate& predicate) {
  int64_t num_clauses = 0;
  for (const Predicate& child : predicate.children) num_clauses += NumClauses(child);
  switch (predicate.kind) {
    case Predicate::Kind::kTerms:
    case Predicate::Kind::kMatches:
    case Predicate::Kind::kRange:
    case Predicate::Kind::kCircle:
    case Predicate::Kind::kBox:
      return 2;
    case Predicate::Kind::kAll:
    case Predicate::Kind::kNone:
    case Predicate::Kind::kExists:
    case Predicate::Kind::kFullText:
      return 1;
    case Predicate::Kind::kNot:
    case Predicate::Kind::kNested:
      return num_clauses + 1;
    case Predicate::Kind::kAnd:
    case Predicate::Kind::kOr:
      return num_clauses;
  }
  return num_clauses;
}

int64_t Depth(const Predicate& predicate) {
  int64_t depth = 0;
  for (const Predicate& child : predicate.children) {
    depth = std::max(depth, Depth(child));
  }
  return predicate.children.empty() ? 0 : depth + 1;
}

bool HasFullText(const Predicate& predicate) {
  return predicate.kind == Predicate::Kind::kFullText ||
         std::ranges::any_of(predicate.children, HasFullText);
}

bool HasNested(const Predicate& predicate) {
  return predicate.kind == Predicate::Kind::kNested ||
         std::ranges::any_of(predicate.children, HasNested);
}

bool Scores(const Predicate& predicate) {
  switch (predicate.kind) {
    case Predicate::Kind::kFullText:
      return true;
    case Predicate::Kind::kAnd:
    case Predicate::Kind::kOr:
      return std::ranges::any_of(predicate.children, Scores);
    default:
      return false;
  }
}

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
