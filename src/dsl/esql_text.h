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

/// Where a query goes whose answer comes in Arrow and is whole or an error.
///
/// Source   elastic/elasticsearch#125060: partial answers are the default from 8.19 on,
///          and Arrow does not tell them. `can_refuse_partial`: see
///          catalog::Capabilities::esql_partial_results; without it they are never given.
std::string EsqlTarget(bool can_refuse_partial);

}  // namespace recurve::dsl
