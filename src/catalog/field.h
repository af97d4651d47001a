// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "arrow/type_fwd.h"

namespace recurve::catalog {

/// How the cluster treats a mapped field. docs/types.md has one row per enumerator.
enum class FieldKind {
  kKeyword,
  kConstantKeyword,
  kWildcard,
  kText,  ///< text, match_only_text, annotated_text, search_as_you_type
  kByte,
  kShort,
  kInteger,
  kLong,
  kUnsignedLong,
  kHalfFloat,
  kFloat,
  kDouble,
  kScaledFloat,
  kBoolean,
  kDate,
  kDateNanos,
  kIp,
  kVersion,
  kBinary,
  kGeoPoint,  ///< STRUCT(lat, lon), whatever the spelling
  kVector,    ///< LIST of floats
  kObject,    ///< STRUCT of its children
  kNested,    ///< LIST(STRUCT) of its children
  kJsonText,  ///< any other type: the JSON text of the value as it stands in `_source`
};

/// How the cluster rounded a number in a document to a `float` or `half_float`.
///
/// Source   Jackson reads a float from the digits since 2.14
/// (FasterXML/jackson-core#755),
///          before by way of a double. Texts ("1.5") are read once everywhere. Seen on
///          6.8.9 (twice) and 7.17.29, 8.19.21, OpenSearch 2.19.6 (once).
enum class FloatRounding {
  kOnce,     ///< from its digits
  kTwice,    ///< to a double, and that to a float
  kUnknown,  ///< the index is older than its cluster: either
};

/// Where the values of a field are read from.
enum class ValueSource {
  kSource,     ///< the document: `_source`
  kDocValues,  ///< the index: `docvalue_fields` of a hit
};

/// One node of a mapping: a leaf field, an object or a nested object.
struct Field {
  /// Column or struct member name: the last step of the path, or a name made from it
  /// where siblings differ by case only.
  std::string name;
  std::string path;  ///< full dotted path, the name the cluster knows: "user.address.zip"
  FieldKind kind = FieldKind::kJsonText;
  std::string es_type;  ///< the mapping's `type` as written, "object" when implied
  /// Arrow type of the column: docs/types.md. STRUCT for objects, LIST(STRUCT) for
  /// nested, and of those and all others a LIST where `list_depth` says so.
  std::shared_ptr<arrow::DataType> type;
  /// How deep the column's lists are nested, by declaration; 0: single values. A list is
  /// marked neither indexed nor with doc values: the index has elements, in no order.
  int list_depth = 0;
  bool elements_indexed = false;  ///< lists: queries find each element

  bool indexed = true;            ///< `index`: queries find the value
  bool doc_values = true;         ///< `doc_values`: aggregations and exists see the value
  bool has_normalizer = false;    ///< keyword: the indexed term is not the value
  bool ignore_malformed = false;  ///< values that do not fit are in `_ignored`, NULL here
  bool coerce = true;             ///< numbers: strings and fractions are converted
  bool inside_nested = false;     ///< the field or one of its parents is `nested`
  std::string nested_path;        ///< of the innermost `nested` around the field, if any
  std::optional<int64_t> ignore_above;  ///< keyword: longer values are not indexed
  /// `_ignored` names the field where `ignore_above` left a value out.
  bool records_ignored = true;
  std::optional<std::string> null_value;  ///< JSON text of `null_value`
  std::string date_format;    ///< date kinds: the mapping's `format` (never empty there)
  double scaling_factor = 1;  ///< scaled_float
  FloatRounding float_rounding = FloatRounding::kOnce;  ///< float and half_float
  /// Half a surrogate pair is indexed as "?" rather than as U+FFFD.
  bool half_pairs_are_question_marks = false;

  ValueSource read_from = ValueSource::kSource;
  /// Doc values hold every value the column is to show, whatever `doc_values` says about
  /// pushing.
  bool readable_from_doc_values = false;
  /// Where the value stands, in `_source` or among doc values, if that is not `path`: a
  /// multi-field has the value of the field it belongs to, a text that is not in
  /// `_source` that of a keyword made from it.
  std::string source_path;
  /// A query can tell which documents have a value at `source_path`.
  bool source_findable = true;
  /// Why the values cannot be read, as a sentence part; empty if they can.
  std::string unreadable;
  /// constant_keyword: index name and the value of all its documents, which need not have
  /// it.
  std::vector<std::pair<std::string, std::string>> constants;

  std::vector<Field> children;    ///< objects and nested, in mapping order
  std::vector<Field> sub_fields;  ///< multi-fields: `path` is "name.raw"
};

bool IsObject(FieldKind kind);  ///< kObject or kNested

/// Whether the column is a STRUCT, so that its members are columns too.
bool IsStruct(const Field& field);

/// The path at which `_source` or doc values have the field's value.
const std::string& PlaceOf(const Field& field);

/// Whether documents may show the field's value, at its `source_path`, without having it
/// in the index: a multi-field that was added after they had been written.
bool MayBeAddedLater(const Field& field);

/// How the doc values of a field are to be printed, or an empty text for as they are.
///
/// Source   Elasticsearch reference, "Doc value fields"; `epoch_millis` prints dates of
///          every mapping format and release alike, and cuts date_nanos, for which the
///          ISO format with nanoseconds is known since 7.2 (elastic/elasticsearch#57019).
std::string_view DocValueFormat(const Field& field);

}  // namespace recurve::catalog
