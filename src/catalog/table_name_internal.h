// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "arrow/result.h"
#include "catalog/cluster_catalog.h"

namespace recurve::catalog {

/// Percent-encode a table name as one path segment of a URL.
///
/// Guarantee  the segment names indices and nothing else: it has no '/', '?', '#' or '%'
/// of the
///            caller's, and no part of it starts with '_', so it can reach no other API.
/// Errors     kInvalidSql: empty, too long, control characters. kNotFound: a name that no
/// index
///            can have (says why). kUnsupported: a name on another cluster ("eu:orders").
arrow::Result<std::string> EncodeTableName(std::string_view name);

/// Whether a name has a date-math part ("<logs-{now/d}>"): it may mean something else
/// tomorrow although the cluster's state is the same.
bool HasDateMath(std::string_view name);

/// Up to three known names within a few typing errors of a name, nearest first.
std::vector<std::string> NearNames(std::string_view name,
                                   const std::vector<TableName>& known);

}  // namespace recurve::catalog
