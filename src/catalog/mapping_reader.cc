// SPDX-License-Identifier: Apache-2.0
#include "catalog/mapping_reader.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

#include "catalog/column_places_internal.h"
#include "catalog/field_types_internal.h"
#include "catalog/json_reading_internal.h"
#include "catalog/source_filter_internal.h"
#include "core/error_detail.h"
#include "fmt/format.h"

namespace recurve::catalog {

namespace {

using simdjson::SUCCESS;
using simdjson::dom::element;
using simdjson::dom::object;

constexpr std::string_view kWhat = "mapping";

// Elasticsearch allows 20 levels by default, simdjson 1024 of which each object takes
// two.
constexpr int kMaxDepth = 500;

bool HasDocValuesByDefault(const Field& field) {
  return field.kind != FieldKind::kText && field.kind != FieldKind::kBinary &&
         field.es_type != "rank_feature";
}

/// Whether doc values of a kind are printed as the values that a column shows.
bool HasPrintedDocValues(FieldKind kind) {
  switch (kind) {
    case FieldKind::kText:
    case FieldKind::kConstantKeyword:  // OpenSearch 2.19.6 prints the index's name
    case FieldKind::kVector:
    case FieldKind::kObject:
    case FieldKind::kNested:
    case FieldKind::kJsonText:
      return false;
    default:
      return true;
  }
}

/// Types whose value is not what the document has.
bool IsCountedByTheIndex(std::string_view es_type) {
  return es_type == "token_count" || es_type == "murmur3";
}

bool IsPlainLeaf(FieldKind kind) {
  return !IsObject(kind) && kind != FieldKind::kJsonText &&
         kind != FieldKind::kGeoPoint && kind != FieldKind::kVector;
}

/// Reads the mapping of one index.
class IndexMappingReader {
 public:
  explicit IndexMappingReader(const IndexSettings& settings) : settings_(settings) {
    mapping_.keeps_unmapped_values = settings.keeps_unmapped_values;
    mapping_.source_enabled = !settings.source_disabled;
  }

  /// Add what is inside `mappings` or, in Elasticsearch 6, inside one of its types.
  arrow::Status AddRoot(const object& root) {
    NoteDynamic(root);
    object source;
    if (root["_source"].get(source) == SUCCESS) {
      if (TruthAt(source, "enabled") == false || TextAt(source, "mode") == "disabled") {
        mapping_.source_enabled = false;
      }
      source_filter_ =
          SourceFilter(TextsAt(source, "includes"), TextsAt(source, "excludes"));
    }
    object properties;
    if (root["properties"].get(properties) == SUCCESS) {
      ARROW_RETURN_NOT_OK(ReadProperties(properties, {}, false, 0, mapping_.fields));
    }
    object runtime;
    if (root["runtime"].get(runtime) == SUCCESS) ReadRuntimeFields(runtime, "");
    return arrow::Status::OK();
  }

  std::shared_ptr<const Mapping> Finish() {
    // Queries see what was copied into these fields, `_source` does not have it.
    for (const std::string& target : copy_targets_) {
      if (Field* field = FindField(mapping_.fields, target)) {
        ReadFromDocValues(*field, "copy_to writes into it");
      }
    }
    PlaceColumns(aliases_, !mapping_.source_enabled, mapping_.fields, mapping_.hidden);
    return std::make_shared<const Mapping>(std::move(mapping_));
  }

 private:
  void NoteDynamic(const object& properties) {
    // "runtime" keeps values out of the properties as well.
    const bool off = TruthAt(properties, "dynamic") == false;
    if (off || TextAt(properties, "dynamic") == "runtime") {
      mapping_.keeps_unmapped_values = true;
    }
  }

  arrow::Status ReadProperties(const object& properties, const std::string& parent_path,
                               bool inside_nested, int depth,
                               std::vector<Field>& fields) {
    if (depth > kMaxDepth) return NotPromised(kWhat, "too many levels");
    fields.reserve(fields.size() + properties.size());
    for (const auto [name, value] : properties) {
      object description;
      if (value.get(description) != SUCCESS) return NotPromised(kWhat, name);
      std::string path =
          parent_path.empty() ? std::string(name) : parent_path + "." + std::string(name);
      // Two mapping types of an old index share the definition of a field.
      const std::string_view wanted = name;
      if (depth == 0 && num_roots_ > 0 &&
          std::ranges::find(fields, wanted, &Field::name) != fields.end()) {
        continue;
      }
      ARROW_ASSIGN_OR_RAISE(auto field, ReadField(std::string(name), std::move(path),
                                                  description, inside_nested, depth));
      if (field) fields.push_back(std::move(*field));
    }
    if (depth == 0) ++num_roots_;
    return arrow::Status::OK();
  }

