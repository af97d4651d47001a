// SPDX-License-Identifier: Apache-2.0
#include "catalog/capabilities.h"

#include <compare>
#include <tuple>

namespace recurve::catalog {

namespace {

struct Release {
  int major;
  int minor;
  auto operator<=>(const Release&) const = default;
};

// docs/capabilities.md, one row each.
constexpr Release kEsPointInTime{7, 12};
constexpr Release kEsDocIdSlices{7, 15};
constexpr Release kEsResolveIndex{7, 9};
constexpr Release kEsUntypedMappings{7, 0};
constexpr Release kEsTotalHitsObject{7, 0};
constexpr Release kEsCalendarInterval{7, 2};
constexpr Release kEsEsqlArrow{8, 15};
constexpr Release kEsSourceLacksVectors{9, 2};
constexpr Release kEsHalfPairsAreQuestionMarks8{8, 19};
constexpr Release kEsHalfPairsAreQuestionMarks{9, 1};
constexpr Release kEsEsqlPartialResults{8, 18};
constexpr Release kOpenSearchPointInTime{2, 4};

}  // namespace

Capabilities Capabilities::Of(Product product, int major, int minor, int patch) {
  Capabilities can;
  can.product = product;
  can.major = major;
  can.minor = minor;
  can.patch = patch;
  const Release release{major, minor};
  if (product == Product::kOpenSearch) {
    can.opensearch_point_in_time = release >= kOpenSearchPointInTime;
    can.resolve_index = true;
    return can;
  }
  can.es_point_in_time = release >= kEsPointInTime;
  can.doc_id_slices = release >= kEsDocIdSlices;
  can.resolve_index = release >= kEsResolveIndex;
  can.mapping_types = release < kEsUntypedMappings;
  can.total_hits_object = release >= kEsTotalHitsObject;
  can.calendar_interval = release >= kEsCalendarInterval;
  can.esql_arrow = release >= kEsEsqlArrow;
  can.source_lacks_vectors = release >= kEsSourceLacksVectors;
  can.half_pairs_are_question_marks =
      release >= kEsHalfPairsAreQuestionMarks ||
      (major == 8 && release >= kEsHalfPairsAreQuestionMarks8);
  can.esql_partial_results = release >= kEsEsqlPartialResults;
  return can;
}

}  // namespace recurve::catalog
