// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "arrow/result.h"
#include "core/column_shape.h"
#include "toml++/toml.h"

namespace recurve::core {

/// Read `tables` of a cluster in the configuration file: by pattern, `lists` ("declared"
/// or "auto") and `columns` (path = shape; paths with dots also as tables in tables).
///
/// Input    `section`: the table's spelling, `path`: of the file, both for messages.
/// Errors   Invalid: names the key, and what is allowed.
arrow::Result<std::vector<TableShapes>> ReadTableShapes(const toml::table& tables,
                                                        const std::string& section,
                                                        const std::string& path);

}  // namespace recurve::core
