// SPDX-License-Identifier: Apache-2.0
#include "plan/approximate_rules.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "fmt/format.h"
#include "plan/field_rules.h"

namespace recurve::plan {

using catalog::Field;
using catalog::FieldKind;

namespace {

// Rounding never changes the order of two numbers, so that a value below the constant is
// indexed no higher than the constant would be; `room` is more than that rounding moves.
Predicate Near(const Field& field, Comparison comparison, double value, double room,
               double most) {
  Predicate range;
  range.field = &field;
  range.kind = Predicate::Kind::kRange;
  const double low = value - room;
  const double high = value + room;
  const bool from = comparison == Comparison::kEqual ||
                    comparison == Comparison::kGreater ||
                    comparison == Comparison::kGreaterEqual;
  const bool to = comparison == Comparison::kEqual || comparison == Comparison::kLess ||
                  comparison == Comparison::kLessEqual;
  if ((from && low > most) || (to && high < -most)) {
    range.kind = Predicate::Kind::kNone;
    return range;
  }
  if (from && low >= -most) range.lower = Bound{low, true};
  if (to && high <= most) range.upper = Bound{high, true};
  if (!range.lower && !range.upper) range.kind = Predicate::Kind::kExists;
  return range;
}

std::optional<Predicate> NearHalfFloat(const Field& field, Comparison comparison,
                                       double value) {
  // 11 bits of significand; steps of 2^-24 around zero. Four steps of room.
  constexpr double kMost = 65504;
  const double room = std::max(std::abs(value) * 0x1p-9, 0x1p-22);
  return Near(field, comparison, value, room, kMost);
}

std::optional<Predicate> NearScaledFloat(const Field& field, Comparison comparison,
                                         double value) {
  const double factor = std::abs(field.scaling_factor);
  // Beyond that the scaled value, a long, is not the rounded product any more.
  constexpr double kMostScaled = 1e15;
  if (!(factor > 0) || !(std::abs(value) * factor < kMostScaled)) return std::nullopt;
  const double room = 2 / factor + std::abs(value) * 1e-9;
  return Near(field, comparison, value, room, kMostScaled / factor);
}

}  // namespace

bool IsApproximate(const Field& field) {
  switch (field.kind) {
    case FieldKind::kHalfFloat:
    case FieldKind::kScaledFloat:
    case FieldKind::kVersion:
    case FieldKind::kWildcard:
      return true;
    default:
      return false;
  }
}

std::optional<Predicate> Approximately(const Field& field, Comparison comparison,
                                       const Literal& literal) {
  if (comparison == Comparison::kNotEqual) return std::nullopt;
  if (const auto* number = std::get_if<double>(&literal)) {
    if (!std::isfinite(*number)) return std::nullopt;
    return field.kind == FieldKind::kHalfFloat
               ? NearHalfFloat(field, comparison, *number)
               : NearScaledFloat(field, comparison, *number);
  }
  const auto* text = std::get_if<std::string>(&literal);
  if (text == nullptr || comparison != Comparison::kEqual) return std::nullopt;
  return OneOf(field, {literal});
}

std::string WhyApproximate(const Field& field) {
  switch (field.kind) {
    case FieldKind::kHalfFloat:
    case FieldKind::kScaledFloat:
      return fmt::format("{} is indexed with less precision than the document has ({})",
                         field.path, field.es_type);
    default:
      return fmt::format("{} is of type {}, whose terms are not the text itself",
                         field.path, field.es_type);
  }
}

}  // namespace recurve::plan
