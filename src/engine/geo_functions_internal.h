// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "engine/duckdb_internal.h"

namespace recurve::engine {

/// Register es_geo_distance(point, lat, lon) and es_geo_within_box(point, top, left,
/// bottom, right) over STRUCT(lat DOUBLE, lon DOUBLE) (docs/functions.md).
///
/// Units    degrees; metres on a sphere with the earth's mean radius.
/// Nulls    any NULL argument, or a point without one of its parts, gives NULL.
void RegisterGeoFunctions(duckdb::DatabaseInstance& instance);

/// A call of one of the functions with constants.
struct PlaceTest {
  const duckdb::Expression* point;
  std::vector<double> numbers;
};

/// es_geo_distance(point, constants); nothing if the expression is not that.
std::optional<PlaceTest> ReadDistance(const duckdb::Expression& expression);

/// es_geo_within_box(point, constants); nothing if the expression is not that.
std::optional<PlaceTest> ReadWithinBox(const duckdb::Expression& expression);

}  // namespace recurve::engine
