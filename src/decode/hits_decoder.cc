// SPDX-License-Identifier: Apache-2.0
#include "decode/hits_decoder.h"

#include <algorithm>
#include <utility>

#include "arrow/builder.h"
#include "arrow/type.h"
#include "core/error_detail.h"
#include "decode/column_layout_internal.h"
#include "decode/column_writer_internal.h"
#include "decode/envelope_reader_internal.h"
#include "decode/struct_writer_internal.h"
#include "fmt/format.h"

namespace recurve::decode {

namespace {

using simdjson::ondemand::json_type;

std::string_view Describe(DecodeError error) {
  switch (error) {
    case DecodeError::kOk:
      return "no error";
    case DecodeError::kWrongType:
      return "the JSON type does not fit";
    case DecodeError::kOutOfRange:
      return "the number is out of range";
    case DecodeError::kBadText:
      return "the text cannot be converted";
    case DecodeError::kBadDate:
      return "the text fits none of the mapping's date formats";
    case DecodeError::kTooLong:
      return "the value is over ignore_above and stands nowhere";
    case DecodeError::kSeveralValues:
      return "the document has several values where the column holds one";
    case DecodeError::kOtherDepth:
      return "the document's arrays are nested to another depth than the column's lists";
    case DecodeError::kBadJson:
      return "the JSON is broken";
  }
  return "unknown error";
}

std::string Quoted(std::string_view text, char quote) {
  std::string quoted(1, quote);
  for (const char c : text) {
    if (c == quote) quoted += quote;
    quoted += c;
  }
  return quoted + quote;
}

// What makes the column fit such a document: docs/types.md, "Lists".
std::string Remedy(DecodeError error, std::string_view path, const TableLabel& label) {
  const bool several = error == DecodeError::kSeveralValues;
  if (!several && error != DecodeError::kOtherDepth) return {};
  const std::string lists = several ? fmt::format("lists := [{}]", Quoted(path, '\''))
                                    : fmt::format("json := [{}]", Quoted(path, '\''));
  return fmt::format(
      "; declare it: {} = \"{}\" below [cluster.{}.tables.\"{}\".columns] in the "
      "configuration, or FROM es_scan({}, {})",
      Quoted(path, '"'), several ? "list" : "json", label.cluster, label.table,
      Quoted(label.table, '\''), lists);
}

class HitsDecoderImpl final : public HitsDecoder {
 public:
  HitsDecoderImpl(ColumnLayout layout, TableLabel label)
      : label_(std::move(label)), layout_(std::move(layout)) {}

  arrow::Result<Page> Decode(const core::PaddedBytes& body) override {
    Page page;
    simdjson::ondemand::document document;
    if (parser_
            .iterate(simdjson::padded_string_view(body.data(), body.size(),
                                                  body.padded_capacity()))
            .get(document) != simdjson::SUCCESS) {
      return NotAResponse("not JSON", body);
    }
    JsonObject object;
    if (document.get_object().get(object) != simdjson::SUCCESS) {
      return NotAResponse("not a JSON object", body);
    }
    bool has_hits = false;
    for (auto member : object) {
      simdjson::ondemand::field field;
      if (std::move(member).get(field) != simdjson::SUCCESS)
        return NotAResponse("broken", body);
      if (field.key() == "hits") {
        has_hits = true;
        ARROW_RETURN_NOT_OK(ReadHits(field.value(), body, &page));
      } else {
        const auto key = field.key();
        JsonValue value = field.value();
        if (!ReadEnvelopeMember(key, value, &page)) return NotAResponse("broken", body);
      }
    }
    if (!has_hits) return NotAResponse("it has no hits", body);
    if (document.current_location().error() != simdjson::OUT_OF_BOUNDS)
      return NotAResponse("text behind the object", body);
    num_rows_ += page.num_hits;
    return page;
  }

  int64_t num_rows() const override { return num_rows_; }

  int64_t num_bytes() const override {
    int64_t total = layout_.doc_values ? layout_.doc_values->num_bytes() : 0;
    for (const auto& tree : layout_.source_trees) total += tree->num_bytes();
    for (const auto* builder :
         {layout_.id.get(), layout_.index.get(), layout_.source.get()}) {
      if (builder != nullptr) total += builder->value_data_length();
    }
    if (layout_.score) {
      total += layout_.score->length() * static_cast<int64_t>(sizeof(float));
    }
    return total;
  }

