// SPDX-License-Identifier: Apache-2.0
#include "plan/list_rules.h"

#include <utility>

#include "fmt/format.h"
#include "plan/field_rules.h"

namespace recurve::plan {

using catalog::Field;

namespace {

// A single value of the list, as the rules of single values want to see it. Nothing asked
// here rests on doc values.
Field ElementOf(const Field& list) {
  Field element = list;
  element.list_depth = 0;
  element.indexed = list.elements_indexed;
  element.doc_values = true;
  return element;
}

}  // namespace

std::string WhyNotSearchable(const Field& list) {
  if (list.list_depth != 1) {
    return fmt::format("{} is a list of lists, which the index does not keep", list.path);
  }
  return WhyNotComparable(ElementOf(list));
}

std::string WhyNotNullSuperset(const Field& list) {
  if (!list.elements_indexed) {
    return fmt::format("{} has no element in the index", list.path);
  }
  return WhyNotTestableForNull(ElementOf(list));
}

std::vector<const Field*> ProofsOfElements(const Field& list) {
  if (!list.ignore_above) return {};
  return {&list};
}

Predicate HoldsAny(const Field& list, const std::vector<Literal>& literals) {
  return OneOf(list, literals);
}

Predicate HoldsAll(const Field& list, const std::vector<Literal>& literals) {
  std::vector<Predicate> each;
  for (const Literal& literal : literals) each.push_back(OneOf(list, {literal}));
  return And(std::move(each));
}

}  // namespace recurve::plan