  arrow::Result<std::optional<Field>> ReadField(std::string name, std::string path,
                                                const object& description,
                                                bool inside_nested, int depth) {
    Field field;
    field.name = std::move(name);
    field.path = std::move(path);
    field.es_type = std::string(TextAt(description, "type"));
    if (field.es_type.empty()) field.es_type = "object";
    if (field.es_type == "alias") {
      aliases_.push_back({field.path, std::string(TextAt(description, "path"))});
      return std::nullopt;
    }
    field.kind = KindOfType(field.es_type);
    field.inside_nested = inside_nested || field.kind == FieldKind::kNested;
    if (IsObject(field.kind)) {
      const bool enabled = TruthAt(description, "enabled").value_or(true);
      if (enabled) return ReadObject(std::move(field), description, depth);
      field.kind = FieldKind::kJsonText;
    }
    for (std::string& target : TextsAt(description, "copy_to")) {
      copy_targets_.push_back(std::move(target));
    }
    ReadLeaf(description, field);
    ARROW_RETURN_NOT_OK(ReadSubFields(description, field));
    element script;
    if (!mapping_.source_enabled) {
      ReadFromDocValues(field, "the index does not store _source");
    } else if (!source_filter_.Keeps(field.path)) {
      ReadFromDocValues(field, "_source leaves it out");
    } else if (description["script"].get(script) == SUCCESS) {
      ReadFromDocValues(field, "a script makes its values");
    }
    return field;
  }

  // Multi-fields have the value of the field they belong to, under a type of their own.
  arrow::Status ReadSubFields(const object& description, Field& field) {
    object sub_fields;
    if (description["fields"].get(sub_fields) != SUCCESS) return arrow::Status::OK();
    for (const auto [name, value] : sub_fields) {
      object sub_description;
      if (value.get(sub_description) != SUCCESS) return NotPromised(kWhat, name);
      Field sub_field;
      sub_field.name = std::string(name);
      sub_field.path = field.path + "." + sub_field.name;
      sub_field.source_path = field.path;
      sub_field.source_findable = field.indexed || field.doc_values;
      sub_field.es_type = std::string(TextAt(sub_description, "type"));
      sub_field.kind = KindOfType(sub_field.es_type);
      sub_field.inside_nested = field.inside_nested;
      if (IsObject(sub_field.kind)) continue;
      ReadLeaf(sub_description, sub_field);
      if (!IsPlainLeaf(field.kind)) {
        ReadFromDocValues(sub_field, fmt::format("it is made from a {}", field.es_type));
      }
      field.sub_fields.push_back(std::move(sub_field));
    }
    return arrow::Status::OK();
  }

  // Runtime fields hide properties of the same name.
  void ReadRuntimeFields(const object& runtime, const std::string& parent) {
    for (const auto [name, value] : runtime) {
      object description;
      if (value.get(description) != SUCCESS) continue;
      Field field;
      field.path = parent + std::string(name);
      field.es_type = std::string(TextAt(description, "type"));
      object members;
      if (field.es_type == "composite") {
        if (description["fields"].get(members) == SUCCESS) {
          ReadRuntimeFields(members, field.path + ".");
        }
        continue;
      }
      field.name = field.path;
      field.kind = KindOfType(field.es_type);
      ReadLeaf(description, field);
      ForbidPushdown(field);
      ReadFromDocValues(field, "it is a runtime field");
      if (Field* hidden = FindField(mapping_.fields, field.path)) {
        field.name = hidden->name;
        *hidden = std::move(field);
      } else if (field.name.find('.') == std::string::npos && field.unreadable.empty()) {
        mapping_.fields.push_back(std::move(field));
      } else {
        mapping_.hidden.push_back(std::move(field));
      }
    }
  }

  arrow::Result<std::optional<Field>> ReadObject(Field field, const object& description,
                                                 int depth) {
    NoteDynamic(description);
    ForbidPushdown(field);
    object properties;
    size_t num_members = 0;
    if (description["properties"].get(properties) == SUCCESS) {
      num_members = properties.size();
      ARROW_RETURN_NOT_OK(ReadProperties(properties, field.path, field.inside_nested,
                                         depth + 1, field.children));
    }
    // Members that are all left out leave nothing behind, not an object without members.
    const bool lost =
        field.children.empty() && (num_members > 0 || !mapping_.source_enabled ||
                                   !source_filter_.Keeps(field.path));
    if (lost) return std::nullopt;
    return field;
  }