  arrow::Result<std::shared_ptr<arrow::RecordBatch>> Flush() override {
    for (const auto& tree : layout_.source_trees) {
      ARROW_RETURN_NOT_OK(tree->Finish().status());
    }
    if (layout_.doc_values) ARROW_RETURN_NOT_OK(layout_.doc_values->Finish().status());
    // In the order of catalog::VirtualColumn.
    arrow::ArrayVector virtual_columns(5);
    size_t i = 0;
    for (arrow::ArrayBuilder* builder :
         {static_cast<arrow::ArrayBuilder*>(layout_.id.get()),
          static_cast<arrow::ArrayBuilder*>(layout_.index.get()),
          static_cast<arrow::ArrayBuilder*>(layout_.source.get()),
          static_cast<arrow::ArrayBuilder*>(layout_.ignored.get()),
          static_cast<arrow::ArrayBuilder*>(layout_.score.get())}) {
      if (builder != nullptr) ARROW_RETURN_NOT_OK(builder->Finish(&virtual_columns[i]));
      ++i;
    }
    arrow::ArrayVector arrays;
    arrays.reserve(layout_.places.size());
    for (const ColumnPlace& place : layout_.places) {
      arrays.push_back(place.parent != nullptr
                           ? place.parent->finished_child(place.child)
                           : virtual_columns[static_cast<size_t>(place.virtual_column)]);
    }
    return arrow::RecordBatch::Make(layout_.schema, std::exchange(num_rows_, 0),
                                    std::move(arrays));
  }

 private:
  static arrow::Status NotAResponse(std::string_view why, const core::PaddedBytes& body) {
    return core::MakeError(
        core::ErrorKind::kProtocol,
        fmt::format("not a search response ({}): {:.200}", why, body.view()));
  }

  arrow::Status ReadHits(JsonValue value, const core::PaddedBytes& body, Page* page) {
    JsonObject hits;
    if (value.get_object().get(hits) != simdjson::SUCCESS) {
      return NotAResponse("hits is not an object", body);
    }
    for (auto member : hits) {
      simdjson::ondemand::field field;
      if (std::move(member).get(field) != simdjson::SUCCESS)
        return NotAResponse("broken", body);
      if (field.key() == "total") {
        if (!ReadTotal(field.value(), page)) return NotAResponse("bad total", body);
      } else if (field.key() == "hits") {
        simdjson::ondemand::array list;
        if (field.value().get_array().get(list) != simdjson::SUCCESS) {
          return NotAResponse("hits.hits is not an array", body);
        }
        for (auto element : list) {
          JsonObject hit;
          if (element.get_object().get(hit) != simdjson::SUCCESS) {
            return NotAResponse("a hit is not an object", body);
          }
          ARROW_RETURN_NOT_OK(ReadHit(hit, body));
          ++page->num_hits;
        }
        if (sort_start_ != nullptr) page->last_sort = SortText(sort_start_);
        sort_start_ = nullptr;
      }
    }
    return arrow::Status::OK();
  }

  arrow::Status ReadHit(JsonObject hit, const core::PaddedBytes& body) {
    std::string_view id_token;
    std::string_view index_token;
    bool has_source = false;
    bool has_ignored = false;
    bool has_score = false;
    Failure failure;
    for (auto member : hit) {
      if (member.error() != simdjson::SUCCESS) return NotAResponse("broken hit", body);
      auto&& field = std::move(member).value_unsafe();
      const auto key = field.key();
      JsonValue& hit_value = field.value();
      if (key == "_source") {
        has_source = true;
        if (layout_.source_trees.empty() && !layout_.source) continue;
        const DecodeError error = ReadSource(hit_value, failure);
        if (error != DecodeError::kOk) {
          return BadValue(error, failure, id_token, index_token);
        }
      } else if (key == "_id") {
        id_token = hit_value.raw_json_token();
        if (layout_.id) ARROW_RETURN_NOT_OK(AppendText(*layout_.id, hit_value));
      } else if (key == "_index") {
        index_token = hit_value.raw_json_token();
        if (layout_.index) ARROW_RETURN_NOT_OK(AppendText(*layout_.index, hit_value));
      } else if (key == "fields" && layout_.doc_values) {
        const DecodeError error = layout_.doc_values->Add(hit_value, failure);
        if (error != DecodeError::kOk) {
          return BadValue(error, failure, id_token, index_token);
        }
      } else if (key == "_ignored" && (layout_.ignored || !layout_.kept_short.empty())) {
        has_ignored = true;
        const DecodeError error = ReadIgnored(hit_value, failure);
        if (error != DecodeError::kOk) {
          return BadValue(error, failure, id_token, index_token);
        }
      } else if (key == "_score") {
        has_score = true;
        if (layout_.score) ARROW_RETURN_NOT_OK(AppendScore(hit_value));
      } else if (key == "sort") {
        sort_start_ = std::string_view(hit_value.raw_json_token()).data();
      }
    }
    if (layout_.needs_source && !has_source) {
      return core::MakeError(
          core::ErrorKind::kUnsupported,
          fmt::format("documents of index {} have no _source to read columns from "
                      "(_id {})",
                      Unquoted(index_token), Unquoted(id_token)));
    }
    if (layout_.has_constants && index_token != row_index_) StartIndex(index_token);
    DecodeError error = DecodeError::kOk;
    for (const auto& tree : layout_.source_trees) {
      if (error == DecodeError::kOk) error = tree->EndRow();
    }
    if (layout_.doc_values && error == DecodeError::kOk) {
      error = layout_.doc_values->EndRow();
    }
    if (layout_.ignored && !has_ignored) {
      ARROW_RETURN_NOT_OK(layout_.ignored->AppendNull());
    }
    if (layout_.score && !has_score) {
      ARROW_RETURN_NOT_OK(layout_.score->AppendNull());
    }
    return error == DecodeError::kOk ? arrow::Status::OK()
                                     : BadValue(error, failure, id_token, index_token);
  }

