// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "arrow/type_fwd.h"
#include "catalog/field.h"

namespace recurve::catalog {

/// Every mapping `type` that docs/types.md has a row for, and its kind.
std::span<const std::pair<std::string_view, FieldKind>> KnownTypes();

/// The kind of a mapping's `type`; kJsonText for all that docs/types.md does not list.
FieldKind KindOfType(std::string_view es_type);

/// Arrow type of a leaf. REQUIRES !IsObject(kind).
std::shared_ptr<arrow::DataType> LeafType(FieldKind kind);

/// The mapping's `format` where it names none.
std::string_view DefaultDateFormat(FieldKind kind);

/// Queries about the field must not be answered by the cluster: its index does not say
/// what the column says.
void ForbidPushdown(Field& field);

/// Give every field its Arrow type, children first, its nested_path, and siblings whose
/// names differ by case only a name of their own (docs/types.md, "Names"). An object
/// without children becomes kJsonText: Arrow and DuckDB have no use for a STRUCT of
/// nothing.
void AssignTypes(std::vector<Field>& fields, const std::string& nested_path = {});

/// One nullable Arrow field per field.
std::shared_ptr<arrow::Schema> SchemaOf(const std::vector<Field>& fields);

}  // namespace recurve::catalog
