// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string_view>
#include <type_traits>
#include <utility>

#include "decode/column_writer_internal.h"

namespace recurve::decode {

/// A token as it stands in the document, for example 5.70 or true.
inline std::string_view TokenOf(JsonValue& value) {
  std::string_view token = value.raw_json_token();
  while (!token.empty() && static_cast<unsigned char>(token.back()) <= ' ') {
    token.remove_suffix(1);
  }
  return token;
}

/// Appends without a Status where there is room, which is nearly always.
template <typename Builder, typename Value>
bool AppendTo(Builder& builder, const Value& value) {
  if (builder.length() == builder.capacity() && !builder.Reserve(1).ok()) return false;
  if constexpr (std::is_convertible_v<Value, std::string_view>) {
    const std::string_view bytes(value);
    const auto num_bytes = static_cast<int64_t>(bytes.size());
    if (builder.value_data_capacity() - builder.value_data_length() < num_bytes &&
        !builder.ReserveData(num_bytes).ok()) {
      return false;
    }
    builder.UnsafeAppend(bytes);
  } else {
    builder.UnsafeAppend(value);
  }
  return true;
}

/// Common to all leaves: null is no value, an array is its elements, one value is enough.
///
/// REQUIRES Derived has AddValue(value, type), for values that are neither null nor,
/// unless it takes arrays, an array.
template <typename Derived, typename Builder>
class LeafWriter : public ColumnWriter {
 public:
  LeafWriter(const catalog::Field& field, std::shared_ptr<Builder> builder)
      : ColumnWriter(field.path),
        builder_(std::move(builder)),
        ignore_malformed_(field.ignore_malformed) {}

  DecodeError Add(JsonValue& value, Failure& failure) final {
    using simdjson::ondemand::json_type;
    json_type type;
    if (value.type().get(type) != simdjson::SUCCESS) {
      return Fail(DecodeError::kBadJson, value, failure);
    }
    switch (type) {
      case json_type::null:
        // An invalid token that starts with n would pass for null unless it is read.
        return value.is_null().error() == simdjson::SUCCESS
                   ? DecodeError::kOk
                   : Fail(DecodeError::kBadJson, value, failure);
      case json_type::array:
        if (Derived::kTakesArrays) break;
        return AddElements(value, failure);
      case json_type::string:
        if (Derived::kEmptyTextIsNull && TokenOf(value) == "\"\"")
          return DecodeError::kOk;
        break;
      default:
        break;
    }
    const DecodeError error = static_cast<Derived*>(this)->AddValue(value, type);
    if (error == DecodeError::kOk) {
      filled_ = true;
      return error;
    }
    // What the mapping lets the cluster ignore is NULL here as it is there.
    if (ignore_malformed_ && error != DecodeError::kSeveralValues &&
        error != DecodeError::kBadJson) {
      return DecodeError::kOk;
    }
    return Fail(error, value, failure);
  }

  arrow::Result<std::shared_ptr<arrow::Array>> Finish() final {
    std::shared_ptr<arrow::Array> array;
    ARROW_RETURN_NOT_OK(builder_->Finish(&array));
    return array;
  }

  int64_t num_bytes() const override {
    return builder_->length() * static_cast<int64_t>(sizeof(int64_t));
  }

 protected:
  static constexpr bool kTakesArrays = false;
  static constexpr bool kEmptyTextIsNull = false;

  DecodeError EndEmptyRow() override {
    return builder_->AppendNull().ok() ? DecodeError::kOk : DecodeError::kOutOfRange;
  }

  template <typename... Value>
  DecodeError Append(const Value&... value) {
    if (filled_) return DecodeError::kSeveralValues;
    return AppendTo(*builder_, value...) ? DecodeError::kOk : DecodeError::kOutOfRange;
  }

  std::shared_ptr<Builder> builder_;
  friend Derived;

 private:
  bool ignore_malformed_;
};

/// As MakeLeafWriter, for numbers.
std::unique_ptr<ColumnWriter> MakeNumberWriter(const catalog::Field& field);

/// As MakeLeafWriter, for kGeoPoint and kVector.
std::unique_ptr<ColumnWriter> MakeGeoPointWriter(const catalog::Field& field);
std::unique_ptr<ColumnWriter> MakeVectorWriter(const catalog::Field& field);

/// The float that a JSON number is: rounded from its digits, or by way of a double.
DecodeError ReadFloat(JsonValue& value, bool rounds_twice, float* number);

}  // namespace recurve::decode
