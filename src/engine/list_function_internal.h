// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "engine/duckdb_internal.h"
#include "plan/condition.h"

namespace recurve::engine {

/// A question about the elements of a list: list_contains, list_has_any, list_has_all and
/// their other names.
struct ListTest {
  plan::Condition::Kind kind;  ///< kHasAny or kHasAll
  const duckdb::Expression* list;
  duckdb::vector<duckdb::Value> elements;  ///< in the type of the list's elements
};

/// The test that an expression is; nothing where it is another function, or where the
/// elements are no constants, or one of them is NULL.
std::optional<ListTest> ReadListTest(const duckdb::Expression& expression);

}  // namespace recurve::engine
