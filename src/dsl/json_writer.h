// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace recurve::dsl {

/// Writes one compact JSON value, commas and escapes done right.
///
/// The caller keeps objects and arrays balanced and gives a key before each object
/// member.
class JsonWriter {
 public:
  JsonWriter& BeginObject();
  JsonWriter& EndObject();
  JsonWriter& BeginArray();
  JsonWriter& EndArray();
  JsonWriter& Key(std::string_view key);
  JsonWriter& String(std::string_view value);
  JsonWriter& Bool(bool value);
  JsonWriter& Int(int64_t value);
  JsonWriter& Uint(uint64_t value);
  /// Shortest text that reads back as the same double; REQUIRES a finite value.
  JsonWriter& Double(double value);
  /// Text that already is a JSON value.
  JsonWriter& Raw(std::string_view json);

  std::string Take() && { return std::move(text_); }

 private:
  void Separate();
  void Escape(std::string_view value);

  std::string text_;
  bool needs_comma_ = false;
};

}  // namespace recurve::dsl
