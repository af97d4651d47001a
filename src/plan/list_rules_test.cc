// SPDX-License-Identifier: Apache-2.0
#include "plan/list_rules.h"

#include "arrow/type.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "plan/pushdown.h"

namespace recurve::plan {
namespace {

using catalog::Field;
using catalog::FieldKind;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

Field MakeList(FieldKind kind, int depth = 1) {
  Field field;
  field.name = "tags";
  field.path = "tags";
  field.kind = kind;
  field.es_type = "some";
  field.list_depth = depth;
  field.elements_indexed = true;
  field.indexed = false;
  field.doc_values = false;
  return field;
}

Condition Holds(Condition::Kind kind, const Field& field,
                std::vector<Literal> literals = {}) {
  Condition condition;
  condition.kind = kind;
  condition.field = &field;
  condition.literals = std::move(literals);
  return condition;
}

Condition Not(Condition condition) {
  Condition negation;
  negation.kind = Condition::Kind::kNot;
  negation.children.push_back(std::move(condition));
  return negation;
}

const Literal kX = std::string("x");
const Literal kY = std::string("y");

TEST(ListRules, AnElementIsATermWithoutAProof) {
  const Field tags = MakeList(FieldKind::kKeyword);
  const Pushed pushed = Push(Holds(Condition::Kind::kHasAny, tags, {kX}));
  EXPECT_EQ(pushed.exactness, Exactness::kExact);
  EXPECT_EQ(pushed.predicate.kind, Predicate::Kind::kTerms);
  EXPECT_THAT(pushed.predicate.values, ElementsAre(kX));
  EXPECT_THAT(pushed.proofs, IsEmpty());
}

TEST(ListRules, AllElementsAreOneTermEach) {
  const Field tags = MakeList(FieldKind::kKeyword);
  const Pushed pushed = Push(Holds(Condition::Kind::kHasAll, tags, {kX, kY}));
  EXPECT_EQ(pushed.exactness, Exactness::kExact);
  EXPECT_EQ(pushed.predicate.kind, Predicate::Kind::kAnd);
  EXPECT_EQ(pushed.predicate.children.size(), 2U);
}

TEST(ListRules, LongElementsHaveToBeDisproved) {
  Field tags = MakeList(FieldKind::kKeyword);
  tags.ignore_above = 5;
  const Pushed pushed = Push(Holds(Condition::Kind::kHasAny, tags, {kX}));
  EXPECT_EQ(pushed.exactness, Exactness::kExact);
  EXPECT_THAT(pushed.proofs, ElementsAre(&tags));
  EXPECT_THAT(pushed.reason, HasSubstr("no element that is too long"));
  tags.records_ignored = false;
  EXPECT_EQ(Push(Holds(Condition::Kind::kHasAny, tags, {kX})).exactness,
            Exactness::kNone);
}

// NOT list_contains(NULL, 'x') is NULL, and the cluster selects that document.
TEST(ListRules, NoElementIsASuperset) {
  const Field tags = MakeList(FieldKind::kKeyword);
  const Pushed pushed = Push(Not(Holds(Condition::Kind::kHasAny, tags, {kX})));
  EXPECT_EQ(pushed.exactness, Exactness::kSuperset);
  EXPECT_EQ(pushed.predicate.kind, Predicate::Kind::kNot);
}

TEST(ListRules, AnEmptyListIsNotNullAndNotInTheIndex) {
  const Field tags = MakeList(FieldKind::kKeyword);
  const Pushed is_null = Push(Holds(Condition::Kind::kIsNull, tags));
  EXPECT_EQ(is_null.exactness, Exactness::kSuperset);
  EXPECT_EQ(is_null.predicate.kind, Predicate::Kind::kNot);
  EXPECT_EQ(Push(Not(Holds(Condition::Kind::kIsNotNull, tags))).exactness,
            Exactness::kSuperset);
  EXPECT_EQ(Push(Holds(Condition::Kind::kIsNotNull, tags)).exactness, Exactness::kNone);
  EXPECT_EQ(Push(Not(Holds(Condition::Kind::kIsNull, tags))).exactness, Exactness::kNone);
}

TEST(ListRules, WhatTheIndexHasOtherwiseIsNotAsked) {
  Field normalized = MakeList(FieldKind::kKeyword);
  normalized.has_normalizer = true;
  Field replaced = MakeList(FieldKind::kKeyword);
  replaced.null_value = "\"none\"";
  Field hidden = MakeList(FieldKind::kKeyword);
  hidden.elements_indexed = false;
  Field loose = MakeList(FieldKind::kLong);
  loose.ignore_malformed = true;
  const Field text = MakeList(FieldKind::kText);
  const Field deep = MakeList(FieldKind::kKeyword, 2);
  const std::vector<const Field*> fields = {&normalized, &replaced, &hidden,
                                            &loose,      &text,     &deep};
  for (const Field* field : fields) {
    EXPECT_EQ(Push(Holds(Condition::Kind::kHasAny, *field, {kX})).exactness,
              Exactness::kNone);
  }
  EXPECT_EQ(Push(Holds(Condition::Kind::kIsNull, replaced)).exactness, Exactness::kNone);
}

TEST(ListRules, ListsAreNotCompared) {
  const Field tags = MakeList(FieldKind::kKeyword);
  EXPECT_THAT(Push(Holds(Condition::Kind::kCompare, tags, {kX})).reason,
              HasSubstr("tags is a list"));
}

}  // namespace
}  // namespace recurve::plan