  void StartIndex(std::string_view index_token) {
    row_index_ = index_token;
    const std::string index = Unquoted(index_token);
    for (const auto& tree : layout_.source_trees) tree->StartIndex(index);
  }

  // A document is read once for every tree, and once for its text.
  DecodeError ReadSource(JsonValue& value, Failure& failure) {
    JsonObject object;
    if (value.get_object().get(object) != simdjson::SUCCESS) return DecodeError::kBadJson;
    bool is_read = false;
    for (const auto& tree : layout_.source_trees) {
      if (std::exchange(is_read, true) && object.reset().error() != simdjson::SUCCESS) {
        return DecodeError::kBadJson;
      }
      const DecodeError error = tree->AddObject(object, failure);
      if (error != DecodeError::kOk) return error;
    }
    if (!layout_.source) return DecodeError::kOk;
    std::string_view text;
    if ((is_read && object.reset().error() != simdjson::SUCCESS) ||
        object.raw_json().get(text) != simdjson::SUCCESS) {
      return DecodeError::kBadJson;
    }
    return layout_.source->Append(text).ok() ? DecodeError::kOk
                                             : DecodeError::kOutOfRange;
  }

  // Names of fields whose values the index left out.
  DecodeError ReadIgnored(JsonValue& value, Failure& failure) {
    simdjson::ondemand::array names;
    if (value.get_array().get(names) != simdjson::SUCCESS) return DecodeError::kBadJson;
    if (layout_.ignored && !layout_.ignored->Append().ok()) {
      return DecodeError::kOutOfRange;
    }
    for (auto element : names) {
      std::string_view name;
      if (element.get_string().get(name) != simdjson::SUCCESS) {
        return DecodeError::kBadJson;
      }
      if (std::ranges::find(layout_.kept_short, name) != layout_.kept_short.end()) {
        failure.path = name;
        return DecodeError::kTooLong;
      }
      if (layout_.ignored &&
          !static_cast<arrow::StringBuilder*>(layout_.ignored->value_builder())
               ->Append(name)
               .ok()) {
        return DecodeError::kOutOfRange;
      }
    }
    return DecodeError::kOk;
  }

  static arrow::Status AppendText(arrow::StringBuilder& builder, JsonValue& value) {
    std::string_view text;
    if (value.get_string().get(text) != simdjson::SUCCESS) {
      return core::MakeError(core::ErrorKind::kProtocol,
                             "_id or _index of a hit is not a string");
    }
    return builder.Append(text);
  }

  // Null where the search did not compute one.
  arrow::Status AppendScore(JsonValue& value) {
    bool is_null = false;
    if (value.is_null().get(is_null) == simdjson::SUCCESS && is_null) {
      return layout_.score->AppendNull();
    }
    double score = 0;
    if (value.get_double().get(score) != simdjson::SUCCESS) {
      return core::MakeError(core::ErrorKind::kProtocol,
                             "_score of a hit is not a number");
    }
    return layout_.score->Append(static_cast<float>(score));
  }

  arrow::Status BadValue(DecodeError error, const Failure& failure,
                         std::string_view id_token, std::string_view index_token) const {
    core::ErrorDetail detail(core::ErrorKind::kBadValue);
    detail.index = Unquoted(index_token);
    const std::string shown =
        failure.excerpt.empty() ? "" : fmt::format(", value {}", failure.excerpt);
    return core::MakeError(
        std::move(detail),
        fmt::format("{}: field {}, _id {}, index {}{}{}", Describe(error), failure.path,
                    Unquoted(id_token), Unquoted(index_token), shown,
                    Remedy(error, failure.path, label_)));
  }

  simdjson::ondemand::parser parser_;
  const TableLabel label_;
  const ColumnLayout layout_;
  std::string row_index_;  ///< token of the index that constants were set for
  const char* sort_start_ = nullptr;
  int64_t num_rows_ = 0;
};

}  // namespace

arrow::Result<std::unique_ptr<HitsDecoder>> HitsDecoder::Make(
    std::vector<OutputColumn> columns, TableLabel label) {
  ARROW_ASSIGN_OR_RAISE(auto layout, ColumnLayout::Make(columns));
  return std::make_unique<HitsDecoderImpl>(std::move(layout), std::move(label));
}

}  // namespace recurve::decode
