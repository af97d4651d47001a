// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "catalog/field.h"
#include "dsl/json_writer.h"
#include "plan/text_pattern.h"

namespace recurve::dsl {

/// Write the query object for texts of a keyword field: `prefix`, else `wildcard`, else
/// `regexp` - the first of them that can say the pattern.
///
/// Source   Lucene's WildcardQuery and RegExp work on code points, "?" and "." are any
/// one
///          of them, newlines too; "\" takes the meaning from the next character. With
///          flags NONE, RegExp has no operators but . ? + * | { } [ ] ( ) " and \. Seen
///          to hold for every character of the oracle's texts on Elasticsearch 6.8.9 and
///          8.19.21.
void WriteMatches(const catalog::Field& field, const plan::TextPattern& pattern,
                  JsonWriter& json);

}  // namespace recurve::dsl
