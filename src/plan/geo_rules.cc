// SPDX-License-Identifier: Apache-2.0
#include "plan/geo_rules.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "fmt/format.h"
#include "plan/field_rules.h"

namespace recurve::plan {

using catalog::Field;
using catalog::FieldKind;

namespace {

constexpr double kRoomDegrees = 1e-6;
constexpr double kRoomMetres = 2;
constexpr double kRoomShare = 1e-6;
// Half a great circle of the sphere that the cluster computes with is 20,015,114.4 m.
constexpr double kFarthest = 20'000'000;

double Number(const Condition& condition, size_t place) {
  return std::get<double>(condition.literals[place]);
}

bool AllFinite(const Condition& condition) {
  return std::ranges::all_of(condition.literals, [](const Literal& literal) {
    const auto* number = std::get_if<double>(&literal);
    return number != nullptr && std::isfinite(*number);
  });
}

Predicate Nowhere() {
  Predicate nothing;
  nothing.kind = Predicate::Kind::kNone;
  return nothing;
}

Predicate Circle(const Field& field, double lat, double lon, double metres) {
  Predicate circle;
  circle.kind = Predicate::Kind::kCircle;
  circle.field = &field;
  circle.values = {lat, lon, metres};
  return circle;
}

Predicate Within(const Field& field, double lat, double lon, double metres) {
  metres += kRoomMetres + std::abs(metres) * kRoomShare;
  if (metres <= 0) return Nowhere();
  if (metres >= kFarthest) return Exists(field);
  return Circle(field, lat, lon, metres);
}

Predicate Beyond(const Field& field, double lat, double lon, double metres) {
  metres -= kRoomMetres + std::abs(metres) * kRoomShare;
  if (metres <= 0) return Exists(field);
  return And({Exists(field), Not(Circle(field, lat, lon, metres))});
}

std::optional<Predicate> ByDistance(const Condition& condition, bool truth) {
  const double lat = Number(condition, 0);
  const double lon = Number(condition, 1);
  const double metres = Number(condition, 2);
  if (std::abs(lat) > 90 || std::abs(lon) > 180) return std::nullopt;
  const Field& field = *condition.field;
  switch (truth ? condition.comparison : Opposite(condition.comparison)) {
    case Comparison::kLess:
    case Comparison::kLessEqual:
      return Within(field, lat, lon, metres);
    case Comparison::kGreater:
    case Comparison::kGreaterEqual:
      return Beyond(field, lat, lon, metres);
    case Comparison::kEqual:
      return And({Within(field, lat, lon, metres), Beyond(field, lat, lon, metres)});
    case Comparison::kNotEqual:
      return std::nullopt;
  }
  return std::nullopt;
}

// Longitudes from `left` eastwards to `right`; nothing if there is no point in them.
// REQUIRES left <= right.
std::optional<std::pair<double, double>> Longitudes(double left, double right) {
  if (left > 180 || right < -180) return std::nullopt;
  return std::pair(std::max(left, -180.0), std::min(right, 180.0));
}

std::optional<std::pair<double, double>> LongitudesOfBox(double left, double right) {
  if (left <= right) return Longitudes(left - kRoomDegrees, right + kRoomDegrees);
  left -= kRoomDegrees;
  right += kRoomDegrees;
  if (left <= right) return std::pair(-180.0, 180.0);
  // Over the date line; one of the two sides may be beyond all points.
  const auto east = Longitudes(left, std::max(left, 180.0));
  const auto west = Longitudes(std::min(right, -180.0), right);
  if (!east) return west;
  if (!west) return east;
  return std::pair(east->first, west->second);
}

Predicate InBox(const Condition& condition) {
  const double top = std::min(Number(condition, 0) + kRoomDegrees, 90.0);
  const double bottom = std::max(Number(condition, 2) - kRoomDegrees, -90.0);
  const auto longitudes = LongitudesOfBox(Number(condition, 1), Number(condition, 3));
  if (!longitudes || bottom > top) return Nowhere();
  Predicate box;
  box.kind = Predicate::Kind::kBox;
  box.field = condition.field;
  box.values = {top, longitudes->first, bottom, longitudes->second};
  return box;
}

}  // namespace

std::string WhyNotLocatable(const Field& field) {
  if (field.kind != FieldKind::kGeoPoint || field.es_type != "geo_point") {
    return fmt::format("{} is not of type geo_point", field.path);
  }
  if (std::string why = WhyIndexUncertain(field); !why.empty()) return why;
  if (!field.indexed) return fmt::format("{} has index: false", field.path);
  if (!field.doc_values) {
    return fmt::format(
        "{} has no doc values, so it cannot be proved to have one value per document",
        field.path);
  }
  if (field.null_value) {
    return fmt::format(
        "{} has a null_value: the cluster sees a value where the document has null",
        field.path);
  }
  return {};
}

std::string WhyNear(const Field& field) {
  return fmt::format("{} is indexed with less precision than the document has",
                     field.path);
}

std::optional<Predicate> Around(const Condition& condition, bool truth) {
  if (!AllFinite(condition)) return std::nullopt;
  if (condition.kind == Condition::Kind::kDistance) return ByDistance(condition, truth);
  if (!truth) return std::nullopt;
  return InBox(condition);
}

}  // namespace recurve::plan
