// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "dsl/json_writer.h"
#include "plan/predicate.h"

namespace recurve::dsl {

/// Write a predicate as a Query DSL query object; scores are never computed (everything
/// stands in filter or must_not context; WriteScoredQuery is for scores).
///
/// Source   Elasticsearch reference, "Query DSL": bool, term, terms, range, exists,
/// prefix,
///          wildcard, regexp; the forms used here are the same from Elasticsearch 6 to 9
///          and OpenSearch 1 to 3.
void WriteQuery(const plan::Predicate& predicate, JsonWriter& json);

}  // namespace recurve::dsl
