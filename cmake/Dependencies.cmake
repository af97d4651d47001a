# Everything that is not ours. Nothing is downloaded here: tools/bootstrap put it in place.

set(RECURVE_DEPS "$ENV{RECURVE_DEPS}" CACHE PATH "where tools/bootstrap installed things")
if(NOT RECURVE_DEPS)
  set(RECURVE_DEPS "$ENV{HOME}/.cache/recurve")
endif()
set(RECURVE_ARROW "${RECURVE_DEPS}/arrow-24.0.0-static-unity-1")
set(RECURVE_DUCKDB "${RECURVE_DEPS}/duckdb-1.5.6")
foreach(dir IN ITEMS "${RECURVE_ARROW}" "${RECURVE_DUCKDB}")
  if(NOT EXISTS "${dir}/.done")
    message(FATAL_ERROR "${dir} is missing: run tools/bootstrap first")
  endif()
endforeach()

list(APPEND CMAKE_PREFIX_PATH "${RECURVE_ARROW}")
find_package(Arrow 24.0.0 EXACT REQUIRED)
find_package(ArrowFlight 24.0.0 EXACT REQUIRED)
find_package(ArrowFlightSql 24.0.0 EXACT REQUIRED)
# Arrow's static Flight target forgets that gRPC's C++ layer must follow it on the link line.
set_property(TARGET ArrowFlight::arrow_flight_static APPEND PROPERTY
  INTERFACE_LINK_LIBRARIES gRPC::grpc++)

find_package(CURL REQUIRED)
find_package(CLI11 REQUIRED)
find_package(spdlog REQUIRED)
find_package(fmt REQUIRED)
find_package(simdjson REQUIRED)
find_package(GTest REQUIRED)
include(GoogleTest)

find_package(PkgConfig REQUIRED)
pkg_check_modules(TOMLPP REQUIRED IMPORTED_TARGET tomlplusplus)

add_library(duckdb SHARED IMPORTED)
set_target_properties(duckdb PROPERTIES
  IMPORTED_LOCATION "${RECURVE_DUCKDB}/lib/libduckdb.so"
  INTERFACE_INCLUDE_DIRECTORIES "${RECURVE_DUCKDB}/include"
  INTERFACE_SYSTEM_INCLUDE_DIRECTORIES "${RECURVE_DUCKDB}/include")
