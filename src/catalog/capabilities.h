// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace recurve::catalog {

enum class Product { kElasticsearch, kOpenSearch };

/// What the cluster can do, by name; the only place that compares version numbers.
///
/// Source: facts per capability are in docs/capabilities.md, each with the release that
/// brought it.
struct Capabilities {
  Product product = Product::kElasticsearch;
  int major = 0;
  int minor = 0;
  int patch = 0;
  std::string version;  ///< as reported, "8.19.21"
  std::string cluster_name;

  /// `POST /{index}/_pit` (Elasticsearch 7.12 and later: 7.10 and 7.11 had it in a
  /// separately licensed module without the cheap tiebreak).
  bool es_point_in_time = false;
  /// `POST /{index}/_search/point_in_time` (OpenSearch 2.4).
  bool opensearch_point_in_time = false;
  /// A slice of a point-in-time is a contiguous doc-id range (Elasticsearch 7.15);
  /// without it a slice hashes every `_id`.
  bool doc_id_slices = false;
  /// Searches and mappings carry a mapping type (Elasticsearch 6).
  bool mapping_types = false;
  /// `hits.total` is an object (Elasticsearch 7); before it is a number.
  bool total_hits_object = true;
  /// `ES|QL` with `format=arrow` (Elasticsearch 8.15; lists in 8.16).
  bool esql_arrow = false;
  /// ES|QL takes `allow_partial_results` (Elasticsearch 8.18; its default became true in
  /// 8.19 and 9.1).
  bool esql_partial_results = false;
  /// Date histograms take `calendar_interval` and `fixed_interval` (Elasticsearch 7.2);
  /// before, `interval` for both.
  bool calendar_interval = true;
  /// `GET /_resolve/index/*` (Elasticsearch 7.9, every OpenSearch).
  bool resolve_index = false;
  /// Vectors stand in `_source` only where `_source.exclude_vectors` says so
  /// (Elasticsearch 9.2).
  bool source_lacks_vectors = false;
  /// Half a surrogate pair in a document is indexed as "?" (Elasticsearch 8.19 and 9.1),
  /// elsewhere as U+FFFD.
  bool half_pairs_are_question_marks = false;

  bool any_point_in_time() const { return es_point_in_time || opensearch_point_in_time; }

  /// Derive everything from what `GET /` says.
  static Capabilities Of(Product product, int major, int minor, int patch);
};

}  // namespace recurve::catalog
