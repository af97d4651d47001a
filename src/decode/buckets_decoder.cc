// SPDX-License-Identifier: Apache-2.0
#include "decode/buckets_decoder.h"

#include <cmath>
#include <limits>
#include <utility>

#include "arrow/builder.h"
#include "arrow/type.h"
#include "core/error_detail.h"
#include "decode/envelope_reader_internal.h"
#include "fmt/format.h"

namespace recurve::decode {

namespace {

using simdjson::ondemand::json_type;
using Key = simdjson::ondemand::raw_json_string;

// The number behind the letter of a name: "k12".
size_t NumberOf(Key key) {
  size_t number = 0;
  for (const char* digit = key.raw() + 1; *digit >= '0' && *digit <= '9'; ++digit) {
    number = number * 10 + static_cast<size_t>(*digit - '0');
  }
  return number;
}

bool IsNumbered(Key key, char letter) {
  return key.raw()[0] == letter && key.raw()[1] >= '0' && key.raw()[1] <= '9';
}

bool ReadInt(JsonValue value, int64_t* number) {
  return value.get_int64().get(*number) == simdjson::SUCCESS;
}

// What JSON cannot say as a number comes as text: "Infinity", "NaN".
bool ReadDouble(JsonValue value, double* number) {
  json_type type;
  if (value.type().get(type) != simdjson::SUCCESS) return false;
  if (type == json_type::string) {
    *number = std::numeric_limits<double>::quiet_NaN();
    return true;
  }
  return value.get_double().get(*number) == simdjson::SUCCESS;
}

bool ReadOptionalDouble(JsonValue value, std::optional<double>* number) {
  bool is_null;
  if (value.is_null().get(is_null) != simdjson::SUCCESS) return false;
  if (is_null) return true;
  double read;
  if (!ReadDouble(value, &read)) return false;
  *number = read;
  return true;
}

bool ReadMeasure(JsonValue value, MeasureValue* measure) {
  bool inner = false;
  return ForEachMember(value, [&](Key key, JsonValue member) {
    if (key == "v") {
      inner = true;
      *measure = {};
      return ReadMeasure(member, measure);
    }
    if (key == "count" || key == "value") return ReadInt(member, &measure->count);
    if (key == "doc_count") return inner || ReadInt(member, &measure->count);
    if (key == "min") return ReadOptionalDouble(member, &measure->min);
    if (key == "max") return ReadOptionalDouble(member, &measure->max);
    if (key == "sum") {
      // Elasticsearch 6 says null for the sum over no values.
      std::optional<double> sum;
      const bool read = ReadOptionalDouble(member, &sum);
      measure->sum = sum.value_or(0.0);
      return read;
    }
    return true;
  });
}

// Appends the keys of one position.
class KeyWriter {
 public:
  static arrow::Result<KeyWriter> Make(const std::shared_ptr<arrow::DataType>& type) {
    KeyWriter writer;
    ARROW_ASSIGN_OR_RAISE(writer.builder_, arrow::MakeBuilder(type));
    return writer;
  }

  bool Append(JsonValue value) {
    bool is_null;
    if (value.is_null().get(is_null) != simdjson::SUCCESS) return false;
    if (is_null) return builder_->AppendNull().ok();
    switch (builder_->type()->id()) {
      case arrow::Type::STRING: {
        std::string_view text;
        return value.get_string().get(text) == simdjson::SUCCESS &&
               static_cast<arrow::StringBuilder&>(*builder_).Append(text).ok();
      }
      case arrow::Type::BOOL: {
        bool truth;
        return value.get_bool().get(truth) == simdjson::SUCCESS &&
               static_cast<arrow::BooleanBuilder&>(*builder_).Append(truth).ok();
      }
      case arrow::Type::INT8:
        return AppendInt<arrow::Int8Builder>(value);
      case arrow::Type::INT16:
        return AppendInt<arrow::Int16Builder>(value);
      case arrow::Type::INT32:
        return AppendInt<arrow::Int32Builder>(value);
      case arrow::Type::INT64:
        return AppendInt<arrow::Int64Builder>(value);
      case arrow::Type::TIMESTAMP: {
        int64_t millis;
        int64_t micros;
        return ReadInt(value, &millis) &&
               !__builtin_mul_overflow(millis, int64_t{1000}, &micros) &&
               static_cast<arrow::TimestampBuilder&>(*builder_).Append(micros).ok();
      }
      default:
        return false;
    }
  }

  arrow::Result<std::shared_ptr<arrow::Array>> Finish() { return builder_->Finish(); }

 private:
  template <typename Builder>
  bool AppendInt(JsonValue value) {
    using Int = typename Builder::value_type;
    int64_t number;
    if (!ReadInt(value, &number) || number < std::numeric_limits<Int>::min() ||
        number > std::numeric_limits<Int>::max()) {
      return false;
    }
    return static_cast<Builder&>(*builder_).Append(static_cast<Int>(number)).ok();
  }

