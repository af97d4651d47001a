// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <bit>
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
    if (error != DecodeError::kOk) return error;
    return AddDouble(std::isnan(inexact) ? 0 : inexact);  // Java's cast
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

// The nearest half float, the even one of two (Lucene, HalfFloatPoint). Infinite from
// 65,520.
float RoundToHalf(float number) {
  constexpr float kSmallestNormal = 0x1p-14F;
  constexpr float kSubnormalStep = 0x1p-24F;
  constexpr float kOverflow = 65520;
  constexpr uint32_t kCutBits = 13;
  if (std::abs(number) < kSmallestNormal) {
    return std::nearbyint(number / kSubnormalStep) * kSubnormalStep;
  }
  if (std::abs(number) >= kOverflow) return std::numeric_limits<float>::infinity();
  auto bits = std::bit_cast<uint32_t>(number);
  bits += (1U << (kCutBits - 1)) - 1 + (bits >> kCutBits & 1);
  return std::bit_cast<float>(bits >> kCutBits << kCutBits);
}

// `float` and `half_float`, in the precision they are indexed with.
class FloatWriter final : public LeafWriter<FloatWriter, arrow::FloatBuilder> {
 public:
  static constexpr bool kEmptyTextIsNull = true;  // part of `coerce`

  explicit FloatWriter(const Field& field)
      : LeafWriter(field, std::make_shared<arrow::FloatBuilder>()),
        rounds_twice_(field.float_rounding == catalog::FloatRounding::kTwice),
        is_half_(field.kind == FieldKind::kHalfFloat) {}

  DecodeError AddValue(JsonValue& value, json_type type) {
    float number;
    DecodeError error = DecodeError::kWrongType;
    if (type == json_type::number) {
      error = ReadFloat(value, rounds_twice_, &number);
    } else if (type == json_type::string) {
      std::string_view text;
      if (value.get_string().get(text) != simdjson::SUCCESS) return DecodeError::kBadJson;
      error = ReadFloatText(text, &number);
    }
    if (error != DecodeError::kOk) return error;
    if (is_half_) number = RoundToHalf(number);
    if (!std::isfinite(number)) return DecodeError::kOutOfRange;
    return Append(number);
  }

 private:
  bool rounds_twice_;
  bool is_half_;
};

// The number that a `scaled_float` is indexed as: a whole multiple of 1/factor, halves
// rounded up, as many as a long holds (Elasticsearch, ScaledFloatFieldMapper).
double RoundToScale(double number, double factor) {
  constexpr double kLimit = 0x1p63;
  const double scaled = number * factor;
  const double floor = std::floor(scaled);
  const double rounded = scaled - floor >= 0.5 ? floor + 1 : floor;
  // A long has no negative zero.
  return std::clamp(rounded, -kLimit, kLimit) / factor + 0.0;
}

// `double` and `scaled_float`.
class DoubleWriter final : public LeafWriter<DoubleWriter, arrow::DoubleBuilder> {
 public:
  static constexpr bool kEmptyTextIsNull = true;  // part of `coerce`

  explicit DoubleWriter(const Field& field)
      : LeafWriter(field, std::make_shared<arrow::DoubleBuilder>()),
        factor_(field.kind == FieldKind::kScaledFloat ? field.scaling_factor : 0) {}

  DecodeError AddValue(JsonValue& value, json_type type) {
    double number;
    DecodeError error = DecodeError::kWrongType;
    if (type == json_type::number) {
      error = ReadNumber(value, &number);
    } else if (type == json_type::string) {
      std::string_view text;
      if (value.get_string().get(text) != simdjson::SUCCESS) return DecodeError::kBadJson;
      error = ReadDoubleText(text, &number);
    }
    if (error != DecodeError::kOk) return error;
    if (!std::isfinite(number)) return DecodeError::kOutOfRange;
    return Append(factor_ > 0 ? RoundToScale(number, factor_) : number);
  }

 private:
  double factor_;  ///< 0 without one
};

}  // namespace

// By way of a double only a number half-way between two floats, or below the normal ones,
// may come out differently.
DecodeError ReadFloat(JsonValue& value, bool rounds_twice, float* number) {
  constexpr uint64_t kCutBits = (uint64_t{1} << 29) - 1;
  constexpr uint64_t kHalfWay = uint64_t{1} << 28;
  double wide;
  const DecodeError error = ReadNumber(value, &wide);
  if (error != DecodeError::kOk) return error;
  const bool rounds_alike = (std::bit_cast<uint64_t>(wide) & kCutBits) != kHalfWay &&
                            std::abs(wide) >= std::numeric_limits<float>::min();
  if (rounds_twice || rounds_alike || wide == 0) {
    *number = static_cast<float>(wide);
    return DecodeError::kOk;
  }
  return ReadFloatText(TokenOf(value), number);
}

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
      return std::make_unique<FloatWriter>(field);
    case FieldKind::kDouble:
    case FieldKind::kScaledFloat:
      return std::make_unique<DoubleWriter>(field);
    default:
      return nullptr;
  }
}

}  // namespace recurve::decode
