// SPDX-License-Identifier: Apache-2.0
#include "plan/pushdown.h"

#include <algorithm>
#include <utility>

#include "fmt/format.h"
#include "plan/field_rules.h"
#include "plan/leaf_selection_internal.h"

namespace recurve::plan {

namespace {

using Kind = Condition::Kind;

// indices.query.bool.max_nested_depth is 20 at first (Elasticsearch 7.17 and 8.0), later
// 30; what is left is for the search around it and for the filter of an alias.
constexpr int64_t kMaxDepth = 12;

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
