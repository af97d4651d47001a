// SPDX-License-Identifier: Apache-2.0
#include "plan/aggregate_rules.h"

#include "arrow/type.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace recurve::plan {
namespace {

using catalog::Field;
using catalog::FieldKind;
using ::testing::HasSubstr;

Field MakeField(FieldKind kind, std::string es_type) {
  Field field;
  field.name = field.path = "f";
  field.kind = kind;
  field.es_type = std::move(es_type);
  field.type = arrow::utf8();
  return field;
}

TEST(AggregateRules, GroupsByWhatDocValuesShowExactly) {
  for (const FieldKind kind :
       {FieldKind::kKeyword, FieldKind::kByte, FieldKind::kShort, FieldKind::kInteger,
        FieldKind::kLong, FieldKind::kBoolean, FieldKind::kDate, FieldKind::kIp}) {
    EXPECT_EQ(WhyNotGroupable(MakeField(kind, "x")), "");
  }
  for (const FieldKind kind :
       {FieldKind::kText, FieldKind::kVersion, FieldKind::kDateNanos,
        FieldKind::kScaledFloat, FieldKind::kHalfFloat, FieldKind::kUnsignedLong,
        FieldKind::kConstantKeyword, FieldKind::kBinary, FieldKind::kJsonText,
        FieldKind::kObject}) {
    EXPECT_NE(WhyNotGroupable(MakeField(kind, "x")), "");
  }
}

TEST(AggregateRules, BothZerosForbidGroupsOfFloatingNumbers) {
  EXPECT_THAT(WhyNotGroupable(MakeField(FieldKind::kDouble, "double")),
              HasSubstr("-0.0"));
}

TEST(AggregateRules, GroupsNeedDocValuesThatAreTheValue) {
  Field field = MakeField(FieldKind::kKeyword, "keyword");
  field.has_normalizer = true;
  EXPECT_THAT(WhyNotGroupable(field), HasSubstr("normalizer"));
  field = MakeField(FieldKind::kKeyword, "keyword");
  field.doc_values = false;
  EXPECT_THAT(WhyNotGroupable(field), HasSubstr("no doc values"));
  field = MakeField(FieldKind::kKeyword, "keyword");
  field.null_value = "\"none\"";
  EXPECT_THAT(WhyNotGroupable(field), HasSubstr("null_value"));
  field = MakeField(FieldKind::kLong, "long");
  field.ignore_malformed = true;
  EXPECT_THAT(WhyNotGroupable(field), HasSubstr("ignore_malformed"));
  field = MakeField(FieldKind::kKeyword, "keyword");
  field.ignore_above = 5;
  EXPECT_EQ(WhyNotGroupable(field), "");
  field.records_ignored = false;
  EXPECT_THAT(WhyNotGroupable(field), HasSubstr("ignore_above"));
}

TEST(AggregateRules, ChildrenAreNoRows) {
  Field field = MakeField(FieldKind::kLong, "long");
  field.inside_nested = true;
  EXPECT_THAT(WhyNotGroupable(field), HasSubstr("nested"));
  for (const auto function :
       {AggregateFunction::kCount, AggregateFunction::kSum, AggregateFunction::kMax}) {
    EXPECT_THAT(WhyNotAggregable(function, field), HasSubstr("nested"));
  }
}

TEST(AggregateRules, GroupsDoNotNeedAnIndex) {
  Field field = MakeField(FieldKind::kKeyword, "keyword");
  field.indexed = false;
  EXPECT_EQ(WhyNotGroupable(field), "");
}

TEST(AggregateRules, CountsNeedOnlyToTellNullFromNotNull) {
  for (const FieldKind kind : {FieldKind::kIp, FieldKind::kHalfFloat,
                               FieldKind::kUnsignedLong, FieldKind::kScaledFloat}) {
    EXPECT_EQ(WhyNotAggregable(AggregateFunction::kCount, MakeField(kind, "x")), "");
  }
  EXPECT_NE(
      WhyNotAggregable(AggregateFunction::kCount, MakeField(FieldKind::kText, "text")),
      "");
}

TEST(AggregateRules, FloatsOfUnknownRoundingAreOnlyCounted) {
  Field field = MakeField(FieldKind::kFloat, "float");
  field.float_rounding = catalog::FloatRounding::kUnknown;
  for (const auto function : {AggregateFunction::kSum, AggregateFunction::kAvg,
                              AggregateFunction::kMin, AggregateFunction::kMax}) {
    EXPECT_THAT(WhyNotAggregable(function, field), HasSubstr("rounded"));
  }
  EXPECT_EQ(WhyNotAggregable(AggregateFunction::kCount, field), "");
}

TEST(AggregateRules, ConstantsOfTheMappingAreNotAggregated) {
  Field field = MakeField(FieldKind::kConstantKeyword, "constant_keyword");
  field.constants.emplace_back("t", "x");
  EXPECT_NE(WhyNotAggregable(AggregateFunction::kCount, field), "");
}

TEST(AggregateRules, SumsAreOfNumbersThatTheClusterHoldsAsTheyAre) {
  for (const FieldKind kind :
       {FieldKind::kByte, FieldKind::kLong, FieldKind::kFloat, FieldKind::kDouble}) {
    EXPECT_EQ(WhyNotAggregable(AggregateFunction::kSum, MakeField(kind, "x")), "");
    EXPECT_EQ(WhyNotAggregable(AggregateFunction::kAvg, MakeField(kind, "x")), "");
  }
  for (const FieldKind kind :
       {FieldKind::kHalfFloat, FieldKind::kScaledFloat, FieldKind::kUnsignedLong,
        FieldKind::kBoolean, FieldKind::kDate, FieldKind::kKeyword}) {
    EXPECT_NE(WhyNotAggregable(AggregateFunction::kSum, MakeField(kind, "x")), "");
  }
}

TEST(AggregateRules, ExtremesAreOfNumbersDatesAndBooleans) {
  for (const FieldKind kind :
       {FieldKind::kShort, FieldKind::kDouble, FieldKind::kDate, FieldKind::kBoolean}) {
    EXPECT_EQ(WhyNotAggregable(AggregateFunction::kMin, MakeField(kind, "x")), "");
  }
  for (const FieldKind kind : {FieldKind::kKeyword, FieldKind::kIp, FieldKind::kDateNanos,
                               FieldKind::kHalfFloat}) {
    EXPECT_NE(WhyNotAggregable(AggregateFunction::kMax, MakeField(kind, "x")), "");
  }
}

TEST(AggregateRules, TypesAreThoseThatDuckDBWidensWithoutLoss) {
  Field field = MakeField(FieldKind::kInteger, "integer");
  field.type = arrow::int32();
  EXPECT_TRUE(AggregateType(AggregateFunction::kSum, &field)->Equals(arrow::int64()));
  EXPECT_TRUE(AggregateType(AggregateFunction::kAvg, &field)->Equals(arrow::float64()));
  EXPECT_TRUE(AggregateType(AggregateFunction::kMin, &field)->Equals(arrow::int32()));
  EXPECT_TRUE(
      AggregateType(AggregateFunction::kCountRows, nullptr)->Equals(arrow::int64()));
}

}  // namespace
}  // namespace recurve::plan
