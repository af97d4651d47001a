// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace recurve::dsl {

/// A column name in backquotes, dots and all; a backquote is doubled.
///
/// Source   Elasticsearch reference, "ES|QL syntax", identifiers.
std::string EsqlIdentifier(std::string_view name);

/// A string literal: quotes, backslashes and control characters escaped.
///
/// Source   Elasticsearch reference, "ES|QL syntax", literals: \n, \r, \t, \" and \\ are
///          the escapes; every other character stands for itself.
std::string EsqlString(std::string_view text);

/// Concrete index names as FROM takes them, each in quotes: `"a","b"`.
std::string EsqlIndices(const std::vector<std::string>& names);

}  // namespace recurve::dsl