  void ReadLeaf(const object& description, Field& field) {
    field.indexed = TruthAt(description, "index").value_or(true);
    field.doc_values =
        TruthAt(description, "doc_values").value_or(HasDocValuesByDefault(field));
    field.has_normalizer = !TextAt(description, "normalizer").empty();
    field.ignore_malformed =
        TruthAt(description, "ignore_malformed").value_or(settings_.ignore_malformed);
    field.coerce = TruthAt(description, "coerce").value_or(settings_.coerce);
    field.ignore_above = IntegerAt(description, "ignore_above");
    if (!field.ignore_above && field.kind == FieldKind::kKeyword) {
      field.ignore_above = settings_.ignore_above;
    }
    field.records_ignored = settings_.records_ignored;
    field.float_rounding = settings_.float_rounding;
    field.half_pairs_are_question_marks = settings_.half_pairs_are_question_marks;
    element null_value;
    if (description["null_value"].get(null_value) == SUCCESS && !null_value.is_null()) {
      field.null_value = simdjson::minify(null_value);
    }
    if (field.kind == FieldKind::kDate || field.kind == FieldKind::kDateNanos) {
      const std::string_view format = TextAt(description, "format");
      field.date_format = format.empty() ? DefaultDateFormat(field.kind) : format;
    }
    field.scaling_factor = DoubleAt(description, "scaling_factor").value_or(1);
    field.readable_from_doc_values = field.doc_values && !field.inside_nested &&
                                     HasPrintedDocValues(field.kind) &&
                                     (!field.ignore_above || field.records_ignored);
    element constant;
    if (field.kind == FieldKind::kConstantKeyword &&
        description["value"].get(constant) == SUCCESS && constant.is_string()) {
      field.constants.emplace_back("", TextAt(description, "value"));
      mapping_.has_constants = true;
    }
    // Until a constant_keyword has its value, a document may bring it.
    const bool unasked = !IsPlainLeaf(field.kind) && field.kind != FieldKind::kGeoPoint;
    if (unasked ||
        (field.kind == FieldKind::kConstantKeyword && field.constants.empty())) {
      ForbidPushdown(field);
    }
    if (field.kind == FieldKind::kBinary) field.indexed = false;
    if (IsCountedByTheIndex(field.es_type)) {
      ReadFromDocValues(field, "its value is made by the index");
    } else if (field.es_type == "rank_feature") {
      ForbidPushdown(field);
    }
  }

  const IndexSettings& settings_;
  Mapping mapping_;
  SourceFilter source_filter_;
  std::vector<std::string> copy_targets_;
  std::vector<Alias> aliases_;
  int num_roots_ = 0;
};

arrow::Result<std::shared_ptr<const Mapping>> ReadIndexMapping(
    const object& mappings, const IndexSettings& settings, bool mapping_types) {
  IndexMappingReader reader(settings);
  if (!mapping_types) {
    ARROW_RETURN_NOT_OK(reader.AddRoot(mappings));
    return reader.Finish();
  }
  for (const auto [type, value] : mappings) {
    object root;
    if (type == "_default_") continue;  // a template for types of Elasticsearch 5
    if (value.get(root) != SUCCESS) return NotPromised(kWhat, type);
    ARROW_RETURN_NOT_OK(reader.AddRoot(root));
  }
  return reader.Finish();
}

/// One index of the answer; `text` is its mapping as it stands in the body.
struct MappingText {
  std::string index;
  std::string_view text;
};

arrow::Result<std::vector<MappingText>> SplitByIndex(const core::PaddedBytes& body) {
  simdjson::ondemand::parser parser;
  simdjson::ondemand::document document;
  std::vector<MappingText> texts;
  auto error =
      parser.iterate(body.data(), body.size(), body.padded_capacity()).get(document);
  simdjson::ondemand::object root;
  if (error == SUCCESS) error = document.get_object().get(root);
  if (error != SUCCESS) return NotPromised(kWhat, simdjson::error_message(error));
  for (auto entry : root) {
    std::string_view index;
    std::string_view text;
    simdjson::ondemand::object mappings;
    error = entry.unescaped_key().get(index);
    std::string name(index);
    if (error == SUCCESS) error = entry.value()["mappings"].get_object().get(mappings);
    if (error == SUCCESS) error = mappings.raw_json().get(text);
    if (error != SUCCESS) return NotPromised(kWhat, simdjson::error_message(error));
    texts.push_back({std::move(name), text});
  }
  std::ranges::sort(texts, {}, &MappingText::index);
  return texts;
}

}  // namespace

arrow::Result<std::vector<IndexMapping>> ReadMappings(
    const core::PaddedBytes& body,
    const std::unordered_map<std::string, IndexSettings>& settings, bool mapping_types) {
  ARROW_ASSIGN_OR_RAISE(const auto texts, SplitByIndex(body));

  // The backing indices of a data stream mostly have one mapping: parse a text once.
  struct Known {
    IndexSettings settings;
    std::shared_ptr<const Mapping> mapping;
  };
  std::unordered_multimap<std::string_view, Known> known;
  simdjson::dom::parser parser;
  std::vector<IndexMapping> mappings;
  mappings.reserve(texts.size());
  for (const MappingText& entry : texts) {
    const auto found_settings = settings.find(entry.index);
    const IndexSettings index_settings =
        found_settings == settings.end() ? IndexSettings{} : found_settings->second;
    auto [same, end] = known.equal_range(entry.text);
    same = std::find_if(same, end, [&](const auto& candidate) {
      return candidate.second.settings == index_settings;
    });
    if (same != end) {
      mappings.push_back({entry.index, same->second.mapping});
      continue;
    }
    object root;
    // The text lies inside the body, so the padding behind it is readable.
    const auto error =
        parser.parse(entry.text.data(), entry.text.size(), false).get(root);
    if (error != SUCCESS) return NotPromised(kWhat, simdjson::error_message(error));
    ARROW_ASSIGN_OR_RAISE(auto mapping,
                          ReadIndexMapping(root, index_settings, mapping_types));
    known.emplace(entry.text, Known{index_settings, mapping});
    mappings.push_back({entry.index, std::move(mapping)});
  }
  return mappings;
}

}  // namespace recurve::catalog
