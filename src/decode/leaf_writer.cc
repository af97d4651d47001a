// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <functional>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "arrow/builder.h"
#include "arrow/util/base64.h"
#include "core/error_detail.h"
#include "core/ip_address.h"
#include "decode/date_parser.h"
#include "decode/leaf_writer_internal.h"
#include "decode/number_text_internal.h"
#include "fmt/format.h"

namespace recurve::decode {

namespace {

using catalog::Field;
using catalog::FieldKind;
using simdjson::ondemand::json_type;

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

// Two equal values are one: the cluster's own doc values hold a document's distinct
// terms.
template <typename Derived>
class TextWriter : public LeafWriter<Derived, arrow::StringBuilder> {
 public:
  explicit TextWriter(const Field& field)
      : LeafWriter<Derived, arrow::StringBuilder>(
            field, std::make_shared<arrow::StringBuilder>()) {}

  int64_t num_bytes() const override {
    return this->builder_->value_data_length() +
           this->builder_->length() * static_cast<int64_t>(sizeof(int32_t));
  }

 protected:
  DecodeError AppendText(std::string_view text) {
    const bool same =
        this->filled_ && this->builder_->GetView(this->builder_->length() - 1) == text;
    return same ? DecodeError::kOk : this->Append(text);
  }
};

// Text as written. A number or a boolean is its token, as the cluster indexes it.
class StringWriter final : public TextWriter<StringWriter> {
 public:
  explicit StringWriter(const Field& field)
      : TextWriter(field),
        half_pair_(field.half_pairs_are_question_marks ? U'?' : U'\uFFFD'),
        constants_(field.constants) {}

  bool StartIndex(std::string_view index) override {
    const auto found =
        std::ranges::find(constants_, index, &std::pair<std::string, std::string>::first);
    constant_ = found == constants_.end() ? nullptr : &found->second;
    return constant_ != nullptr;
  }

  DecodeError AddValue(JsonValue& value, json_type type) {
    std::string_view text;
    switch (type) {
      case json_type::string: {
        const auto error = value.get_string().get(text);
        if (error == simdjson::STRING_ERROR) {
          return AppendText(ReplaceLoneSurrogates(TokenOf(value), half_pair_));
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

 protected:
  DecodeError EndEmptyRow() override {
    return constant_ == nullptr ? LeafWriter::EndEmptyRow() : Append(*constant_);
  }

 private:
  char32_t half_pair_;  ///< what half a surrogate pair is indexed as
  std::vector<std::pair<std::string, std::string>> constants_;
  const std::string* constant_ = nullptr;  ///< of the rows' index
};

// An address in the spelling of the cluster's doc values.
class IpWriter final : public TextWriter<IpWriter> {
 public:
  explicit IpWriter(const Field& field) : TextWriter(field) {}

  DecodeError AddValue(JsonValue& value, json_type type) {
    if (type != json_type::string) return DecodeError::kWrongType;
    std::string_view written;
    if (value.get_string().get(written) != simdjson::SUCCESS) {
      return DecodeError::kBadJson;
    }
    const auto address = core::ParseIp(written);
    if (!address) return DecodeError::kBadText;
    return AppendText(core::ToString(*address));
  }
};

bool IsSpace(char c) { return static_cast<unsigned char>(c) <= ' '; }

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
    // Lines of MIME and missing padding are read too; the cluster does not look inside.
    std::string joined;
    if (std::ranges::any_of(text, IsSpace)) {
      std::ranges::copy_if(text, std::back_inserter(joined), std::not_fn(IsSpace));
      text = joined;
    }
    const size_t end = text.find_last_not_of('=') + 1;  // 0 when there is nothing else
    if (end % 4 == 1) return DecodeError::kBadText;
    if (text.size() - end > 2 ||
        text.substr(0, end).find_first_not_of(kAlphabet) != std::string_view::npos) {
      return DecodeError::kBadText;
    }
    return Append(arrow::util::base64_decode(text));
  }

  int64_t num_bytes() const override { return builder_->value_data_length(); }

 private:
  std::string joined_;  ///< the lines of one value
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

DecodeError ColumnWriter::AddElements(JsonValue& array, Failure& failure) {
  return ForEachElement(array, failure,
                        [&](JsonValue& value) { return Add(value, failure); });
}

DecodeError ColumnWriter::AddMember(std::string_view /*name*/, JsonValue& value,
                                    Failure& failure) {
  return Fail(DecodeError::kWrongType, value, failure);
}

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
    case FieldKind::kShort:
    case FieldKind::kInteger:
    case FieldKind::kLong:
    case FieldKind::kUnsignedLong:
    case FieldKind::kHalfFloat:
    case FieldKind::kFloat:
    case FieldKind::kDouble:
    case FieldKind::kScaledFloat:
      return MakeNumberWriter(field);
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
    case FieldKind::kVersion:
      return std::make_unique<StringWriter>(field);
    case FieldKind::kIp:
      return std::make_unique<IpWriter>(field);
    case FieldKind::kJsonText:
      return std::make_unique<JsonTextWriter>(field);
    case FieldKind::kGeoPoint:
      return MakeGeoPointWriter(field);
    case FieldKind::kVector:
      return MakeVectorWriter(field);
    case FieldKind::kObject:
    case FieldKind::kNested:
      break;
  }
  return core::MakeError(core::ErrorKind::kInternal,
                         fmt::format("no leaf writer for {}", field.path));
}

}  // namespace recurve::decode
