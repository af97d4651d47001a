// SPDX-License-Identifier: Apache-2.0
#include "plan/pushdown.h"

#include <algorithm>
#include <utility>

#include "fmt/format.h"
#include "plan/approximate_rules.h"
#include "plan/field_rules.h"
#include "plan/geo_rules.h"
#include "plan/list_rules.h"

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

// indices.query.bool.max_nested_depth is 20 at first (Elasticsearch 7.17 and 8.0), later
// 30; what is left is for the search around it and for the filter of an alias.
constexpr int64_t kMaxDepth = 12;

// Documents among which are those that satisfy a condition on an approximate field.
Selection SelectApproximately(const Condition& condition, bool truth) {
  const catalog::Field& field = *condition.field;
  Selection selection;
  selection.exactness = Exactness::kSuperset;
  selection.reason = WhyApproximate(field);
  selection.proofs = {&field};
  const bool negated_list = condition.kind == Kind::kIn && !truth;
  if (negated_list || condition.kind == Kind::kMatches) {
    return Unpushed(std::move(selection.reason));
  }
  const bool list = condition.kind == Kind::kIn;
  const Comparison comparison = list    ? Comparison::kEqual
                                : truth ? condition.comparison
                                        : Opposite(condition.comparison);
  selection.predicate.kind = Predicate::Kind::kOr;
  for (const Literal& literal : condition.literals) {
    auto near = Approximately(field, comparison, literal);
    if (!near) return Unpushed(std::move(selection.reason));
    selection.predicate.children.push_back(*std::move(near));
  }
  if (selection.predicate.children.size() == 1) {
    Predicate only = std::move(selection.predicate.children.front());
    selection.predicate = std::move(only);
  }
  return selection;
}

// Documents among which are those that satisfy a comparison with a field that has no doc
// values. One that has other values beside is read, and refused there.
Selection SelectUnproved(const Condition& condition, const catalog::Field& field,
                         bool truth) {
  std::string reason = fmt::format(
      "{} has no doc values, so that it has one value per document is not proved",
      field.path);
  for (const Literal& literal : condition.literals) {
    std::string obstacle = WhyNotSayable(literal);
    if (!obstacle.empty()) return Unpushed(std::move(obstacle));
  }
  Selection selection;
  selection.exactness = Exactness::kSuperset;
  if (condition.kind == Kind::kIn && truth) {
    selection.predicate = OneOf(field, condition.literals);
  } else if (condition.kind == Kind::kCompare) {
    const Comparison comparison =
        truth ? condition.comparison : Opposite(condition.comparison);
    // It would leave out a document that has this value and another.
    if (comparison == Comparison::kNotEqual) return Unpushed(std::move(reason));
    selection.predicate = Compare(field, comparison, condition.literals.front());
  } else {
    return Unpushed(std::move(reason));
  }
  selection.reason = std::move(reason);
  return selection;
}

Selection Superset(Predicate predicate, std::string reason) {
  return {Exactness::kSuperset, std::move(predicate), std::move(reason), {}};
}

// [] and [null] are not NULL and have nothing in the index, so IS NOT NULL is not known.
Selection SelectListIsNull(const catalog::Field& list, bool truth) {
  if (!truth) {
    return Unpushed(
        fmt::format("{} is a list: an empty one is not NULL, and the index "
                    "does not tell them apart",
                    list.path));
  }
  std::string obstacle = WhyNotNullSuperset(list);
  if (!obstacle.empty()) return Unpushed(std::move(obstacle));
  return Superset(Not(Exists(list)),
                  fmt::format("{} may be an empty list, which is not NULL", list.path));
}

Selection SelectHas(const Condition& condition, bool truth) {
  const catalog::Field& list = *condition.field;
  std::string obstacle = WhyNotSearchable(list);
  for (const Literal& literal : condition.literals) {
    if (obstacle.empty()) obstacle = WhyNotSayable(literal);
  }
  if (!obstacle.empty()) return Unpushed(std::move(obstacle));
  Predicate holds = condition.kind == Kind::kHasAny ? HoldsAny(list, condition.literals)
                                                    : HoldsAll(list, condition.literals);
  if (!truth) {
    // The condition is false for a list without the element and NULL without a list.
    return Superset(
        Not(std::move(holds)),
        fmt::format("{} may be NULL where it holds no such element", list.path));
  }
  return {Exactness::kExact, std::move(holds), {}, ProofsOfElements(list)};
}

