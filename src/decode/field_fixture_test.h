// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <utility>

#include "arrow/api.h"
#include "decode/hits_decoder.h"

namespace recurve::decode {

/// A leaf field of a mapping.
inline catalog::Field Leaf(std::string path, catalog::FieldKind kind,
                           std::shared_ptr<arrow::DataType> type) {
  catalog::Field field;
  field.name = path.substr(path.rfind('.') + 1);
  field.path = std::move(path);
  field.kind = kind;
  field.type = std::move(type);
  field.date_format = "strict_date_optional_time||epoch_millis";
  return field;
}

/// The column of a field, named by its path, or of a virtual column.
inline OutputColumn Column(const catalog::Field& field) {
  return {field.path, &field, {}, field.type};
}

inline OutputColumn Column(catalog::VirtualColumn column) {
  return {std::string(ToString(column)), nullptr, column, TypeOf(column)};
}

}  // namespace recurve::decode
