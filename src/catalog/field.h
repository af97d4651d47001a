// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
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

/// One node of a mapping: a leaf field, an object or a nested object.
struct Field {
  /// Column or struct member name: the last step of the path, or a name made from it
  /// where siblings differ by case only.
  std::string name;
  std::string path;  ///< full dotted path, the name the cluster knows: "user.address.zip"
  FieldKind kind = FieldKind::kJsonText;
  std::string es_type;  ///< the mapping's `type` as written, "object" when implied
  /// Arrow type of the column: docs/types.md. STRUCT for objects, LIST(STRUCT) for
  /// nested.
  std::shared_ptr<arrow::DataType> type;

  bool indexed = true;            ///< `index`: queries find the value
  bool doc_values = true;         ///< `doc_values`: aggregations and exists see the value
  bool has_normalizer = false;    ///< keyword: the indexed term is not the value
  bool ignore_malformed = false;  ///< values that do not fit are in `_ignored`, NULL here
  bool coerce = true;             ///< numbers: strings and fractions are converted
  bool inside_nested = false;     ///< the field or one of its parents is `nested`
  std::optional<int64_t> ignore_above;  ///< keyword: longer values are not indexed
  /// `_ignored` names the field where `ignore_above` left a value out.
  bool records_ignored = true;
  std::optional<std::string> null_value;  ///< JSON text of `null_value`
  std::string date_format;    ///< date kinds: the mapping's `format` (never empty there)
  double scaling_factor = 1;  ///< scaled_float
  FloatRounding float_rounding = FloatRounding::kOnce;  ///< float and half_float
  /// Half a surrogate pair is indexed as "?" rather than as U+FFFD.
  bool half_pairs_are_question_marks = false;

  std::vector<Field> children;  ///< objects and nested, in mapping order
};

bool IsObject(FieldKind kind);  ///< kObject or kNested

}  // namespace recurve::catalog
