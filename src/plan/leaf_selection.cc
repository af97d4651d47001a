// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include "fmt/format.h"
#include "plan/approximate_rules.h"
#include "plan/field_rules.h"
#include "plan/geo_rules.h"
#include "plan/leaf_selection_internal.h"
#include "plan/list_rules.h"

namespace recurve::plan {

using Kind = Condition::Kind;

namespace {

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

// Whether queries find every document with a value of a field though nothing proves that
// it has no second one: its doc values, which would be counted, are missing.
bool IsFoundUnproved(const catalog::Field& field) {
  // A text that is too long is in neither; nothing would count those.
  if (field.doc_values || field.ignore_above) return false;
  catalog::Field proved = field;
  proved.doc_values = true;
  return WhyNotComparable(proved).empty();
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

}  // namespace

Selection Unpushed(std::string reason) {
  return {Exactness::kNone, {}, std::move(reason), {}};
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

}  // namespace recurve::plan
