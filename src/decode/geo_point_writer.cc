// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "arrow/builder.h"
#include "decode/leaf_writer_internal.h"
#include "decode/number_text_internal.h"

namespace recurve::decode {

namespace {

using simdjson::ondemand::json_type;

struct Point {
  double lat = 0;
  double lon = 0;
};

std::string_view Trimmed(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

// Two or three numbers with separators between them; the third is an altitude, which has
// no column.
bool ReadPair(std::string_view text, char separator, double* first, double* second) {
  double numbers[3];
  size_t count = 0;
  for (text = Trimmed(text); !text.empty() && count < 3; ++count) {
    const size_t end = std::min(text.find(separator), text.size());
    if (ReadDoubleText(text.substr(0, end), &numbers[count]) != DecodeError::kOk) {
      return false;
    }
    text = Trimmed(text.substr(std::min(end + 1, text.size())));
  }
  if (count < 2 || !text.empty()) return false;
  *first = numbers[0];
  *second = numbers[1];
  return true;
}

// "POINT (lon lat)", in any case.
bool ReadWellKnownText(std::string_view text, Point* point) {
  const size_t open = text.find('(');
  if (open == std::string_view::npos || text.back() != ')') return false;
  std::string word(Trimmed(text.substr(0, open)));
  for (char& c : word) c = static_cast<char>(c | 0x20);  // to lower case
  if (word != "point" && word != "point z") return false;
  return ReadPair(text.substr(open + 1, text.size() - open - 2), ' ', &point->lon,
                  &point->lat);
}

// The cell's south-west corner, which is what a geo_point is indexed as (Elasticsearch,
// GeoPoint.resetFromGeoHash).
bool ReadGeohash(std::string_view text, Point* point) {
  constexpr std::string_view kDigits = "0123456789bcdefghjkmnpqrstuvwxyz";
  constexpr size_t kMaxLength = 12;
  if (text.empty() || text.size() > kMaxLength) return false;
  double lat_step = 180;
  double lon_step = 360;
  *point = {-90, -180};
  bool is_lon = true;
  for (const char c : text) {
    const size_t digit = kDigits.find(c);
    if (digit == std::string_view::npos) return false;
    for (size_t bit = 16; bit > 0; bit /= 2, is_lon = !is_lon) {
      double& step = is_lon ? lon_step : lat_step;
      step /= 2;
      if ((digit & bit) != 0) (is_lon ? point->lon : point->lat) += step;
    }
  }
  return true;
}

bool ReadPointText(std::string_view text, Point* point) {
  text = Trimmed(text);
  if (text.empty()) return false;
  if (text.back() == ')') return ReadWellKnownText(text, point);
  if (text.find(',') != std::string_view::npos) {
    return ReadPair(text, ',', &point->lat, &point->lon);
  }
  return ReadGeohash(text, point);
}

bool ReadCoordinate(JsonValue& value, double* number) {
  json_type type;
  if (value.type().get(type) != simdjson::SUCCESS) return false;
  if (type == json_type::number) {
    return value.get_double().get(*number) == simdjson::SUCCESS;
  }
  std::string_view text;
  return type == json_type::string && value.get_string().get(text) == simdjson::SUCCESS &&
         ReadDoubleText(text, number) == DecodeError::kOk;
}

// A geo_point: {"lat", "lon"}, [lon, lat], "lat,lon", "POINT (lon lat)", a geohash or a
// GeoJSON point. As written: the index holds it less precisely.
class GeoPointWriter final : public ColumnWriter {
 public:
  explicit GeoPointWriter(const catalog::Field& field)
      : ColumnWriter(field.path),
        type_(field.type),
        lat_(std::make_shared<arrow::DoubleBuilder>()),
        lon_(std::make_shared<arrow::DoubleBuilder>()),
        builder_(type_, arrow::default_memory_pool(), {lat_, lon_}),
        ignore_malformed_(field.ignore_malformed) {}

  DecodeError Add(JsonValue& value, Failure& failure) override {
    json_type type;
    if (value.type().get(type) != simdjson::SUCCESS) {
      return Fail(DecodeError::kBadJson, value, failure);
    }
    Point point;
    DecodeError error = DecodeError::kWrongType;
    switch (type) {
      case json_type::null:
        return value.is_null().error() == simdjson::SUCCESS ? DecodeError::kOk
                                                            : DecodeError::kBadJson;
      case json_type::array:
        return AddArray(value, failure);
      case json_type::object:
        error = ReadObject(value, &point);
        break;
      case json_type::string: {
        std::string_view text;
        if (value.get_string().get(text) != simdjson::SUCCESS) {
          return Fail(DecodeError::kBadJson, value, failure);
        }
        error = ReadPointText(text, &point) ? DecodeError::kOk : DecodeError::kBadText;
        break;
      }
      default:
        break;
    }
    return AddPoint(error, point, value, failure);
  }

  arrow::Result<std::shared_ptr<arrow::Array>> Finish() override {
    std::shared_ptr<arrow::Array> array;
    ARROW_RETURN_NOT_OK(builder_.Finish(&array));
    return array;
  }

  int64_t num_bytes() const override {
    return builder_.length() * static_cast<int64_t>(2 * sizeof(double));
  }

 protected:
  DecodeError EndEmptyRow() override {
    return builder_.AppendNull().ok() ? DecodeError::kOk : DecodeError::kOutOfRange;
  }

 private:
  // [lon, lat] is one point; any other array is its elements.
  DecodeError AddArray(JsonValue& value, Failure& failure) {
    simdjson::ondemand::array elements;
    if (value.get_array().get(elements) != simdjson::SUCCESS) {
      return Fail(DecodeError::kBadJson, value, failure);
    }
    std::array<double, 3> numbers{};
    size_t count = 0;
    bool is_point = true;
    for (auto element : elements) {
      JsonValue item;
      json_type type;
      if (std::move(element).get(item) != simdjson::SUCCESS ||
          item.type().get(type) != simdjson::SUCCESS) {
        return DecodeError::kBadJson;
      }
      if (type == json_type::number) {
        is_point = is_point && count < numbers.size() &&
                   item.get_double().get(numbers[count]) == simdjson::SUCCESS;
        ++count;
        continue;
      }
      const DecodeError error = Add(item, failure);
      if (error != DecodeError::kOk) return error;
    }
    if (count == 0) return DecodeError::kOk;
    const DecodeError error =
        is_point && count >= 2 ? DecodeError::kOk : DecodeError::kWrongType;
    return AddPoint(error, {numbers[1], numbers[0]}, value, failure);
  }

  static DecodeError ReadObject(JsonValue& value, Point* point) {
    JsonObject object;
    if (value.get_object().get(object) != simdjson::SUCCESS) return DecodeError::kBadJson;
    bool has_lat = false;
    bool has_lon = false;
    for (auto member : object) {
      if (member.error() != simdjson::SUCCESS) return DecodeError::kBadJson;
      auto&& field = std::move(member).value_unsafe();
      const auto key = field.key();
      JsonValue& coordinate = field.value();
      if (key == "lat") {
        has_lat = ReadCoordinate(coordinate, &point->lat);
      } else if (key == "lon") {
        has_lon = ReadCoordinate(coordinate, &point->lon);
      } else if (key == "geohash") {
        std::string_view text;
        has_lat = has_lon = coordinate.get_string().get(text) == simdjson::SUCCESS &&
                            ReadGeohash(text, point);
      } else if (key == "coordinates") {
        simdjson::ondemand::array pair;
        if (coordinate.get_array().get(pair) != simdjson::SUCCESS) continue;
        for (auto number : pair) {
          JsonValue item;
          if (std::move(number).get(item) != simdjson::SUCCESS) {
            return DecodeError::kBadJson;
          }
          if (!has_lon) {
            has_lon = ReadCoordinate(item, &point->lon);
          } else if (!has_lat) {
            has_lat = ReadCoordinate(item, &point->lat);
          }
        }
      }
    }
    return has_lat && has_lon ? DecodeError::kOk : DecodeError::kWrongType;
  }

  DecodeError AddPoint(DecodeError error, const Point& point, JsonValue& value,
                       Failure& failure) {
    if (error == DecodeError::kOk && filled_) error = DecodeError::kSeveralValues;
    if (error == DecodeError::kOk) {
      filled_ = true;
      const bool appended = builder_.Append().ok() && lat_->Append(point.lat).ok() &&
                            lon_->Append(point.lon).ok();
      return appended ? DecodeError::kOk : DecodeError::kOutOfRange;
    }
    // What the mapping lets the cluster ignore is NULL here as it is there.
    if (ignore_malformed_ &&
        (error == DecodeError::kWrongType || error == DecodeError::kBadText)) {
      return DecodeError::kOk;
    }
    return Fail(error, value, failure);
  }

  std::shared_ptr<arrow::DataType> type_;
  std::shared_ptr<arrow::DoubleBuilder> lat_;
  std::shared_ptr<arrow::DoubleBuilder> lon_;
  arrow::StructBuilder builder_;
  bool ignore_malformed_;
};

// A vector: all numbers of the array are its one value.
class VectorWriter final : public LeafWriter<VectorWriter, arrow::ListBuilder> {
 public:
  static constexpr bool kTakesArrays = true;

  explicit VectorWriter(const catalog::Field& field)
      : VectorWriter(field, std::make_shared<arrow::FloatBuilder>()) {}

  DecodeError AddValue(JsonValue& value, json_type type) {
    if (type != json_type::array) return DecodeError::kWrongType;
    if (filled_) return DecodeError::kSeveralValues;
    simdjson::ondemand::array elements;
    if (value.get_array().get(elements) != simdjson::SUCCESS) {
      return DecodeError::kBadJson;
    }
    numbers_.clear();
    for (auto element : elements) {
      JsonValue item;
      float number;
      if (std::move(element).get(item) != simdjson::SUCCESS) return DecodeError::kBadJson;
      const DecodeError error = ReadFloat(item, false, &number);
      if (error != DecodeError::kOk) return error;
      numbers_.push_back(number);
    }
    return builder_->Append().ok() &&
                   items_
                       ->AppendValues(numbers_.data(),
                                      static_cast<int64_t>(numbers_.size()))
                       .ok()
               ? DecodeError::kOk
               : DecodeError::kOutOfRange;
  }

  int64_t num_bytes() const override {
    return items_->length() * static_cast<int64_t>(sizeof(float));
  }

 private:
  VectorWriter(const catalog::Field& field, std::shared_ptr<arrow::FloatBuilder> items)
      : LeafWriter(field, std::make_shared<arrow::ListBuilder>(
                              arrow::default_memory_pool(), items, field.type)),
        items_(std::move(items)) {}

  std::shared_ptr<arrow::FloatBuilder> items_;
  std::vector<float> numbers_;
};

}  // namespace

std::unique_ptr<ColumnWriter> MakeGeoPointWriter(const catalog::Field& field) {
  return std::make_unique<GeoPointWriter>(field);
}

std::unique_ptr<ColumnWriter> MakeVectorWriter(const catalog::Field& field) {
  return std::make_unique<VectorWriter>(field);
}

}  // namespace recurve::decode
