// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <limits>
#include <type_traits>

#include "arrow/builder.h"
#include "decode/leaf_writer_internal.h"
#include "decode/number_text_internal.h"

namespace recurve::decode {

namespace {

using catalog::Field;
using catalog::FieldKind;
using simdjson::ondemand::json_type;

// A number token as the nearest double. simdjson 3.0 miscounts the digits behind "0.":
// more than 19 of them give another number.
DecodeError ReadNumber(JsonValue& value, double* number) {
  constexpr size_t kMostDigits = 19;
  const std::string_view token = TokenOf(value);
  const size_t point = token.starts_with('-') ? 2 : 1;
  if (token.size() > point + 1 + kMostDigits && token[point] == '.') {
    return ReadDoubleText(token, number);
  }
  return value.get_double().get(*number) == simdjson::SUCCESS ? DecodeError::kOk
                                                              : DecodeError::kOutOfRange;
}

template <typename Builder>
class IntegerWriter final : public LeafWriter<IntegerWriter<Builder>, Builder> {
 public:
  using Value = typename Builder::value_type;
  static constexpr bool kEmptyTextIsNull = true;  // part of `coerce`

  explicit IntegerWriter(const Field& field)
      : LeafWriter<IntegerWriter, Builder>(field, std::make_shared<Builder>()) {}

  DecodeError AddValue(JsonValue& value, json_type type) {
    if (type == json_type::number) {
      int64_t number;
      if (value.get_int64().get(number) == simdjson::SUCCESS)
        return AppendChecked(number);
      if (std::is_unsigned_v<Value>) return AddText(TokenOf(value));
      double inexact;
      const DecodeError error = ReadNumber(value, &inexact);
      return error == DecodeError::kOk ? AddDouble(inexact) : error;
    }
    if (type != json_type::string) return DecodeError::kWrongType;
    std::string_view text;
    if (value.get_string().get(text) != simdjson::SUCCESS) return DecodeError::kBadJson;
    if (sizeof(Value) == sizeof(int64_t)) return AddText(text);
    double inexact;
    const DecodeError error = ReadDoubleText(text, &inexact);
    return error == DecodeError::kOk ? AddDouble(inexact) : error;
  }

 private:
  DecodeError AppendChecked(int64_t number) {
    if constexpr (std::is_same_v<Value, uint64_t>) {
      if (number < 0) return DecodeError::kOutOfRange;
    } else {
      if (number < std::numeric_limits<Value>::min() ||
          number > std::numeric_limits<Value>::max()) {
        return DecodeError::kOutOfRange;
      }
    }
    return this->Append(static_cast<Value>(number));
  }

  // 5.7 and 5e3 are indexed as 5 and 5000 (mapping parameter `coerce`), by way of a
  // double: 9007199254740993.0 is ...992, and 2^63 is the largest long. So are texts in
  // the smaller types (6.8.9, 8.19.21, OpenSearch 2.19.6).
  DecodeError AddDouble(double number) {
    constexpr double kLimit = 0x1p63;
    if (number < -kLimit || number > kLimit) return DecodeError::kOutOfRange;
    return AppendChecked(number == kLimit ? std::numeric_limits<int64_t>::max()
                                          : static_cast<int64_t>(number));
  }

  // A text in a 64-bit field is read exactly: "9007199254740993.7" is ...993.
  DecodeError AddText(std::string_view text) {
    IntegerText integer;
    const DecodeError error = ReadIntegerText(text, &integer);
    if (error != DecodeError::kOk) return error;
    if constexpr (std::is_same_v<Value, uint64_t>) {
      if (integer.negative && integer.magnitude != 0) return DecodeError::kOutOfRange;
      return this->Append(integer.magnitude);
    } else {
      constexpr uint64_t kMax = std::numeric_limits<int64_t>::max();
      if (integer.magnitude > kMax + (integer.negative ? 1 : 0)) {
        return DecodeError::kOutOfRange;
      }
      const uint64_t bits = integer.negative ? ~integer.magnitude + 1 : integer.magnitude;
      return AppendChecked(static_cast<int64_t>(bits));
    }
  }
};

template <typename Builder>
class FloatWriter final : public LeafWriter<FloatWriter<Builder>, Builder> {
 public:
  static constexpr bool kEmptyTextIsNull = true;  // part of `coerce`

  explicit FloatWriter(const Field& field)
      : LeafWriter<FloatWriter, Builder>(field, std::make_shared<Builder>()) {}

  DecodeError AddValue(JsonValue& value, json_type type) {
    double number;
    if (type == json_type::number) {
      const DecodeError error = ReadNumber(value, &number);
      if (error != DecodeError::kOk) return error;
    } else if (type == json_type::string) {
      std::string_view text;
      if (value.get_string().get(text) != simdjson::SUCCESS) return DecodeError::kBadJson;
      const DecodeError error = ReadDoubleText(text, &number);
      if (error != DecodeError::kOk) return error;
    } else {
      return DecodeError::kWrongType;
    }
    const auto narrowed = static_cast<typename Builder::value_type>(number);
    if (!std::isfinite(narrowed)) return DecodeError::kOutOfRange;
    return this->Append(narrowed);
  }
};

}  // namespace

std::unique_ptr<ColumnWriter> MakeNumberWriter(const Field& field) {
  switch (field.kind) {
    case FieldKind::kByte:
      return std::make_unique<IntegerWriter<arrow::Int8Builder>>(field);
    case FieldKind::kShort:
      return std::make_unique<IntegerWriter<arrow::Int16Builder>>(field);
    case FieldKind::kInteger:
      return std::make_unique<IntegerWriter<arrow::Int32Builder>>(field);
    case FieldKind::kLong:
      return std::make_unique<IntegerWriter<arrow::Int64Builder>>(field);
    case FieldKind::kUnsignedLong:
      return std::make_unique<IntegerWriter<arrow::UInt64Builder>>(field);
    case FieldKind::kHalfFloat:
    case FieldKind::kFloat:
      return std::make_unique<FloatWriter<arrow::FloatBuilder>>(field);
    case FieldKind::kDouble:
    case FieldKind::kScaledFloat:
      return std::make_unique<FloatWriter<arrow::DoubleBuilder>>(field);
    default:
      return nullptr;
  }
}

}  // namespace recurve::decode