// Why a condition on a field of a child of nested objects stays above, if it does.
std::string WhyNotPerChild(const Condition& condition, const catalog::Field& field,
                           bool truth) {
  const bool null_test =
      condition.kind == Kind::kIsNull || condition.kind == Kind::kIsNotNull;
  if (null_test && truth == (condition.kind == Kind::kIsNull)) {
    return "a child that is null is not in the index";
  }
  // Whether _ignored tells of children is not known of every version.
  if (field.ignore_above) return fmt::format("{} has ignore_above", field.path);
  // Nothing proves yet that all children have it.
  if (!field.source_path.empty()) {
    return fmt::format("{} may have been added after children had been written",
                       field.path);
  }
  if (field.list_depth > 0) return fmt::format("{} is a list in a child", field.path);
  if (!field.constants.empty()) {
    return fmt::format("{} is a constant_keyword", field.path);
  }
  return {};
}

Selection SelectLeaf(const Condition& condition, bool truth, bool per_child) {
  const catalog::Field& field = IndexOf(*condition.field);
  if (field.inside_nested && !per_child) {
    return Unpushed(fmt::format("{} is inside a nested object", field.path));
  }
  if (per_child) {
    std::string obstacle = WhyNotPerChild(condition, field, truth);
    if (!obstacle.empty()) return Unpushed(std::move(obstacle));
  }
  if (condition.kind == Kind::kHasAny || condition.kind == Kind::kHasAll) {
    return SelectHas(condition, truth);
  }
  const bool null_test =
      condition.kind == Kind::kIsNull || condition.kind == Kind::kIsNotNull;
  if (null_test && field.list_depth > 0) {
    return SelectListIsNull(field, (condition.kind == Kind::kIsNull) == truth);
  }
  const bool of_addresses = condition.kind == Kind::kAddressIn;
  const bool approximate = !null_test && !of_addresses && IsApproximate(field);
  std::string obstacle = null_test                     ? WhyNotTestableForNull(field)
                         : approximate || of_addresses ? WhyNotFindable(field)
                                                       : WhyNotComparable(field);
  if (!obstacle.empty()) {
    const bool compared = condition.kind == Kind::kCompare || condition.kind == Kind::kIn;
    return compared && !per_child && IsFoundUnproved(field)
               ? SelectUnproved(condition, field, truth)
               : Unpushed(std::move(obstacle));
  }
  if (of_addresses && field.kind != catalog::FieldKind::kIp) {
    return Unpushed(fmt::format("{} is not of type ip", field.path));
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
  if (is_constant && condition.kind == Kind::kMatches) {
    return Unpushed(fmt::format("{} is a constant_keyword", field.path));
  }
  if (approximate) return SelectApproximately(condition, truth);
  if (condition.kind == Kind::kMatches) {
    obstacle = WhyTooComplex(condition.pattern);
    if (!obstacle.empty()) return Unpushed(std::move(obstacle));
  }

  Selection selection;
  // All documents of an index have its constant, once.
  if (!is_constant) selection.proofs = {&field};
  switch (condition.kind) {
    case Kind::kAddressIn: {
      Predicate within = Compare(field, Comparison::kGreaterEqual, condition.literals[0]);
      within.upper = Bound{condition.literals[1], true};
      selection.predicate =
          truth ? std::move(within) : And({Exists(field), Not(std::move(within))});
      break;
    }
    case Kind::kMatches: {
      Predicate matches = Matches(field, condition.pattern);
      selection.predicate =
          truth ? std::move(matches) : And({Exists(field), Not(std::move(matches))});
      break;
    }
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

// The cluster decides, so there is nothing to prove; a condition without a text is NULL.
Selection SelectFullText(const Condition& condition, bool truth) {
  Selection selection;
  selection.reason = "the cluster decides";
  Predicate& predicate = selection.predicate;
  if (!condition.full_text) {
    predicate.kind = Predicate::Kind::kNone;
    return selection;
  }
  predicate.kind = Predicate::Kind::kFullText;
  predicate.field = condition.field;
  predicate.full_text = condition.full_text;
  if (!truth) predicate = Not(std::move(predicate));
  return selection;
}

Selection SelectPlace(const Condition& condition, bool truth) {
  const catalog::Field& field = *condition.field;
  std::string obstacle = WhyNotLocatable(field);
  if (obstacle.empty() && field.inside_nested) {
    obstacle = fmt::format("{} is inside a nested object", field.path);
  }
  if (!obstacle.empty()) return Unpushed(std::move(obstacle));
  auto around = Around(condition, truth);
  if (!around) return Unpushed("no circle or box has all points that satisfy it");
  Selection selection = Superset(*std::move(around), WhyNear(field));
  selection.proofs = {&field};
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

Selection Select(const Condition& condition, bool truth, bool per_child = false);

Selection SelectIsTrue(const Condition& condition, bool truth, bool per_child) {
  Selection selection = Select(condition.children.front(), true, per_child);
  if (truth) return selection;
  if (per_child) return Unpushed("a child that is null is not in the index");
  if (selection.exactness != Exactness::kExact) {
    return Unpushed(std::move(selection.reason));
  }
  selection.predicate = Not(std::move(selection.predicate));
  return selection;
}

Selection Select(const Condition& condition, bool truth, bool per_child) {
  switch (condition.kind) {
    case Kind::kOpaque:
      return Unpushed(condition.reason);
    case Kind::kNot:
      return Select(condition.children.front(), !truth, per_child);
    case Kind::kIsTrue:
      return SelectIsTrue(condition, truth, per_child);
    case Kind::kWider: {
      Selection wider = Select(condition.children[truth ? 0 : 1], true, per_child);
      if (wider.exactness != Exactness::kExact) return wider;
      wider.exactness = Exactness::kSuperset;
      wider.reason = condition.reason;
      return wider;
    }
    case Kind::kAnd:
    case Kind::kOr: {
      std::vector<Selection> parts;
      for (const Condition& child : condition.children) {
        parts.push_back(Select(child, truth, per_child));
      }
      return (condition.kind == Kind::kAnd) == truth ? SelectAll(std::move(parts))
                                                     : SelectAny(std::move(parts));
    }
    case Kind::kFullText:
      return SelectFullText(condition, truth);
    case Kind::kDistance:
    case Kind::kWithinBox:
      return SelectPlace(condition, truth);
    default:
      return SelectLeaf(condition, truth, per_child);
  }
}

std::string DescribeProofs(const std::vector<const catalog::Field*>& proofs) {
  std::string single;
  std::string lists;
  for (const catalog::Field* field : proofs) {
    (field->list_depth > 0 ? lists : single) += " " + field->path;
  }
  std::string text = "checked on the snapshot:";
  if (!single.empty()) text += " at most one value per document in" + single;
  if (!single.empty() && !lists.empty()) text += ",";
  if (!lists.empty()) text += " no element that is too long to be indexed in" + lists;
  return text;
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

namespace {

// What a query takes of it.
Selection Fit(Selection selection, int64_t clauses_left) {
  if (const int64_t num_clauses = NumClauses(selection.predicate);
      selection.exactness != Exactness::kNone && num_clauses > clauses_left) {
    return Unpushed(
        fmt::format("its {} clauses are more than the {} that a query has left for it",
                    num_clauses, clauses_left));
  }
  if (Depth(selection.predicate) > kMaxDepth) {
    return Unpushed("it is nested deeper than a query may be");
  }
  return selection;
}

}  // namespace

Pushed Push(const Condition& condition, int64_t clauses_left) {
  Selection selection = Fit(Select(condition, /*truth=*/true), clauses_left);
  Pushed pushed;
  pushed.exactness = selection.exactness;
  pushed.text = condition.text;
  pushed.reason = std::move(selection.reason);
  if (pushed.exactness == Exactness::kNone) return pushed;
  pushed.predicate = std::move(selection.predicate);
  pushed.proofs = std::move(selection.proofs);
  if (pushed.exactness == Exactness::kExact && !pushed.proofs.empty()) {
    pushed.reason = DescribeProofs(pushed.proofs);
  }
  return pushed;
}

Pushed PushPerChild(const std::vector<const catalog::Field*>& nested,
                    const Condition& condition, int64_t clauses_left) {
  Selection selection = Select(condition, /*truth=*/true, /*per_child=*/true);
  if (selection.exactness != Exactness::kNone) {
    for (auto level = nested.rbegin(); level != nested.rend(); ++level) {
      Predicate parent;
      parent.kind = Predicate::Kind::kNested;
      parent.field = *level;
      parent.children.push_back(std::move(selection.predicate));
      selection.predicate = std::move(parent);
    }
  }
  selection = Fit(std::move(selection), clauses_left);
  Pushed pushed;
  pushed.text = condition.text;
  pushed.reason = std::move(selection.reason);
  if (selection.exactness == Exactness::kNone) return pushed;
  pushed.exactness = Exactness::kSuperset;
  if (pushed.reason.empty()) pushed.reason = "one child has to satisfy it";
  pushed.predicate = std::move(selection.predicate);
  pushed.proofs = std::move(selection.proofs);
  return pushed;
}

}  // namespace recurve::plan