  std::unique_ptr<arrow::ArrayBuilder> builder_;
};

class Reader {
 public:
  Reader(std::vector<KeyWriter> keys, size_t num_measures)
      : keys_(std::move(keys)), num_measures_(num_measures) {
    result_.measures.resize(num_measures);
  }

  bool Read(simdjson::ondemand::document& document) {
    JsonObject object;
    if (document.get_object().get(object) != simdjson::SUCCESS) return false;
    for (auto member : object) {
      simdjson::ondemand::field field;
      if (std::move(member).get(field) != simdjson::SUCCESS) return false;
      const Key key = field.key();
      if (!ReadMember(key, field.value())) return false;
    }
    return true;
  }

  arrow::Result<BucketsPage> Finish() {
    for (KeyWriter& key : keys_) {
      ARROW_ASSIGN_OR_RAISE(auto array, key.Finish());
      if (array->length() != result_.num_groups()) {
        return core::MakeError(core::ErrorKind::kProtocol, "a group lacks a key");
      }
      result_.keys.push_back(std::move(array));
    }
    for (const auto& measure : result_.measures) {
      if (measure.size() != result_.num_rows.size()) {
        return core::MakeError(core::ErrorKind::kProtocol, "a group lacks a measure");
      }
    }
    return std::move(result_);
  }

 private:
  bool ReadMember(Key key, JsonValue value) {
    if (key == "hits") {
      return ForEachMember(value, [this](Key name, JsonValue member) {
        return !(name == "total") || ReadTotal(member, &result_.page);
      });
    }
    if (key == "aggregations") {
      return ForEachMember(value, [this](Key name, JsonValue member) {
        if (name == "groups") return ReadGroups(member);
        if (name == "all") {
          MeasureValue all;
          const bool read = ReadMeasure(member, &all);
          result_.all_rows = all.count;
          return read;
        }
        if (name == "proofs") return ReadProofs(member, &result_.page);
        if (!IsNumbered(name, 'm') || NumberOf(name) >= num_measures_) return true;
        result_.totals.resize(num_measures_);
        return ReadMeasure(member, &result_.totals[NumberOf(name)]);
      });
    }
    return ReadEnvelopeMember(key, value, &result_.page);
  }

  bool ReadGroups(JsonValue value) {
    return ForEachMember(value, [this](Key key, JsonValue member) {
      if (key == "after_key") {
        std::string_view text;
        if (simdjson::to_json_string(member).get(text) != simdjson::SUCCESS) return false;
        result_.after_key = text;
        return true;
      }
      if (!(key == "buckets")) return true;
      simdjson::ondemand::array buckets;
      if (member.get_array().get(buckets) != simdjson::SUCCESS) return false;
      for (auto bucket : buckets) {
        JsonValue group;
        if (std::move(bucket).get(group) != simdjson::SUCCESS) return false;
        if (!ReadGroup(group)) return false;
      }
      return true;
    });
  }

  bool ReadGroup(JsonValue value) {
    return ForEachMember(value, [this](Key key, JsonValue member) {
      if (key == "key") {
        return ForEachMember(member, [this](Key name, JsonValue part) {
          return IsNumbered(name, 'k') && NumberOf(name) < keys_.size() &&
                 keys_[NumberOf(name)].Append(part);
        });
      }
      if (key == "doc_count") {
        int64_t num_rows;
        if (!ReadInt(member, &num_rows)) return false;
        result_.num_rows.push_back(num_rows);
        return true;
      }
      if (!IsNumbered(key, 'm') || NumberOf(key) >= num_measures_) return true;
      return ReadMeasure(member, &result_.measures[NumberOf(key)].emplace_back());
    });
  }

  std::vector<KeyWriter> keys_;
  const size_t num_measures_;
  BucketsPage result_;
};

}  // namespace

arrow::Result<BucketsPage> DecodeBuckets(
    const core::PaddedBytes& body,
    const std::vector<std::shared_ptr<arrow::DataType>>& key_types, size_t num_measures) {
  std::vector<KeyWriter> keys;
  for (const auto& type : key_types) {
    ARROW_ASSIGN_OR_RAISE(auto key, KeyWriter::Make(type));
    keys.push_back(std::move(key));
  }
  Reader reader(std::move(keys), num_measures);
  simdjson::ondemand::parser parser;
  simdjson::ondemand::document document;
  if (parser.iterate(simdjson::padded_string_view(body.data(), body.size(),
                                                  body.padded_capacity()))
              .get(document) != simdjson::SUCCESS ||
      !reader.Read(document)) {
    return core::MakeError(
        core::ErrorKind::kProtocol,
        fmt::format("not an answer with groups: {:.200}", body.view()));
  }
  return reader.Finish();
}

}  // namespace recurve::decode
