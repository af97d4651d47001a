// SPDX-License-Identifier: Apache-2.0
#include "scan/aggregate_columns.h"

#include <limits>

#include "arrow/api.h"
#include "core/error_detail.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "plan/aggregate_rules.h"

namespace recurve::scan {
namespace {

using catalog::Field;
using catalog::FieldKind;
using decode::MeasureValue;
using plan::AggregateFunction;

constexpr double kTwoTo53 = 9007199254740992;

Field MakeField(FieldKind kind, std::shared_ptr<arrow::DataType> type) {
  Field field;
  field.name = field.path = "f";
  field.kind = kind;
  field.type = std::move(type);
  return field;
}

const Field kLong = MakeField(FieldKind::kLong, arrow::int64());
const Field kShort = MakeField(FieldKind::kShort, arrow::int16());
const Field kDouble = MakeField(FieldKind::kDouble, arrow::float64());
const Field kDate =
    MakeField(FieldKind::kDate, arrow::timestamp(arrow::TimeUnit::MICRO, "UTC"));
const Field kBoolean = MakeField(FieldKind::kBoolean, arrow::boolean());

/// The value as text, "null", or the error's kind.
std::string Of(AggregateFunction function, const Field& field, MeasureValue value) {
  plan::Aggregate aggregate;
  aggregate.function = function;
  aggregate.field = &field;
  aggregate.type = plan::AggregateType(function, &field);
  const auto column = AggregateColumn(aggregate, {value});
  if (!column.ok()) return std::string(core::ToString(core::KindOf(column.status())));
  const auto scalar = (*column)->GetScalar(0).ValueOrDie();
  return scalar->is_valid ? scalar->ToString() : "null";
}

TEST(AggregateColumns, NothingIsNullButForCounts) {
  EXPECT_EQ(Of(AggregateFunction::kSum, kLong, {}), "null");
  EXPECT_EQ(Of(AggregateFunction::kAvg, kDouble, {}), "null");
  EXPECT_EQ(Of(AggregateFunction::kMin, kDate, {}), "null");
  EXPECT_EQ(Of(AggregateFunction::kMax, kBoolean, {}), "null");
  EXPECT_EQ(Of(AggregateFunction::kCount, kLong, {}), "0");
}

TEST(AggregateColumns, SumsOfIntegersAreProvedBelowTwoTo53) {
  EXPECT_EQ(Of(AggregateFunction::kSum, kLong, {3, 1, 5, 9}), "9");
  EXPECT_EQ(Of(AggregateFunction::kSum, kLong, {2, -5, 1, -4}), "-4");
  // The sum is small, partial sums may not be.
  EXPECT_EQ(Of(AggregateFunction::kSum, kLong, {2, -kTwoTo53, kTwoTo53, 0}),
            "pushdown_disproved");
  EXPECT_EQ(Of(AggregateFunction::kAvg, kLong, {1024, 0, kTwoTo53 / 1024, 5}),
            "pushdown_disproved");
  EXPECT_EQ(
      Of(AggregateFunction::kSum, kLong, {1, kTwoTo53 - 1, kTwoTo53 - 1, kTwoTo53 - 1}),
      "9007199254740991");
}

TEST(AggregateColumns, AveragesDivideAsDuckDBDoes) {
  EXPECT_EQ(Of(AggregateFunction::kAvg, kShort, {2, 1, 2, 3}), "1.5");
  EXPECT_EQ(Of(AggregateFunction::kAvg, kLong, {3, 1, 5, 10}), "3.3333333333333335");
  EXPECT_EQ(Of(AggregateFunction::kAvg, kDouble, {2, 0.5, 1, 1.5}), "0.75");
}

TEST(AggregateColumns, SumsOfFloatingNumbersNeedOneSign) {
  EXPECT_EQ(Of(AggregateFunction::kSum, kDouble, {2, 0, 1.5, 1.5}), "1.5");
  EXPECT_EQ(Of(AggregateFunction::kSum, kDouble, {2, -1.5, 0, -1.5}), "-1.5");
  EXPECT_EQ(Of(AggregateFunction::kSum, kDouble, {2, -1, 1, 0}), "pushdown_disproved");
  EXPECT_EQ(Of(AggregateFunction::kAvg, kDouble,
               {2, 1, 1e308, std::numeric_limits<double>::infinity()}),
            "pushdown_disproved");
}

TEST(AggregateColumns, ExtremesOfWholeNumbersAreProvedBelowTwoTo53) {
  EXPECT_EQ(Of(AggregateFunction::kMin, kLong, {2, -3, 4, 1}), "-3");
  EXPECT_EQ(Of(AggregateFunction::kMax, kLong, {2, -3, kTwoTo53, 1}),
            "pushdown_disproved");
  EXPECT_EQ(Of(AggregateFunction::kMin, kLong, {2, -kTwoTo53, 1, 1}),
            "pushdown_disproved");
  // The totals speak for every group.
  EXPECT_EQ(Of(AggregateFunction::kMin, kLong, {2, 1, kTwoTo53, 1}),
            "pushdown_disproved");
  EXPECT_EQ(Of(AggregateFunction::kMax, kDouble, {2, -3, 1e300, 1}), "1e+300");
  EXPECT_EQ(Of(AggregateFunction::kMax, kBoolean, {2, 0, 1, 1}), "true");
  EXPECT_EQ(Of(AggregateFunction::kMin, kBoolean, {2, 0, 1, 1}), "false");
}

TEST(AggregateColumns, DatesAreMicrosecondsBelowTwoTo53Milliseconds) {
  EXPECT_EQ(Of(AggregateFunction::kMax, kDate, {1, 1704164645678, 1704164645678, 0}),
            "2024-01-02 03:04:05.678000Z");
  EXPECT_EQ(Of(AggregateFunction::kMax, kDate, {1, 9.1e15, 9.1e15, 0}),
            "pushdown_disproved");
}

}  // namespace
}  // namespace recurve::scan
