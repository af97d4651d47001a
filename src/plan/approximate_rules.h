// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "plan/condition.h"
#include "plan/predicate.h"

namespace recurve::plan {

/// True for kinds of field whose index holds not the value that the column shows but
/// something that follows from it: less digits (half_float, scaled_float), or the same
/// thing in one spelling (version, wildcard).
bool IsApproximate(const catalog::Field& field);

/// Documents among which are all that have the single value `comparison` `literal`;
/// nothing where that cannot be narrowed down.
std::optional<Predicate> Approximately(const catalog::Field& field, Comparison comparison,
                                       const Literal& literal);

/// Why Approximately is no more than that: a sentence part.
std::string WhyApproximate(const catalog::Field& field);

}  // namespace recurve::plan
