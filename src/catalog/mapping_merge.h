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
std::vector<Field> MergeMappings(const std::vector<IndexMapping>& mappings);

}  // namespace recurve::catalog
