// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "engine/duckdb_internal.h"
#include "plan/condition.h"

namespace recurve::engine {

/// The single-valued leaf field that an expression is, or null.
using LeafReader = std::function<const catalog::Field*(const duckdb::Expression&)>;

/// A comparison of something made of one column - a function that keeps its order, its
/// time in a zone, its text - with a constant that is not NULL, put as conditions on the
/// column itself. Nothing for anything else.
std::optional<plan::Condition> ReadDerived(duckdb::ClientContext& context,
                                           const duckdb::Expression& expression,
                                           plan::Comparison comparison,
                                           const duckdb::Value& constant,
                                           const LeafReader& leaf);

plan::Condition Combined(plan::Condition::Kind kind,
                         std::vector<plan::Condition> children);
plan::Condition Both(plan::Condition left, plan::Condition right);
plan::Condition Either(plan::Condition left, plan::Condition right);
plan::Condition Negation(plan::Condition condition);

/// `field comparison literal`.
plan::Condition Compare(const catalog::Field& field, plan::Comparison comparison,
                        plan::Literal literal);

}  // namespace recurve::engine
