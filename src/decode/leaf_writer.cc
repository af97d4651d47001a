// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <limits>
#include <type_traits>
#include <utility>

#include "arrow/builder.h"
#include "arrow/util/base64.h"
#include "core/error_detail.h"
#include "decode/column_writer_internal.h"
#include "decode/date_parser.h"
#include "decode/number_text_internal.h"
#include "fmt/format.h"

namespace recurve::decode {

namespace {

using catalog::Field;
using catalog::FieldKind;
using simdjson::ondemand::json_type;

// A token as it stands in the document, for example 5.70 or true.
std::string_view TokenOf(JsonValue& value) {
  std::string_view token = value.raw_json_token();
  while (!token.empty() && static_cast<unsigned char>(token.back()) <= ' ') {
    token.remove_suffix(1);
  }
  return token;
}

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

// Appends without a Status where there is room, which is nearly always.
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

// Common to all leaves: null is no value, an array is its elements, one value is enough.
template <typename Derived, typename Builder>
class LeafWriter : public ColumnWriter {
 public:
  LeafWriter(const Field& field, std::shared_ptr<Builder> builder)
      : ColumnWriter(field.path),
        builder_(std::move(builder)),
        ignore_malformed_(field.ignore_malformed) {}

  DecodeError Add(JsonValue& value, Failure& failure) final {
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
      case json_type::array: {
        if (Derived::kTakesArrays) break;
        simdjson::ondemand::array elements;
        if (value.get_array().get(elements) != simdjson::SUCCESS) {
          return Fail(DecodeError::kBadJson, value, failure);
        }
        for (auto element : elements) {
          JsonValue inner;
          if (std::move(element).get(inner) != simdjson::SUCCESS)
            return DecodeError::kBadJson;
          const DecodeError error = Add(inner, failure);
          if (error != DecodeError::kOk) return error;
        }
        return DecodeError::kOk;
      }
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

  DecodeError EndEmptyRow() final {
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

// true, false, "true", "false"; "" is false (Elasticsearch reference, "Boolean").
class BooleanWriter final : public LeafWriter<BooleanWriter, arrow::BooleanBuilder> {
 public:
  explicit BooleanWriter(const Field& field)
      : LeafWriter(field, std::make_shared<arrow::BooleanBuilder>()) {}

  DecodeError AddValue(JsonValue& value, json_type type) {
    if (type == json_type::boolean) {
      bool truth;
      if (value.get_bool().get(truth) != simdjson::SUCCESS) return DecodeError::kBadJson;
      return Append(truth);
    }
    if (type != json_type::string) return DecodeError::kWrongType;
    std::string_view text;
    if (value.get_string().get(text) != simdjson::SUCCESS) return DecodeError::kBadJson;
    if (text == "true") return Append(true);
    if (text == "false" || text.empty()) return Append(false);
    return DecodeError::kBadText;
  }
};

class DateWriter final : public LeafWriter<DateWriter, arrow::TimestampBuilder> {
 public:
  DateWriter(const Field& field, DateParser parser)
      : LeafWriter(field, std::make_shared<arrow::TimestampBuilder>(
                              field.type, arrow::default_memory_pool())),
        parser_(std::move(parser)),
        nanos_(field.kind == FieldKind::kDateNanos) {}

  DecodeError AddValue(JsonValue& value, json_type type) {
    std::string_view text;
    if (type == json_type::string) {
      if (value.get_string().get(text) != simdjson::SUCCESS) return DecodeError::kBadJson;
    } else if (type == json_type::number) {
      int64_t millis;
      if (parser_.reads_long_numbers_as_millis() && !nanos_ &&
          value.get_int64().get(millis) == simdjson::SUCCESS) {
        if (millis >= DateParser::kLongNumber) return AppendMillis(millis);
        return AddInstant(std::to_string(millis));
      }
      text = TokenOf(value);
    } else {
      return DecodeError::kWrongType;
    }
    return AddInstant(text);
  }

 private:
  DecodeError AppendMillis(int64_t millis) {
    int64_t micros;
    if (__builtin_mul_overflow(millis, int64_t{1000}, &micros)) {
      return DecodeError::kOutOfRange;
    }
    return Append(micros);
  }

  DecodeError AddInstant(std::string_view text) {
    Instant instant;
    if (!parser_.Parse(text, &instant)) return DecodeError::kBadDate;
    // `date` is indexed in milliseconds: what is finer is cut off here as it is there.
    const int64_t per_second = nanos_ ? 1000000000 : 1000000;
    const int64_t fraction = nanos_ ? instant.nanos : instant.nanos / 1000000 * 1000;
    int64_t ticks;
    if (__builtin_mul_overflow(instant.seconds, per_second, &ticks) ||
        __builtin_add_overflow(ticks, fraction, &ticks)) {
      return DecodeError::kOutOfRange;
    }
    return Append(ticks);
  }

  DateParser parser_;
  bool nanos_;
};

// Text as written. A number or a boolean is its token, as the cluster indexes it. Two
// equal values are one: the cluster's own doc values hold a keyword's distinct values.
class StringWriter final : public LeafWriter<StringWriter, arrow::StringBuilder> {
 public:
  explicit StringWriter(const Field& field)
      : LeafWriter(field, std::make_shared<arrow::StringBuilder>()) {}

  DecodeError AddValue(JsonValue& value, json_type type) {
    std::string_view text;
    switch (type) {
      case json_type::string: {
        const auto error = value.get_string().get(text);
        if (error == simdjson::STRING_ERROR) {
          return AppendText(ReplaceLoneSurrogates(TokenOf(value)));
        }
        if (error != simdjson::SUCCESS) return DecodeError::kBadJson;
        return AppendText(text);
      }
      case json_type::number:
      case json_type::boolean:
        return AppendText(TokenOf(value));
      default:
        return DecodeError::kWrongType;
    }
  }

  int64_t num_bytes() const override {
    return builder_->value_data_length() +
           builder_->length() * static_cast<int64_t>(sizeof(int32_t));
  }

 private:
  DecodeError AppendText(std::string_view text) {
    if (filled_) {
      return builder_->GetView(builder_->length() - 1) == text
                 ? DecodeError::kOk
                 : DecodeError::kSeveralValues;
    }
    return Append(text);
  }
};

class BinaryWriter final : public LeafWriter<BinaryWriter, arrow::BinaryBuilder> {
 public:
  explicit BinaryWriter(const Field& field)
      : LeafWriter(field, std::make_shared<arrow::BinaryBuilder>()) {}

  DecodeError AddValue(JsonValue& value, json_type type) {
    if (type != json_type::string) return DecodeError::kWrongType;
    std::string_view text;
    if (value.get_string().get(text) != simdjson::SUCCESS) return DecodeError::kBadJson;
    constexpr std::string_view kAlphabet =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const size_t end = text.find_last_not_of('=') + 1;  // 0 when there is nothing else
    if (text.size() - end > 2 ||
        text.substr(0, end).find_first_not_of(kAlphabet) != std::string_view::npos) {
      return DecodeError::kBadText;
    }
    return Append(arrow::util::base64_decode(text));
  }

  int64_t num_bytes() const override { return builder_->value_data_length(); }
};

// The JSON text of whatever stands there, arrays included.
class JsonTextWriter final : public LeafWriter<JsonTextWriter, arrow::StringBuilder> {
 public:
  static constexpr bool kTakesArrays = true;

  explicit JsonTextWriter(const Field& field)
      : LeafWriter(field, std::make_shared<arrow::StringBuilder>()) {}

  DecodeError AddValue(JsonValue& value, json_type /*type*/) {
    std::string_view text;
    if (simdjson::to_json_string(value).get(text) != simdjson::SUCCESS) {
      return DecodeError::kBadJson;
    }
    return Append(text);
  }

  int64_t num_bytes() const override { return builder_->value_data_length(); }
};

}  // namespace

DecodeError ColumnWriter::Fail(DecodeError error, JsonValue& value,
                               Failure& failure) const {
  constexpr size_t kMaxExcerptBytes = 60;
  failure.path = path_;
  failure.excerpt.clear();
  simdjson::ondemand::json_type type;
  if (value.type().get(type) == simdjson::SUCCESS && type != json_type::array &&
      type != json_type::object) {
    failure.excerpt = TokenOf(value).substr(0, kMaxExcerptBytes);
  }
  return error;
}

arrow::Result<std::unique_ptr<ColumnWriter>> MakeLeafWriter(const Field& field) {
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
    case FieldKind::kBoolean:
      return std::make_unique<BooleanWriter>(field);
    case FieldKind::kDate:
    case FieldKind::kDateNanos: {
      auto parser = DateParser::Make(field.date_format);
      if (!parser.ok()) return core::Within(field.path, parser.status());
      return std::make_unique<DateWriter>(field, *std::move(parser));
    }
    case FieldKind::kBinary:
      return std::make_unique<BinaryWriter>(field);
    case FieldKind::kKeyword:
    case FieldKind::kConstantKeyword:
    case FieldKind::kWildcard:
    case FieldKind::kText:
    case FieldKind::kIp:
    case FieldKind::kVersion:
      return std::make_unique<StringWriter>(field);
    case FieldKind::kJsonText:
      return std::make_unique<JsonTextWriter>(field);
    case FieldKind::kObject:
    case FieldKind::kNested:
      break;
  }
  return core::MakeError(core::ErrorKind::kInternal,
                         fmt::format("no leaf writer for {}", field.path));
}

}  // namespace recurve::decode
