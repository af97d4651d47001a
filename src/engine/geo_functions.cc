// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <utility>

#include "duckdb/parser/parsed_data/create_scalar_function_info.hpp"
#include "engine/geo_functions_internal.h"

namespace recurve::engine {

using duckdb::LogicalType;

namespace {

constexpr const char* kGeoDistance = "es_geo_distance";
constexpr const char* kGeoWithinBox = "es_geo_within_box";

// IUGG mean radius R1 of WGS 84, the one the cluster computes arcs with (Lucene,
// GeoUtils.EARTH_MEAN_RADIUS_METERS).
constexpr double kEarthRadius = 6371008.7714;

double Radians(double degrees) { return degrees * std::numbers::pi / 180; }

// The haversine formula (R. W. Sinnott, "Virtues of the Haversine", 1984).
double Distance(double lat1, double lon1, double lat2, double lon2) {
  const double sin_lat = std::sin(Radians(lat2 - lat1) / 2);
  const double sin_lon = std::sin(Radians(lon2 - lon1) / 2);
  const double h = sin_lat * sin_lat +
                   std::cos(Radians(lat1)) * std::cos(Radians(lat2)) * sin_lon * sin_lon;
  return 2 * kEarthRadius * std::asin(std::sqrt(std::min(h, 1.0)));
}

// A box whose left side is east of its right one goes over the date line.
bool WithinBox(double lat, double lon, double top, double left, double bottom,
               double right) {
  const bool between =
      left <= right ? lon >= left && lon <= right : lon >= left || lon <= right;
  return between && lat >= bottom && lat <= top;
}

/// Run `compute` over a point and `num_numbers` numbers, row by row.
template <size_t num_numbers, typename Result, typename Compute>
void ForEachPoint(duckdb::DataChunk& arguments, duckdb::Vector& result, Compute compute) {
  const duckdb::idx_t num_rows = arguments.size();
  arguments.Flatten();
  auto& point = duckdb::StructVector::GetEntries(arguments.data[0]);
  std::array<duckdb::Vector*, num_numbers + 2> columns;
  columns[0] = point[0].get();
  columns[1] = point[1].get();
  for (size_t i = 0; i < num_numbers; ++i) columns[i + 2] = &arguments.data[i + 1];
  for (duckdb::Vector* column : columns) column->Flatten(num_rows);
  result.SetVectorType(duckdb::VectorType::FLAT_VECTOR);
  auto* const values = duckdb::FlatVector::GetData<Result>(result);
  auto& valid = duckdb::FlatVector::Validity(result);
  for (duckdb::idx_t row = 0; row < num_rows; ++row) {
    bool known = duckdb::FlatVector::Validity(arguments.data[0]).RowIsValid(row);
    std::array<double, num_numbers + 2> numbers;
    for (size_t i = 0; i < columns.size(); ++i) {
      known = known && duckdb::FlatVector::Validity(*columns[i]).RowIsValid(row);
      numbers[i] = known ? duckdb::FlatVector::GetData<double>(*columns[i])[row] : 0;
    }
    if (known) {
      values[row] = std::apply(compute, numbers);
    } else {
      valid.SetInvalid(row);
    }
  }
}

void Register(duckdb::DatabaseInstance& instance, const char* name, size_t num_numbers,
              LogicalType result, duckdb::scalar_function_t run) {
  duckdb::child_list_t<LogicalType> members = {{"lat", LogicalType::DOUBLE},
                                               {"lon", LogicalType::DOUBLE}};
  duckdb::vector<LogicalType> arguments(num_numbers + 1, LogicalType::DOUBLE);
  arguments[0] = LogicalType::STRUCT(std::move(members));
  duckdb::CreateScalarFunctionInfo info(duckdb::ScalarFunction(
      name, std::move(arguments), std::move(result), std::move(run)));
  info.internal = true;
  duckdb::Catalog::GetSystemCatalog(instance).CreateFunction(
      duckdb::CatalogTransaction::GetSystemTransaction(instance), info);
}

std::optional<PlaceTest> ReadCall(const duckdb::Expression& expression,
                                  const char* name) {
  if (expression.GetExpressionClass() != duckdb::ExpressionClass::BOUND_FUNCTION) {
    return std::nullopt;
  }
  const auto& call = expression.Cast<duckdb::BoundFunctionExpression>();
  if (call.function.name != name) return std::nullopt;
  PlaceTest test{call.children[0].get(), {}};
  for (size_t i = 1; i < call.children.size(); ++i) {
    const duckdb::Expression& child = *call.children[i];
    if (child.GetExpressionClass() != duckdb::ExpressionClass::BOUND_CONSTANT) {
      return std::nullopt;
    }
    const auto& value = child.Cast<duckdb::BoundConstantExpression>().value;
    if (value.IsNull() || value.type().id() != duckdb::LogicalTypeId::DOUBLE) {
      return std::nullopt;
    }
    test.numbers.push_back(duckdb::DoubleValue::Get(value));
  }
  return test;
}

}  // namespace

std::optional<PlaceTest> ReadDistance(const duckdb::Expression& expression) {
  return ReadCall(expression, kGeoDistance);
}

std::optional<PlaceTest> ReadWithinBox(const duckdb::Expression& expression) {
  return ReadCall(expression, kGeoWithinBox);
}

void RegisterGeoFunctions(duckdb::DatabaseInstance& instance) {
  Register(
      instance, kGeoDistance, 2, LogicalType::DOUBLE,
      [](duckdb::DataChunk& arguments, duckdb::ExpressionState&, duckdb::Vector& result) {
        ForEachPoint<2, double>(arguments, result, Distance);
      });
  Register(
      instance, kGeoWithinBox, 4, LogicalType::BOOLEAN,
      [](duckdb::DataChunk& arguments, duckdb::ExpressionState&, duckdb::Vector& result) {
        ForEachPoint<4, bool>(arguments, result, WithinBox);
      });
}

}  // namespace recurve::engine
