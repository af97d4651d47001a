// SPDX-License-Identifier: Apache-2.0
#include "dsl/json_writer.h"

#include <cmath>

#include "fmt/format.h"

namespace recurve::dsl {

void JsonWriter::Separate() {
  if (needs_comma_) text_ += ',';
  needs_comma_ = true;
}

void JsonWriter::Escape(std::string_view value) {
  text_ += '"';
  for (const char c : value) {
    switch (c) {
      case '"':
        text_ += "\\\"";
        break;
      case '\\':
        text_ += "\\\\";
        break;
      default:
        if (static_cast<unsigned char>(c) < 0x20) {
          text_ += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
        } else {
          text_ += c;
        }
    }
  }
  text_ += '"';
}

JsonWriter& JsonWriter::BeginObject() {
  Separate();
  text_ += '{';
  needs_comma_ = false;
  return *this;
}

JsonWriter& JsonWriter::EndObject() {
  text_ += '}';
  needs_comma_ = true;
  return *this;
}

JsonWriter& JsonWriter::BeginArray() {
  Separate();
  text_ += '[';
  needs_comma_ = false;
  return *this;
}

JsonWriter& JsonWriter::EndArray() {
  text_ += ']';
  needs_comma_ = true;
  return *this;
}

JsonWriter& JsonWriter::Key(std::string_view key) {
  Separate();
  Escape(key);
  text_ += ':';
  needs_comma_ = false;
  return *this;
}

JsonWriter& JsonWriter::String(std::string_view value) {
  Separate();
  Escape(value);
  return *this;
}

JsonWriter& JsonWriter::Bool(bool value) { return Raw(value ? "true" : "false"); }

JsonWriter& JsonWriter::Int(int64_t value) { return Raw(fmt::format("{}", value)); }

JsonWriter& JsonWriter::Uint(uint64_t value) { return Raw(fmt::format("{}", value)); }

JsonWriter& JsonWriter::Double(double value) {
  // "-0" would be read as the integer, which has no sign.
  if (value == 0 && std::signbit(value)) return Raw("-0.0");
  return Raw(fmt::format("{}", value));
}

JsonWriter& JsonWriter::Raw(std::string_view json) {
  Separate();
  text_ += json;
  return *this;
}

}  // namespace recurve::dsl
