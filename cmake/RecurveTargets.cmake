# Compile options and the two functions that make every folder of src/ a library with its tests.

add_library(recurve_options INTERFACE)
target_compile_options(recurve_options INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wnon-virtual-dtor
  -Woverloaded-virtual -Wold-style-cast -Wimplicit-fallthrough)
set(RECURVE_SANITIZE "" CACHE STRING "address,undefined | thread | (empty)")
if(RECURVE_SANITIZE)
  target_compile_options(recurve_options INTERFACE
    -fsanitize=${RECURVE_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  target_link_options(recurve_options INTERFACE -fsanitize=${RECURVE_SANITIZE})
endif()

# recurve_module(<folder> SOURCES ... HEADERS ... [DEPS <folder>...] [LIBS <third party>...])
#
# DEPS is the table of who may include whom: tools/check_layers.py reads it from here.
function(recurve_module name)
  cmake_parse_arguments(PARSE_ARGV 1 ARG "" "" "SOURCES;HEADERS;DEPS;LIBS")
  if(ARG_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "recurve_module(${name}): unknown ${ARG_UNPARSED_ARGUMENTS}")
  endif()
  if(NOT ARG_SOURCES)  # a room that has only its front door so far
    file(WRITE "${CMAKE_CURRENT_BINARY_DIR}/empty.cc" "")
    set(ARG_SOURCES "${CMAKE_CURRENT_BINARY_DIR}/empty.cc")
  endif()
  add_library(recurve_${name} STATIC ${ARG_SOURCES})
  add_library(recurve::${name} ALIAS recurve_${name})
  target_sources(recurve_${name} PUBLIC
    FILE_SET HEADERS BASE_DIRS ${PROJECT_SOURCE_DIR}/src FILES ${ARG_HEADERS})
  list(TRANSFORM ARG_DEPS PREPEND "recurve::")
  target_link_libraries(recurve_${name}
    PUBLIC Arrow::arrow_static ${ARG_DEPS} PRIVATE recurve_options ${ARG_LIBS})
endfunction()

# recurve_test(<folder> <source>...): one gtest binary per folder, its tests listed one by one.
function(recurve_test name)
  add_executable(${name}_test ${ARGN})
  target_link_libraries(${name}_test PRIVATE
    recurve::${name} recurve_options GTest::gmock GTest::gtest_main)
  gtest_discover_tests(${name}_test TEST_PREFIX "${name}." NO_PRETTY_VALUES
    PROPERTIES LABELS unit
    DISCOVERY_TIMEOUT 60)
endfunction()
