// SPDX-License-Identifier: Apache-2.0
#include "scan/esql_aggregate_columns.h"

#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "arrow/array.h"
#include "arrow/builder.h"
#include "arrow/type.h"
#include "core/error_detail.h"
#include "decode/esql_columns.h"
#include "fmt/format.h"
#include "plan/aggregate_rules.h"
#include "scan/aggregate_columns.h"

namespace recurve::scan {

using plan::AggregateFunction;

namespace {

arrow::Status Unexpected(const arrow::Array& array) {
  return core::MakeError(
      core::ErrorKind::kProtocol,
      fmt::format("ES|QL gave a column of type {}", array.type()->ToString()));
}

/// Whole numbers of any column that holds them: booleans, 32 or 64 bits, milliseconds.
arrow::Result<std::optional<int64_t>> WholeAt(const arrow::Array& array, int64_t row) {
  if (array.IsNull(row)) return std::nullopt;
  switch (array.type_id()) {
    case arrow::Type::BOOL:
      return static_cast<const arrow::BooleanArray&>(array).Value(row) ? 1 : 0;
    case arrow::Type::INT32:
      return static_cast<const arrow::Int32Array&>(array).Value(row);
    case arrow::Type::INT64:
      return static_cast<const arrow::Int64Array&>(array).Value(row);
    case arrow::Type::TIMESTAMP:
      if (static_cast<const arrow::TimestampType&>(*array.type()).unit() ==
          arrow::TimeUnit::MILLI) {
        return static_cast<const arrow::TimestampArray&>(array).Value(row);
      }
      break;
    case arrow::Type::NA:
      return std::nullopt;
    default:
      break;
  }
  return Unexpected(array);
}

arrow::Result<std::optional<double>> DoubleAt(const arrow::Array& array, int64_t row) {
  if (array.IsNull(row)) return std::nullopt;
  if (array.type_id() == arrow::Type::DOUBLE) {
    return static_cast<const arrow::DoubleArray&>(array).Value(row);
  }
  ARROW_ASSIGN_OR_RAISE(const auto whole, WholeAt(array, row));
  return static_cast<double>(*whole);
}

template <typename Builder>
arrow::Status AppendInt(int64_t value, arrow::ArrayBuilder& builder) {
  using Int = typename Builder::value_type;
  if (value < std::numeric_limits<Int>::min() ||
      value > std::numeric_limits<Int>::max()) {
    return core::MakeError(core::ErrorKind::kProtocol,
                           fmt::format("ES|QL gave {} for a smaller type", value));
  }
  return static_cast<Builder&>(builder).Append(static_cast<Int>(value));
}

arrow::Status AppendWhole(int64_t value, arrow::ArrayBuilder& builder) {
  switch (builder.type()->id()) {
    case arrow::Type::BOOL:
      return static_cast<arrow::BooleanBuilder&>(builder).Append(value != 0);
    case arrow::Type::INT8:
      return AppendInt<arrow::Int8Builder>(value, builder);
    case arrow::Type::INT16:
      return AppendInt<arrow::Int16Builder>(value, builder);
    case arrow::Type::INT32:
      return AppendInt<arrow::Int32Builder>(value, builder);
    case arrow::Type::INT64:
      return AppendInt<arrow::Int64Builder>(value, builder);
    case arrow::Type::TIMESTAMP: {
      int64_t micros;
      if (__builtin_mul_overflow(value, int64_t{1000}, &micros)) {
        return core::MakeError(core::ErrorKind::kPushdownDisproved,
                               "a time beyond what microseconds can count");
      }
      return static_cast<arrow::TimestampBuilder&>(builder).Append(micros);
    }
    default:
      return core::MakeError(core::ErrorKind::kInternal, "not a type of whole numbers");
  }
}

/// A column of whole numbers in another type.
arrow::Result<std::shared_ptr<arrow::Array>> WholeColumn(
    const arrow::Array& array, const std::shared_ptr<arrow::DataType>& type) {
  ARROW_ASSIGN_OR_RAISE(auto builder, arrow::MakeBuilder(type));
  ARROW_RETURN_NOT_OK(builder->Reserve(array.length()));
  for (int64_t row = 0; row < array.length(); ++row) {
    ARROW_ASSIGN_OR_RAISE(const auto value, WholeAt(array, row));
    ARROW_RETURN_NOT_OK(value ? AppendWhole(*value, *builder) : builder->AppendNull());
  }
  return builder->Finish();
}

arrow::Result<std::shared_ptr<arrow::Array>> KeyColumn(
    const plan::GroupKey& key, const std::shared_ptr<arrow::Array>& array) {
  if (key.type->id() != arrow::Type::STRING) return WholeColumn(*array, key.type);
  if (array->type_id() == arrow::Type::NA) {
    return arrow::MakeArrayOfNull(key.type, array->length());
  }
  if (key.field != nullptr && key.field->kind == catalog::FieldKind::kIp) {
    return decode::AddressTexts(*array);
  }
  if (array->type_id() != arrow::Type::STRING) return Unexpected(*array);
  return array;
}

class AggregateReader {
 public:
  AggregateReader(const plan::Aggregate& aggregate, const dsl::EsqlParts& parts,
                  const arrow::RecordBatch& batch)
      : aggregate_(aggregate), parts_(parts), batch_(batch) {}

