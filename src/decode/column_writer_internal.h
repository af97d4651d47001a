// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "arrow/array.h"
#include "arrow/result.h"
#include "catalog/field.h"
#include "decode/decode_error.h"
#include "simdjson.h"

namespace recurve::decode {

using JsonValue = simdjson::ondemand::value;
using JsonObject = simdjson::ondemand::object;

/// Where the first failing value of a page stood; filled by the writer that failed.
struct Failure {
  std::string path;
  std::string excerpt;
};

/// Builds one Arrow array from the JSON values of one field, a row at a time.
///
/// Protocol  Add() any number of times, then EndRow(); a row without a value is null. The
///           same field may be met several times in a document (arrays, dotted names); a
///           writer of single values takes null as no value and refuses a second one.
/// Threads   not shared.
///
/// Values are handed on by reference: copying simdjson's handles piecewise and reading
/// them back whole stalls the store buffer, which once took a quarter of the decoder's
/// time.
class ColumnWriter {
 public:
  explicit ColumnWriter(std::string path) : path_(std::move(path)) {}
  virtual ~ColumnWriter() = default;

  virtual DecodeError Add(JsonValue& value, Failure& failure) = 0;

  /// The rows from here on are of another index. True: they have a value even where their
  /// document has none.
  virtual bool StartIndex(std::string_view /*index*/) { return false; }

  /// Whether AddMember has a place for members.
  virtual bool has_members() const { return false; }
  /// Add the value of one member, by its name or the dotted path below.
  virtual DecodeError AddMember(std::string_view name, JsonValue& value,
                                Failure& failure);

  /// Complete the row.
  DecodeError EndRow() {
    if (filled_) {
      filled_ = false;
      return is_leaf_ ? DecodeError::kOk : EndFilledRow();
    }
    return EndEmptyRow();
  }

  /// The array of all rows so far; the writer starts over.
  virtual arrow::Result<std::shared_ptr<arrow::Array>> Finish() = 0;

  /// Bytes that the values so far take, about.
  virtual int64_t num_bytes() const = 0;

  const std::string& path() const { return path_; }

 protected:
  /// Called by EndRow for writers that are no leaves.
  virtual DecodeError EndFilledRow() { return DecodeError::kOk; }
  virtual DecodeError EndEmptyRow() = 0;

  /// Add() each element of an array, up to the first that fails.
  DecodeError AddElements(JsonValue& array, Failure& failure);

  /// Give each element of an array to `add`, up to the first that fails.
  template <typename AddOne>
  DecodeError ForEachElement(JsonValue& array, Failure& failure, AddOne add) {
    simdjson::ondemand::array elements;
    if (array.get_array().get(elements) != simdjson::SUCCESS) {
      return Fail(DecodeError::kBadJson, array, failure);
    }
    for (auto element : elements) {
      JsonValue value;
      if (std::move(element).get(value) != simdjson::SUCCESS)
        return DecodeError::kBadJson;
      const DecodeError error = add(value);
      if (error != DecodeError::kOk) return error;
    }
    return DecodeError::kOk;
  }

  DecodeError Fail(DecodeError error, JsonValue& value, Failure& failure) const;

  bool filled_ = false;  ///< the current row has its value
  bool is_leaf_ = true;

 private:
  std::string path_;
};

/// Make the writer for a field: a leaf, a struct or a list.
///
/// Errors   kUnsupported: a date format that is not read (names field and format).
arrow::Result<std::unique_ptr<ColumnWriter>> MakeColumnWriter(
    const catalog::Field& field);

/// As MakeColumnWriter, for fields that have no children.
arrow::Result<std::unique_ptr<ColumnWriter>> MakeLeafWriter(const catalog::Field& field);

}  // namespace recurve::decode
