// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "catalog/field.h"
#include "catalog/mapping_reader.h"

namespace recurve::catalog {

/// Merge the mappings of all indices behind one name into one set of fields.
///
/// Order    first seen, index by index.
/// Rules    docs/types.md, "several indices": facts merge to the weaker one; different
/// numbers
///          and different texts widen; anything else becomes JSON text. What is widened
///          or in conflict is never pushed, nor is a field that one index may hold
///          unmapped.
/// Types    Arrow types are assigned (AssignTypes).
/// Hidden   the table's hidden columns, if wanted. One whose value stands at several
///          places, or in some indices only, is read from doc values.
std::vector<Field> MergeMappings(const std::vector<IndexMapping>& mappings,
                                 std::vector<Field>* hidden = nullptr);

}  // namespace recurve::catalog
