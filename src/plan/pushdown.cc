// SPDX-License-Identifier: Apache-2.0
#include "plan/pushdown.h"

#include <algorithm>
#include <utility>

#include "fmt/format.h"
#include "plan/field_rules.h"

namespace recurve::plan {

namespace {

using Kind = Condition::Kind;

// The documents for which a condition has a given truth value. SQL's third value is why
// "true" and "false" are translated apart: NOT is never put around a translation of
// "true".
struct Selection {
  Exactness exactness = Exactness::kExact;
  Predicate predicate;
  std::string reason;
  std::vector<const catalog::Field*> proofs;
};

Selection Unpushed(std::string reason) {
  return {Exactness::kNone, {}, std::move(reason), {}};
}

Comparison Opposite(Comparison comparison) {
  switch (comparison) {
    case Comparison::kEqual:
      return Comparison::kNotEqual;
    case Comparison::kNotEqual:
      return Comparison::kEqual;
    case Comparison::kLess:
      return Comparison::kGreaterEqual;
    case Comparison::kLessEqual:
      return Comparison::kGreater;
    case Comparison::kGreater:
      return Comparison::kLessEqual;
    case Comparison::kGreaterEqual:
      return Comparison::kLess;
  }
  return comparison;
}

// index.max_terms_count (Elasticsearch reference, "Index modules").
constexpr size_t kMaxTerms = 65536;

// indices.query.bool.max_nested_depth is 20 at first (Elasticsearch 7.17 and 8.0), later
// 30; what is left is for the search around it and for the filter of an alias.
constexpr int64_t kMaxDepth = 12;

Selection SelectLeaf(const Condition& condition, bool truth) {
  const catalog::Field& field = IndexOf(*condition.field);
  const bool null_test =
      condition.kind == Kind::kIsNull || condition.kind == Kind::kIsNotNull;
  std::string obstacle =
      null_test ? WhyNotTestableForNull(field) : WhyNotComparable(field);
  if (!obstacle.empty()) return Unpushed(std::move(obstacle));
  if (condition.literals.size() > kMaxTerms) {
    return Unpushed(fmt::format("a list of {} values is longer than a terms query takes",
                                condition.literals.size()));
  }

  for (const Literal& literal : condition.literals) {
    obstacle = WhyNotSayable(literal);
    if (!obstacle.empty()) return Unpushed(std::move(obstacle));
  }

  const bool is_constant = !field.constants.empty();
  if (is_constant && condition.kind == Kind::kCompare &&
      condition.comparison != Comparison::kEqual &&
      condition.comparison != Comparison::kNotEqual) {
    return Unpushed(
        fmt::format("{} is a constant_keyword, which has no ranges", field.path));
  }

  Selection selection;
  // All documents of an index have its constant, once.
  if (!is_constant) selection.proofs = {&field};
  switch (condition.kind) {
    case Kind::kIsNull:
      selection.predicate = truth ? Not(Exists(field)) : Exists(field);
      break;
    case Kind::kIsNotNull:
      selection.predicate = truth ? Exists(field) : Not(Exists(field));
      break;
    case Kind::kIn: {
      Predicate any = OneOf(field, condition.literals);
      selection.predicate =
          truth ? std::move(any) : And({Exists(field), Not(std::move(any))});
      break;
    }
    default:
      selection.predicate =
          Compare(field, truth ? condition.comparison : Opposite(condition.comparison),
                  condition.literals.front());
  }
  return selection;
}

void TakeProofs(Selection& into, Selection& from) {
  for (const catalog::Field* field : from.proofs) {
    if (std::ranges::find(into.proofs, field) == into.proofs.end()) {
      into.proofs.push_back(field);
    }
  }
}

// All parts hold: parts that cannot be pushed are left out, which makes a superset.
Selection SelectAll(std::vector<Selection> parts) {
  Selection all;
  std::vector<Predicate> predicates;
  bool any_pushed = false;
  for (Selection& part : parts) {
    if (part.exactness != Exactness::kExact) {
      if (all.reason.empty()) all.reason = part.reason;
      all.exactness = Exactness::kSuperset;
    }
    if (part.exactness == Exactness::kNone) continue;
    any_pushed = true;
    TakeProofs(all, part);
    predicates.push_back(std::move(part.predicate));
  }
  if (!any_pushed) return Unpushed(std::move(all.reason));
  all.predicate = And(std::move(predicates));
  return all;
}

// At least one part holds: one part that cannot be pushed forbids the whole.
Selection SelectAny(std::vector<Selection> parts) {
  Selection any;
  any.predicate.kind = Predicate::Kind::kOr;
  for (Selection& part : parts) {
    if (part.exactness == Exactness::kNone) return Unpushed(std::move(part.reason));
    if (part.exactness == Exactness::kSuperset) {
      any.exactness = Exactness::kSuperset;
      if (any.reason.empty()) any.reason = part.reason;
    }
    TakeProofs(any, part);
    any.predicate.children.push_back(std::move(part.predicate));
  }
  return any;
}

Selection Select(const Condition& condition, bool truth) {
  switch (condition.kind) {
    case Kind::kOpaque:
      return Unpushed(condition.reason);
    case Kind::kNot:
      return Select(condition.children.front(), !truth);
    case Kind::kAnd:
    case Kind::kOr: {
      std::vector<Selection> parts;
      for (const Condition& child : condition.children) {
        parts.push_back(Select(child, truth));
      }
      return (condition.kind == Kind::kAnd) == truth ? SelectAll(std::move(parts))
                                                     : SelectAny(std::move(parts));
    }
    default:
      return SelectLeaf(condition, truth);
  }
}

}  // namespace

std::string_view ToString(Exactness exactness) {
  switch (exactness) {
    case Exactness::kExact:
      return "exact";
    case Exactness::kSuperset:
      return "superset";
    case Exactness::kNone:
      return "none";
  }
  return "none";
}

Pushed Push(const Condition& condition, int64_t clauses_left) {
  Selection selection = Select(condition, /*truth=*/true);
  if (const int64_t num_clauses = NumClauses(selection.predicate);
      selection.exactness != Exactness::kNone && num_clauses > clauses_left) {
    selection = Unpushed(
        fmt::format("its {} clauses are more than the {} that a query has left for it",
                    num_clauses, clauses_left));
  }
  if (Depth(selection.predicate) > kMaxDepth) {
    selection = Unpushed("it is nested deeper than a query may be");
  }
  Pushed pushed;
  pushed.exactness = selection.exactness;
  pushed.text = condition.text;
  pushed.reason = std::move(selection.reason);
  if (pushed.exactness == Exactness::kNone) return pushed;
  pushed.predicate = std::move(selection.predicate);
  pushed.proofs = std::move(selection.proofs);
  if (pushed.exactness == Exactness::kExact && !pushed.proofs.empty()) {
    pushed.reason = "checked on the snapshot: at most one value per document in";
    for (const catalog::Field* field : pushed.proofs) {
      pushed.reason += fmt::format(" {}", field->path);
    }
  }
  return pushed;
}

}  // namespace recurve::plan