  arrow::Result<std::shared_ptr<arrow::Array>> Read() const {
    switch (aggregate_.function) {
      case AggregateFunction::kCountRows:
      case AggregateFunction::kCount:
      case AggregateFunction::kCountDistinct:
        return WholeColumn(Column(parts_.count), arrow::int64());
      case AggregateFunction::kSum:
      case AggregateFunction::kAvg:
        return plan::IsInteger(*aggregate_.field) ? ReadWholeSums() : ReadMeasures();
      case AggregateFunction::kMin:
      case AggregateFunction::kMax:
        return plan::IsFloating(*aggregate_.field)
                   ? ReadMeasures()
                   : WholeColumn(Column(aggregate_.function == AggregateFunction::kMin
                                            ? parts_.min
                                            : parts_.max),
                                 aggregate_.type);
    }
    return core::MakeError(core::ErrorKind::kInternal, "no such aggregate");
  }

 private:
  const arrow::Array& Column(int part) const { return *batch_.column(part); }

  // ES|QL adds whole numbers as longs.
  arrow::Result<std::shared_ptr<arrow::Array>> ReadWholeSums() const {
    ARROW_ASSIGN_OR_RAISE(auto builder, arrow::MakeBuilder(aggregate_.type));
    for (int64_t row = 0; row < batch_.num_rows(); ++row) {
      ARROW_ASSIGN_OR_RAISE(const auto count, WholeAt(Column(parts_.count), row));
      ARROW_ASSIGN_OR_RAISE(const auto sum, WholeAt(Column(parts_.sum), row));
      if (!sum && count.value_or(0) > 0) {
        return core::MakeError(
            core::ErrorKind::kPushdownDisproved,
            fmt::format("the sum of field {} is beyond a long", aggregate_.field->path));
      }
      if (!sum) {
        ARROW_RETURN_NOT_OK(builder->AppendNull());
      } else if (aggregate_.function == AggregateFunction::kSum) {
        ARROW_RETURN_NOT_OK(AppendWhole(*sum, *builder));
      } else {
        ARROW_RETURN_NOT_OK(static_cast<arrow::DoubleBuilder&>(*builder).Append(
            WholeAverage(*aggregate_.field, *sum, *count)));
      }
    }
    return builder->Finish();
  }

  // Floating numbers come as doubles; the rules are those of aggregations.
  arrow::Result<std::shared_ptr<arrow::Array>> ReadMeasures() const {
    std::vector<decode::MeasureValue> values(static_cast<size_t>(batch_.num_rows()));
    for (int64_t row = 0; row < batch_.num_rows(); ++row) {
      decode::MeasureValue& value = values[static_cast<size_t>(row)];
      if (parts_.min >= 0) {
        ARROW_ASSIGN_OR_RAISE(value.min, DoubleAt(Column(parts_.min), row));
      }
      if (parts_.max >= 0) {
        ARROW_ASSIGN_OR_RAISE(value.max, DoubleAt(Column(parts_.max), row));
      }
      if (parts_.sum >= 0) {
        ARROW_ASSIGN_OR_RAISE(const auto sum, DoubleAt(Column(parts_.sum), row));
        // A sum beyond the range of a double is NULL.
        value.sum = sum.value_or(std::numeric_limits<double>::quiet_NaN());
        // Not asked for where all values of the table have one sign: that of the sum.
        if (parts_.min < 0) value.min = value.max = value.sum;
      }
      value.count = value.min || value.max ? 1 : 0;
      if (parts_.count >= 0) {
        ARROW_ASSIGN_OR_RAISE(const auto count, WholeAt(Column(parts_.count), row));
        value.count = count.value_or(0);
      }
    }
    return AggregateColumn(aggregate_, values);
  }

  const plan::Aggregate& aggregate_;
  const dsl::EsqlParts& parts_;
  const arrow::RecordBatch& batch_;
};

}  // namespace

arrow::Result<std::shared_ptr<arrow::RecordBatch>> EsqlAggregateColumns(
    const plan::AggregateRequest& request, const dsl::EsqlStats& stats,
    const arrow::RecordBatch& batch) {
  const size_t num_columns = stats.terms.size() + request.keys.size();
  if (batch.num_columns() != static_cast<int>(num_columns)) {
    return core::MakeError(core::ErrorKind::kProtocol,
                           "ES|QL gave another number of columns than asked for");
  }
  arrow::ArrayVector columns;
  for (size_t i = 0; i < request.keys.size(); ++i) {
    ARROW_ASSIGN_OR_RAISE(
        auto column, KeyColumn(request.keys[i],
                               batch.column(static_cast<int>(stats.terms.size() + i))));
    columns.push_back(std::move(column));
  }
  for (size_t i = 0; i < request.aggregates.size(); ++i) {
    const AggregateReader reader(request.aggregates[i], stats.of_aggregate[i], batch);
    ARROW_ASSIGN_OR_RAISE(auto column, reader.Read());
    columns.push_back(std::move(column));
  }
  return arrow::RecordBatch::Make(plan::OutputSchema(request), batch.num_rows(),
                                  std::move(columns));
}

}  // namespace recurve::scan
