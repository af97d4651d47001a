// SPDX-License-Identifier: Apache-2.0
#include "decode/esql_columns.h"

#include <limits>

#include "arrow/api.h"
#include "arrow/util/checked_cast.h"
#include "core/error_detail.h"
#include "gtest/gtest.h"

namespace recurve::decode {
namespace {

template <typename Builder, typename Value>
std::shared_ptr<arrow::Array> Values(Builder builder,
                                     const std::vector<std::optional<Value>>& values) {
  for (const auto& value : values) {
    EXPECT_TRUE((value ? builder.Append(*value) : builder.AppendNull()).ok());
  }
  return *builder.Finish();
}

std::shared_ptr<arrow::Array> Ints(const std::vector<std::optional<int32_t>>& values) {
  return Values(arrow::Int32Builder(), values);
}

std::shared_ptr<arrow::Array> Millis(const std::vector<std::optional<int64_t>>& values) {
  return Values(arrow::TimestampBuilder(arrow::timestamp(arrow::TimeUnit::MILLI),
                                        arrow::default_memory_pool()),
                values);
}

ArrowStream StreamOf(const std::vector<std::shared_ptr<arrow::Array>>& parts) {
  ArrowStream stream;
  stream.schema = arrow::schema({arrow::field("c", parts[0]->type())});
  for (const auto& part : parts) {
    stream.num_rows += part->length();
    stream.batches.push_back(
        arrow::RecordBatch::Make(stream.schema, part->length(), {part}));
  }
  return stream;
}

arrow::Result<std::shared_ptr<arrow::Array>> Convert(
    const std::vector<std::shared_ptr<arrow::Array>>& parts,
    std::shared_ptr<arrow::DataType> type) {
  ARROW_ASSIGN_OR_RAISE(
      auto batches, EsqlBatches::Make(StreamOf(parts), {{0, arrow::field("c", type)}}));
  ARROW_ASSIGN_OR_RAISE(auto batch, batches.Next(1000));
  ARROW_RETURN_NOT_OK(batch->ValidateFull());
  return batch->column(0);
}

TEST(EsqlBatches, HaveTheTypesOfTheOutput) {
  const auto shorts = Convert({Ints({1, {}}), Ints({-32768})}, arrow::int16());
  ASSERT_TRUE(shorts.ok()) << shorts.status();
  EXPECT_TRUE((*shorts)->Equals(*Values(
      arrow::Int16Builder(), std::vector<std::optional<int16_t>>{1, {}, -32768})));

  const auto floats = Convert(
      {Values(arrow::DoubleBuilder(),
              std::vector<std::optional<double>>{static_cast<double>(0.1F), {}, -0.0})},
      arrow::float32());
  ASSERT_TRUE(floats.ok()) << floats.status();
  EXPECT_TRUE((*floats)->Equals(*Values(
      arrow::FloatBuilder(), std::vector<std::optional<float>>{0.1F, {}, -0.0F})));

  const auto type = arrow::timestamp(arrow::TimeUnit::MICRO, "UTC");
  const auto dates = Convert({Millis({-1, 5}), Millis({{}})}, type);
  ASSERT_TRUE(dates.ok()) << dates.status();
  EXPECT_TRUE((*dates)->Equals(
      *Values(arrow::TimestampBuilder(type, arrow::default_memory_pool()),
              std::vector<std::optional<int64_t>>{-1000, 5000, {}})));
}

TEST(EsqlBatches, AddressesAreTexts) {
  const auto addresses =
      Values(arrow::BinaryBuilder(),
             std::vector<std::optional<std::string>>{
                 std::string("\x0A\0\0\xFF", 4),
                 {},
                 std::string("\0\0\0\0\0\0\0\0\0\0\xFF\xFF\x01\x02\x03\x04", 16),
                 std::string("\x20\x01\x0D\xB8\0\0\0\0\0\0\0\0\0\0\0\x01", 16)});
  auto batches = EsqlBatches::Make(StreamOf({addresses}),
                                   {{0, arrow::field("c", arrow::utf8()), true}});
  ASSERT_TRUE(batches.ok()) << batches.status();
  const auto batch = batches->Next(1);
  ASSERT_TRUE(batch.ok()) << batch.status();
  EXPECT_TRUE((*batch)->column(0)->Equals(
      *Values(arrow::StringBuilder(), std::vector<std::optional<std::string>>{
                                          "10.0.0.255", {}, "1.2.3.4", "2001:db8::1"})));
}

TEST(EsqlBatches, AreAsLargeAsAskedFor) {
  auto batches =
      *EsqlBatches::Make(StreamOf({Ints({1, 2}), Ints({3}), Ints({4}), Ints({})}),
                         {{0, arrow::field("c", arrow::int32())}});
  EXPECT_EQ((*batches.Next(3))->num_rows(), 3);
  EXPECT_EQ((*batches.Next(3))->num_rows(), 1);
  EXPECT_EQ(*batches.Next(3), nullptr);
}

TEST(EsqlBatches, OneColumnMayBeReadTwice) {
  auto batches = *EsqlBatches::Make(
      StreamOf({Ints({1})}),
      {{0, arrow::field("a", arrow::int32())}, {0, arrow::field("b", arrow::int16())}});
  const auto batch = *batches.Next(1);
  EXPECT_EQ(batch->schema()->ToString(), "a: int32\nb: int16");
}

TEST(EsqlBatches, AListIsSeveralValues) {
  arrow::ListBuilder lists(arrow::default_memory_pool(),
                           std::make_shared<arrow::Int32Builder>());
  ASSERT_TRUE(lists.Append().ok());
  EXPECT_EQ(core::KindOf(Convert({*lists.Finish()}, arrow::int32()).status()),
            core::ErrorKind::kBadValue);
}

TEST(EsqlBatches, WhatDoesNotFitIsAnError) {
  constexpr int64_t kFarAway = std::numeric_limits<int64_t>::max() / 999;
  const auto micros = arrow::timestamp(arrow::TimeUnit::MICRO, "UTC");
  EXPECT_FALSE(Convert({Ints({200})}, arrow::int8()).ok());
  EXPECT_FALSE(Convert({Millis({kFarAway})}, micros).ok());
  // A type that ES|QL does not support comes as nulls.
  EXPECT_FALSE(Convert({std::make_shared<arrow::NullArray>(2)}, arrow::utf8()).ok());
  EXPECT_FALSE(Convert({Ints({1})}, arrow::int64()).ok());
}

}  // namespace
}  // namespace recurve::decode
