// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "dsl/json_writer.h"
#include "plan/predicate.h"

namespace recurve::dsl {

/// Write a kFullText predicate as a Query DSL query object.
///
/// Source   Elasticsearch reference, "Match query" and "Query string query". Their
///          parameters may be written as text, whatever their type.
void WriteFullText(const plan::Predicate& predicate, JsonWriter& json);

/// Write a predicate so that a document's score is that of its full-text parts alone:
/// those stand in must or should, all others in filter, where they add nothing.
/// Predicates without full text give every document the score 0.
void WriteScoredQuery(const plan::Predicate& predicate, JsonWriter& json);

}  // namespace recurve::dsl
