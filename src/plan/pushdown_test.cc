// SPDX-License-Identifier: Apache-2.0
#include "plan/pushdown.h"

#include <limits>

#include "arrow/type.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "plan/predicate.h"

namespace recurve::plan {
namespace {

using catalog::Field;
using catalog::FieldKind;

Field MakeField(std::string path, FieldKind kind, std::string es_type) {
  Field field;
  field.name = path;
  field.path = std::move(path);
  field.kind = kind;
  field.es_type = std::move(es_type);
  return field;
}

Condition Compare(const Field& field, Comparison comparison, Literal literal) {
  Condition condition;
  condition.kind = Condition::Kind::kCompare;
  condition.field = &field;
  condition.comparison = comparison;
  condition.literals = {std::move(literal)};
  return condition;
}

Condition Combine(Condition::Kind kind, std::vector<Condition> children) {
  Condition condition;
  condition.kind = kind;
  condition.children = std::move(children);
  return condition;
}

Condition Opaque(std::string reason) {
  Condition condition;
  condition.reason = std::move(reason);
  return condition;
}

// A predicate as text, short enough to read in a failing test.
std::string Show(const Predicate& predicate) {
  const std::string field = predicate.field == nullptr ? "" : predicate.field->path;
  const auto children = [&](const char* name) {
    std::string text = std::string(name) + "(";
    for (const Predicate& child : predicate.children) text += Show(child) + " ";
    if (text.back() == ' ') text.pop_back();
    return text + ")";
  };
  const auto literal = [](const Literal& value) -> std::string {
    if (const auto* text = std::get_if<std::string>(&value)) return *text;
    if (const auto* number = std::get_if<int64_t>(&value)) return std::to_string(*number);
    if (const auto* number = std::get_if<double>(&value)) {
      return (std::signbit(*number) ? "-" : "") + std::to_string(std::abs(*number));
    }
    if (const auto* time = std::get_if<TimestampMicros>(&value)) {
      return std::to_string(time->value) + "us";
    }
    return std::get<bool>(value) ? "true" : "false";
  };
  switch (predicate.kind) {
    case Predicate::Kind::kAll:
      return "all";
    case Predicate::Kind::kNone:
      return "none";
    case Predicate::Kind::kTerms: {
      std::string text = field + " in";
      for (const Literal& value : predicate.values) text += " " + literal(value);
      return text;
    }
    case Predicate::Kind::kRange: {
      std::string text = field;
      if (predicate.lower) {
        text +=
            (predicate.lower->inclusive ? ">=" : ">") + literal(predicate.lower->value);
      }
      if (predicate.upper) {
        text +=
            (predicate.upper->inclusive ? "<=" : "<") + literal(predicate.upper->value);
      }
      return text;
    }
    case Predicate::Kind::kExists:
      return field + " exists";
    case Predicate::Kind::kMatches:
      return field + " matches";
    case Predicate::Kind::kCircle:
    case Predicate::Kind::kBox:
      return field + " is there";
    case Predicate::Kind::kNested:
      return children(("nested " + field).c_str());
    case Predicate::Kind::kFullText:
      return field + " finds " + predicate.full_text->text;
    case Predicate::Kind::kAnd:
      return children("and");
    case Predicate::Kind::kOr:
      return children("or");
    case Predicate::Kind::kNot:
      return children("not");
  }
  return "?";
}

class PushTest : public testing::Test {
 protected:
  Field status_ = MakeField("status", FieldKind::kKeyword, "keyword");
  Field qty_ = MakeField("qty", FieldKind::kInteger, "integer");
  Field amount_ = MakeField("amount", FieldKind::kDouble, "double");
  Field when_ = MakeField("when", FieldKind::kDate, "date");
  Field body_ = MakeField("body", FieldKind::kText, "text");
};

TEST_F(PushTest, EqualityOfAKeywordIsATermAndNeedsAProof) {
  const Pushed pushed = Push(Compare(status_, Comparison::kEqual, std::string("paid")));
  EXPECT_EQ(pushed.exactness, Exactness::kExact);
  EXPECT_EQ(Show(pushed.predicate), "status in paid");
  EXPECT_THAT(pushed.proofs, testing::ElementsAre(&status_));
}

TEST_F(PushTest, IgnoreAboveNeedsAnIndexThatTellsWhatItIgnored) {
  status_.ignore_above = 256;
  const Condition paid = Compare(status_, Comparison::kEqual, std::string("paid"));
  EXPECT_EQ(Push(paid).exactness, Exactness::kExact);
  status_.records_ignored = false;
  EXPECT_EQ(Push(paid).exactness, Exactness::kNone);
}

TEST_F(PushTest, AboveTheEmptyTextIsNoRange) {
  const Pushed pushed = Push(Compare(status_, Comparison::kGreater, std::string()));
  EXPECT_EQ(pushed.exactness, Exactness::kExact);
  EXPECT_EQ(Show(pushed.predicate), "and(status exists not(status in ))");
}

TEST_F(PushTest, InequalityDoesNotSelectNull) {
  const Pushed pushed =
      Push(Compare(status_, Comparison::kNotEqual, std::string("paid")));
  EXPECT_EQ(Show(pushed.predicate), "and(status exists not(status in paid))");
}

TEST_F(PushTest, NotIsTakenIntoTheComparison) {
  const Pushed pushed = Push(
      Combine(Condition::Kind::kNot, {Compare(qty_, Comparison::kLess, int64_t{5})}));
  EXPECT_EQ(Show(pushed.predicate), "qty>=5");
}

TEST_F(PushTest, NotOverOrNeedsEveryChildFalse) {
  const Condition either = Combine(
      Condition::Kind::kOr, {Compare(qty_, Comparison::kLess, int64_t{5}),
                             Compare(status_, Comparison::kEqual, std::string("paid"))});
  const Pushed pushed = Push(Combine(Condition::Kind::kNot, {either}));
  EXPECT_EQ(Show(pushed.predicate), "and(qty>=5 status exists not(status in paid))");
  EXPECT_EQ(pushed.exactness, Exactness::kExact);
}

TEST_F(PushTest, AndLeavesOutWhatCannotBePushedAndIsASuperset) {
  const Pushed pushed =
      Push(Combine(Condition::Kind::kAnd, {Compare(qty_, Comparison::kEqual, int64_t{1}),
                                           Opaque("a function")}));
  EXPECT_EQ(pushed.exactness, Exactness::kSuperset);
  EXPECT_EQ(pushed.reason, "a function");
  EXPECT_EQ(Show(pushed.predicate), "qty in 1");
}

TEST_F(PushTest, OrWithOnePartThatCannotBePushedIsNotPushed) {
  const Pushed pushed =
      Push(Combine(Condition::Kind::kOr, {Compare(qty_, Comparison::kEqual, int64_t{1}),
                                          Opaque("a function")}));
  EXPECT_EQ(pushed.exactness, Exactness::kNone);
  EXPECT_EQ(pushed.predicate.kind, Predicate::Kind::kAll);
  EXPECT_TRUE(pushed.proofs.empty());
}

TEST_F(PushTest, NotOverAndWithAnOpaquePartIsNotPushed) {
  const Condition both =
      Combine(Condition::Kind::kAnd,
              {Compare(qty_, Comparison::kEqual, int64_t{1}), Opaque("a function")});
  EXPECT_EQ(Push(Combine(Condition::Kind::kNot, {both})).exactness, Exactness::kNone);
}

TEST_F(PushTest, NullTestsAreExists) {
  Condition is_null;
  is_null.kind = Condition::Kind::kIsNull;
  is_null.field = &qty_;
  EXPECT_EQ(Show(Push(is_null).predicate), "not(qty exists)");
  EXPECT_EQ(Show(Push(Combine(Condition::Kind::kNot, {is_null})).predicate),
            "qty exists");
}

TEST_F(PushTest, NotInDoesNotSelectNull) {
  Condition in;
  in.kind = Condition::Kind::kIn;
  in.field = &status_;
  in.literals = {std::string("a"), std::string("b")};
  EXPECT_EQ(Show(Push(in).predicate), "status in a b");
  EXPECT_EQ(Show(Push(Combine(Condition::Kind::kNot, {in})).predicate),
            "and(status exists not(status in a b))");
}

TEST_F(PushTest, ZeroIsBothZeros) {
  EXPECT_EQ(Show(Push(Compare(amount_, Comparison::kEqual, 0.0)).predicate),
            "amount>=-0.000000<=0.000000");
  EXPECT_EQ(Show(Push(Compare(amount_, Comparison::kLess, 0.0)).predicate),
            "amount<-0.000000");
  EXPECT_EQ(Show(Push(Compare(amount_, Comparison::kGreater, -0.0)).predicate),
            "amount>0.000000");
}

TEST_F(PushTest, NumbersThatJsonLacksAreDecidedHere) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double infinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(Show(Push(Compare(amount_, Comparison::kEqual, nan)).predicate), "none");
  EXPECT_EQ(Show(Push(Compare(amount_, Comparison::kLess, nan)).predicate),
            "amount exists");
  EXPECT_EQ(Show(Push(Compare(amount_, Comparison::kGreater, -infinity)).predicate),
            "amount exists");
}

TEST_F(PushTest, DatesAreHalfOpenRangesOfWholeMilliseconds) {
  const TimestampMicros whole{5000};
  const TimestampMicros between{5500};
  EXPECT_EQ(Show(Push(Compare(when_, Comparison::kEqual, whole)).predicate),
            "when>=5000us<6000us");
  EXPECT_EQ(Show(Push(Compare(when_, Comparison::kEqual, between)).predicate), "none");
  EXPECT_EQ(Show(Push(Compare(when_, Comparison::kLess, between)).predicate),
            "when<6000us");
  EXPECT_EQ(Show(Push(Compare(when_, Comparison::kGreater, whole)).predicate),
            "when>=6000us");
  EXPECT_EQ(
      Show(Push(Compare(when_, Comparison::kLessEqual, TimestampMicros{-1})).predicate),
      "when<0us");
}

TEST_F(PushTest, DatesThatNotEveryClusterReadsAreNotPushed) {
  constexpr int64_t kYearOne = -62135596800000000;
  const auto exactness = [&](int64_t micros) {
    return Push(Compare(when_, Comparison::kLess, TimestampMicros{micros})).exactness;
  };
  EXPECT_EQ(exactness(kYearOne), Exactness::kExact);
  EXPECT_EQ(exactness(kYearOne - 1), Exactness::kNone);
  // The millisecond after it would not fit into microseconds.
  EXPECT_EQ(exactness(std::numeric_limits<int64_t>::max() - 1), Exactness::kNone);
}

TEST_F(PushTest, MoreClausesThanAQueryMayHaveAreNotPushed) {
  Condition in;
  in.kind = Condition::Kind::kIn;
  in.field = &when_;
  for (int i = 0; i < 500; ++i) in.literals.emplace_back(TimestampMicros{i * 1000});
  EXPECT_EQ(Push(in).exactness, Exactness::kExact);
  EXPECT_EQ(Push(in, /*clauses_left=*/999).exactness, Exactness::kNone);
  in.literals.emplace_back(TimestampMicros{500000});
  EXPECT_EQ(Push(in).exactness, Exactness::kNone);
  EXPECT_THAT(Push(in).reason, testing::HasSubstr("1002 clauses"));
  // A list of keywords is one clause for each 65,536 of them.
  in.field = &status_;
  in.literals.assign(70000, std::string("x"));
  const Pushed pushed = Push(in);
  EXPECT_EQ(pushed.exactness, Exactness::kExact);
  ASSERT_EQ(pushed.predicate.children.size(), 2);
  EXPECT_EQ(pushed.predicate.children[0].values.size(), 65536);
  EXPECT_EQ(pushed.predicate.children[1].values.size(), 70000 - 65536);
}

TEST_F(PushTest, AListOfDoublesIsOneOfTermsWithBothZeros) {
  Condition in;
  in.kind = Condition::Kind::kIn;
  in.field = &amount_;
  in.literals = {1.5, 0.0, std::numeric_limits<double>::quiet_NaN()};
  EXPECT_EQ(Show(Push(in).predicate), "amount in 1.500000 0.000000 -0.000000");
  in.literals.clear();
  EXPECT_EQ(Show(Push(in).predicate), "none");
}

TEST_F(PushTest, APatternOfOneTextIsATerm) {
  Condition like;
  like.kind = Condition::Kind::kMatches;
  like.field = &status_;
  like.pattern = LiteralText("");
  EXPECT_EQ(Show(Push(like).predicate), "status in ");
  like.pattern = AnyText();
  EXPECT_EQ(Show(Push(like).predicate), "status exists");
  like.pattern = Sequence({LiteralText("a"), AnyText()});
  EXPECT_EQ(Show(Push(Combine(Condition::Kind::kNot, {like})).predicate),
            "and(status exists not(status matches))");
  like.field = &body_;
  EXPECT_EQ(Push(like).exactness, Exactness::kNone);
}

TEST_F(PushTest, IsTrueIsFalseForTheUnknown) {
  const Condition equal = Compare(qty_, Comparison::kEqual, int64_t{1});
  const Condition is_true = Combine(Condition::Kind::kIsTrue, {equal});
  EXPECT_EQ(Show(Push(is_true).predicate), "qty in 1");
  EXPECT_EQ(Show(Push(Combine(Condition::Kind::kNot, {is_true})).predicate),
            "not(qty in 1)");
  const Condition opaque = Combine(Condition::Kind::kIsTrue, {Opaque("a function")});
  EXPECT_EQ(Push(Combine(Condition::Kind::kNot, {opaque})).exactness, Exactness::kNone);
}

TEST_F(PushTest, AWiderConditionIsASupersetEitherWay) {
  Condition wider =
      Combine(Condition::Kind::kWider, {Compare(qty_, Comparison::kLess, int64_t{7}),
                                        Compare(qty_, Comparison::kGreater, int64_t{3})});
  wider.reason = "room";
  EXPECT_EQ(Show(Push(wider).predicate), "qty<7");
  const Pushed pushed = Push(Combine(Condition::Kind::kNot, {wider}));
  EXPECT_EQ(pushed.exactness, Exactness::kSuperset);
  EXPECT_EQ(pushed.reason, "room");
  EXPECT_EQ(Show(pushed.predicate), "qty>3");
  EXPECT_EQ(
      Push(Combine(Condition::Kind::kNot, {Combine(Condition::Kind::kIsTrue, {wider})}))
          .exactness,
      Exactness::kNone);
}

TEST_F(PushTest, LessPreciseNumbersAreSupersetsWithRoom) {
  Field half = MakeField("half", FieldKind::kHalfFloat, "half_float");
  EXPECT_EQ(Show(Push(Compare(half, Comparison::kEqual, 1.0)).predicate),
            "half>=0.998047<=1.001953");
  EXPECT_EQ(Push(Compare(half, Comparison::kEqual, 1.0)).exactness, Exactness::kSuperset);
  EXPECT_EQ(Show(Push(Compare(half, Comparison::kGreater, 1e6)).predicate), "none");
  EXPECT_EQ(Show(Push(Compare(half, Comparison::kLess, 1e6)).predicate), "half exists");
  EXPECT_EQ(Push(Compare(half, Comparison::kNotEqual, 1.0)).exactness, Exactness::kNone);
  Field scaled = MakeField("scaled", FieldKind::kScaledFloat, "scaled_float");
  scaled.scaling_factor = 100;
  EXPECT_EQ(
      Show(Push(Combine(Condition::Kind::kNot, {Compare(scaled, Comparison::kLess, 1.0)}))
               .predicate),
      "scaled>=0.980000");
}

TEST_F(PushTest, AddressesCompareAsInTheIndex) {
  Field ip = MakeField("ip", FieldKind::kIp, "ip");
  const Pushed pushed = Push(Compare(ip, Comparison::kEqual, std::string("10.0.0.1")));
  EXPECT_EQ(pushed.exactness, Exactness::kExact);
  EXPECT_EQ(Show(pushed.predicate), "ip in 10.0.0.1");
  const Pushed below = Push(Compare(ip, Comparison::kLess, std::string("1.1.1.1")));
  EXPECT_EQ(below.exactness, Exactness::kExact);
  EXPECT_EQ(Show(below.predicate), "ip<1.1.1.1");
  Condition network;
  network.kind = Condition::Kind::kAddressIn;
  network.field = &ip;
  network.literals = {std::string("10.0.0.0"), std::string("10.255.255.255")};
  EXPECT_EQ(Push(network).exactness, Exactness::kExact);
  EXPECT_EQ(Show(Push(Combine(Condition::Kind::kNot, {network})).predicate),
            "and(ip exists not(ip>=10.0.0.0<=10.255.255.255))");
}

TEST_F(PushTest, NanosecondsBefore1970AreNone) {
  Field nanos = MakeField("nanos", FieldKind::kDateNanos, "date_nanos");
  const auto show = [&](Comparison comparison, int64_t value) {
    return Show(Push(Compare(nanos, comparison, value)).predicate);
  };
  EXPECT_EQ(show(Comparison::kEqual, 7), "nanos>=7<=7");
  EXPECT_EQ(show(Comparison::kLess, -1), "none");
  EXPECT_EQ(show(Comparison::kGreater, -1), "nanos exists");
}

TEST_F(PushTest, TextsLongerThanATermAreNotPushed) {
  const auto exactness = [&](size_t num_bytes) {
    return Push(Compare(status_, Comparison::kEqual, std::string(num_bytes, 'x')))
        .exactness;
  };
  EXPECT_EQ(exactness(32766), Exactness::kExact);
  EXPECT_EQ(exactness(32767), Exactness::kNone);
}

TEST_F(PushTest, ConditionsNestedDeeperThanAQueryMayBeAreNotPushed) {
  Condition nested = Compare(amount_, Comparison::kEqual, 0.0);
  for (int depth = 0; depth < 12; ++depth) {
    Condition outer;
    outer.kind = depth % 2 == 0 ? Condition::Kind::kOr : Condition::Kind::kAnd;
    outer.children = {Compare(status_, Comparison::kEqual, std::string("x")),
                      std::move(nested)};
    nested = std::move(outer);
  }
  EXPECT_EQ(Push(nested).exactness, Exactness::kExact);
  Condition deeper;
  deeper.kind = Condition::Kind::kOr;
  deeper.children = {Compare(status_, Comparison::kEqual, std::string("x")),
                     std::move(nested)};
  EXPECT_EQ(Push(deeper).exactness, Exactness::kNone);
}

TEST_F(PushTest, FieldsWhoseIndexIsNotTheirValueAreNotPushed) {
  const auto reason = [](const Field& field) {
    const Pushed pushed = Push(Compare(field, Comparison::kEqual, std::string("x")));
    EXPECT_EQ(pushed.exactness, Exactness::kNone);
    return pushed.reason;
  };
  EXPECT_THAT(reason(body_), testing::HasSubstr("analyzed text"));
  Field field = status_;
  field.has_normalizer = true;
  EXPECT_THAT(reason(field), testing::HasSubstr("normalizer"));
  field = status_;
  field.indexed = false;
  EXPECT_THAT(reason(field), testing::HasSubstr("index: false"));
  field = status_;
  field.null_value = "\"none\"";
  EXPECT_THAT(reason(field), testing::HasSubstr("null_value"));
  field = status_;
  field.path = "sta*";
  EXPECT_THAT(reason(field), testing::HasSubstr("pattern"));
  field = status_;
  field.inside_nested = true;
  EXPECT_THAT(reason(field), testing::HasSubstr("nested"));
}

TEST_F(PushTest, WithoutDocValuesTheIndexStillFinds) {
  Field bare = status_;
  bare.doc_values = false;
  const auto push = [&](Comparison comparison) {
    return Push(Compare(bare, comparison, std::string("a")));
  };
  const Pushed equal = push(Comparison::kEqual);
  EXPECT_EQ(equal.exactness, Exactness::kSuperset);
  EXPECT_EQ(Show(equal.predicate), "status in a");
  EXPECT_THAT(equal.proofs, testing::IsEmpty()) << "nothing can be counted";
  EXPECT_EQ(push(Comparison::kLess).exactness, Exactness::kSuperset);
  EXPECT_EQ(push(Comparison::kNotEqual).exactness, Exactness::kNone);
  EXPECT_EQ(Push(Combine(Condition::Kind::kNot,
                         {Compare(bare, Comparison::kEqual, std::string("a"))}))
                .exactness,
            Exactness::kNone);
  bare.ignore_above = 8;
  bare.records_ignored = true;
  EXPECT_EQ(push(Comparison::kEqual).exactness, Exactness::kNone);
}

TEST(Push, AKeywordAnswersForTheTextItIsMadeFrom) {
  Field text = MakeField("t", FieldKind::kText, "text");
  Field raw = MakeField("t.raw", FieldKind::kKeyword, "keyword");
  raw.source_path = "t";
  Field lower = raw;
  lower.path = "t.lower";
  lower.has_normalizer = true;
  text.sub_fields = {lower, raw};
  const Pushed pushed = Push(Compare(text, Comparison::kNotEqual, std::string("x")));
  EXPECT_EQ(pushed.exactness, Exactness::kExact);
  ASSERT_EQ(pushed.proofs.size(), 1u);
  EXPECT_EQ(pushed.proofs[0]->path, "t.raw");
  EXPECT_EQ(pushed.predicate.children[0].field->path, "t.raw");
  text.sub_fields = {lower};
  EXPECT_EQ(Push(Compare(text, Comparison::kEqual, std::string("x"))).exactness,
            Exactness::kNone);
}

TEST(Push, AConstantNeedsNoProof) {
  Field field = MakeField("env", FieldKind::kConstantKeyword, "constant_keyword");
  field.constants = {{"a", "prod"}};
  const Pushed pushed = Push(Compare(field, Comparison::kEqual, std::string("prod")));
  EXPECT_EQ(pushed.exactness, Exactness::kExact);
  EXPECT_TRUE(pushed.proofs.empty());
  EXPECT_EQ(Push(Compare(field, Comparison::kLess, std::string("x"))).exactness,
            Exactness::kNone);
}

TEST(Push, AFloatThatMayBeRoundedInTwoWaysStays) {
  Field field = MakeField("f", FieldKind::kFloat, "float");
  EXPECT_EQ(Push(Compare(field, Comparison::kEqual, 1.0)).exactness, Exactness::kExact);
  field.float_rounding = catalog::FloatRounding::kUnknown;
  const Pushed pushed = Push(Compare(field, Comparison::kEqual, 1.0));
  EXPECT_EQ(pushed.exactness, Exactness::kNone);
  EXPECT_THAT(pushed.reason, testing::HasSubstr("older than the cluster"));
}

Condition Search(const Field* field, std::string words) {
  Condition condition;
  condition.kind = Condition::Kind::kFullText;
  condition.field = field;
  condition.full_text = FullText{FullText::Kind::kMatch, std::move(words), {}};
  return condition;
}

TEST_F(PushTest, LeavesFullTextToTheClusterWithoutAProof) {
  const Pushed pushed = Push(Search(&body_, "fox"));
  EXPECT_EQ(pushed.exactness, Exactness::kExact);
  EXPECT_EQ(Show(pushed.predicate), "body finds fox");
  EXPECT_THAT(pushed.proofs, testing::IsEmpty());
  EXPECT_EQ(pushed.reason, "the cluster decides");
}

TEST_F(PushTest, NegatesFullTextAsTheClusterDoes) {
  const Pushed pushed =
      Push(Combine(Condition::Kind::kNot,
                   {Combine(Condition::Kind::kOr,
                            {Search(&body_, "fox"), Compare(status_, Comparison::kEqual,
                                                            std::string("new"))})}));
  EXPECT_EQ(pushed.exactness, Exactness::kExact);
  EXPECT_EQ(Show(pushed.predicate),
            "and(not(body finds fox) status exists not(status in new))");
}

TEST_F(PushTest, FindsNothingForAFullTextThatIsNull) {
  Condition null = Search(&body_, "");
  null.full_text.reset();
  EXPECT_EQ(Show(Push(null).predicate), "none");
  EXPECT_EQ(Show(Push(Combine(Condition::Kind::kNot, {null})).predicate), "none");
}

TEST_F(PushTest, DoesNotSplitAnOrWithFullText) {
  EXPECT_EQ(
      Push(Combine(Condition::Kind::kOr, {Search(&body_, "fox"), Opaque("function abs")}))
          .exactness,
      Exactness::kNone);
}

TEST_F(PushTest, WhatAChildOfNullsCouldSatisfyIsNotPushed) {
  const Field items = MakeField("items", FieldKind::kNested, "nested");
  Field sku = MakeField("items.sku", FieldKind::kKeyword, "keyword");
  sku.inside_nested = true;
  const Condition equal = Compare(sku, Comparison::kEqual, std::string("A"));
  const Condition is_true = Combine(Condition::Kind::kIsTrue, {equal});
  const Pushed pushed = PushPerChild({&items}, is_true);
  EXPECT_EQ(pushed.exactness, Exactness::kSuperset);
  EXPECT_EQ(Show(pushed.predicate), "nested items(items.sku in A)");
  EXPECT_THAT(pushed.proofs, testing::ElementsAre(&sku));
  EXPECT_EQ(PushPerChild({&items}, Combine(Condition::Kind::kNot, {is_true})).exactness,
            Exactness::kNone);
  Condition null;
  null.kind = Condition::Kind::kIsNull;
  null.field = &sku;
  EXPECT_EQ(PushPerChild({&items}, null).exactness, Exactness::kNone);
}

TEST_F(PushTest, AMultiFieldOfAChildMayBeYoungerThanTheChild) {
  const Field items = MakeField("items", FieldKind::kNested, "nested");
  Field name = MakeField("items.name", FieldKind::kText, "text");
  name.inside_nested = true;
  Field raw = MakeField("items.name.raw", FieldKind::kKeyword, "keyword");
  raw.inside_nested = true;
  raw.source_path = "items.name";
  name.sub_fields = {raw};
  const Condition equal = Compare(name, Comparison::kEqual, std::string("A"));
  EXPECT_EQ(PushPerChild({&items}, equal).exactness, Exactness::kNone);
  EXPECT_THAT(Push(equal).reason, testing::HasSubstr("nested"));
}

}  // namespace
}  // namespace recurve::plan
