// SPDX-License-Identifier: Apache-2.0
#include "decode/hits_decoder.h"

#include <utility>

#include "arrow/builder.h"
#include "arrow/type.h"
#include "core/error_detail.h"
#include "decode/column_writer_internal.h"
#include "decode/envelope_reader_internal.h"
#include "decode/struct_writer_internal.h"
#include "fmt/format.h"

namespace recurve::decode {

namespace {

using catalog::Field;
using simdjson::ondemand::json_type;

// Where a finished output column is found: a child of a struct, or a virtual column.
struct ColumnPlace {
  StructWriter* parent = nullptr;
  size_t child = 0;
  arrow::StringBuilder* virtual_builder = nullptr;
};

// The wanted fields as a tree by path, before writers are made for it.
struct WantedNode {
  std::string name;
  const Field* field = nullptr;
  std::vector<std::unique_ptr<WantedNode>> children;

  WantedNode* Child(std::string_view child_name) {
    for (const auto& child : children) {
      if (child->name == child_name) return child.get();
    }
    children.push_back(std::make_unique<WantedNode>());
    children.back()->name = child_name;
    return children.back().get();
  }
};

arrow::Status AddWanted(const WantedNode& node, const std::string& path,
                        StructWriter& parent) {
  for (const auto& child : node.children) {
    std::string child_path = path.empty() ? child->name : path + "." + child->name;
    if (child->field != nullptr) {
      ARROW_ASSIGN_OR_RAISE(auto writer, MakeColumnWriter(*child->field));
      parent.AddChild(child->name, std::move(writer));
      continue;
    }
    auto writer = std::make_unique<StructWriter>(child_path, nullptr);
    ARROW_RETURN_NOT_OK(AddWanted(*child, child_path, *writer));
    parent.AddChild(child->name, std::move(writer));
  }
  return arrow::Status::OK();
}

std::vector<std::string_view> SplitPath(std::string_view path) {
  std::vector<std::string_view> steps;
  for (size_t dot; (dot = path.find('.')) != std::string_view::npos;) {
    steps.push_back(path.substr(0, dot));
    path.remove_prefix(dot + 1);
  }
  steps.push_back(path);
  return steps;
}

arrow::Result<ColumnPlace> FindPlace(StructWriter* root, const Field& field) {
  ColumnPlace place;
  StructWriter* object = root;
  for (const std::string_view step : SplitPath(field.path)) {
    if (object == nullptr) break;
    ColumnWriter* child = object->FindChild(step);
    if (child == nullptr) break;
    place.parent = object;
    place.child = 0;
    while (object->children()[place.child].get() != child) ++place.child;
    object = dynamic_cast<StructWriter*>(child);
    if (child->path() == field.path) return place;
  }
  return core::MakeError(core::ErrorKind::kInternal,
                         fmt::format("no column can be read at {}", field.path));
}

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
    case DecodeError::kSeveralValues:
      return "the document has several values where the column holds one";
    case DecodeError::kBadJson:
      return "the JSON is broken";
  }
  return "unknown error";
}

// Everything that the columns of a decoder are built with.
struct Layout {
  std::unique_ptr<StructWriter> root = std::make_unique<StructWriter>("", nullptr);
  std::unique_ptr<arrow::StringBuilder> id;
  std::unique_ptr<arrow::StringBuilder> index;
  std::vector<ColumnPlace> places;
  std::shared_ptr<arrow::Schema> schema;
  bool needs_source = false;
};

WantedNode WantedTree(const std::vector<OutputColumn>& columns) {
  WantedNode wanted;
  for (const OutputColumn& column : columns) {
    if (column.field == nullptr) continue;
    WantedNode* node = &wanted;
    for (const std::string_view step : SplitPath(column.field->path)) {
      // A wanted object has all that is wanted below it.
      if (node->field != nullptr) break;
      node = node->Child(step);
    }
    if (node->field == nullptr) {
      node->field = column.field;
      node->children.clear();
    }
  }
  return wanted;
}

arrow::Result<Layout> LayOut(const std::vector<OutputColumn>& columns) {
  Layout layout;
  ARROW_RETURN_NOT_OK(AddWanted(WantedTree(columns), "", *layout.root));
  arrow::FieldVector fields;
  for (const OutputColumn& column : columns) {
    fields.push_back(arrow::field(column.name, column.type));
    if (column.field != nullptr) {
      layout.needs_source = true;
      ARROW_ASSIGN_OR_RAISE(auto place, FindPlace(layout.root.get(), *column.field));
      layout.places.push_back(place);
      continue;
    }
    const bool is_id = column.virtual_column == catalog::VirtualColumn::kId;
    auto& builder = is_id ? layout.id : layout.index;
    if (!builder) builder = std::make_unique<arrow::StringBuilder>();
    layout.places.push_back({nullptr, 0, builder.get()});
  }
  layout.schema = arrow::schema(std::move(fields));
  return layout;
}

class HitsDecoderImpl final : public HitsDecoder {
 public:
  explicit HitsDecoderImpl(Layout layout)
      : root_(std::move(layout.root)),
        id_(std::move(layout.id)),
        index_(std::move(layout.index)),
        places_(std::move(layout.places)),
        schema_(std::move(layout.schema)),
        needs_source_(layout.needs_source) {}

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
    int64_t total = root_->num_bytes();
    for (const auto* builder : {id_.get(), index_.get()}) {
      if (builder != nullptr) total += builder->value_data_length();
    }
    return total;
  }

  arrow::Result<std::shared_ptr<arrow::RecordBatch>> Flush() override {
    ARROW_RETURN_NOT_OK(root_->Finish().status());
    std::shared_ptr<arrow::Array> ids;
    std::shared_ptr<arrow::Array> indices;
    if (id_) ARROW_RETURN_NOT_OK(id_->Finish(&ids));
    if (index_) ARROW_RETURN_NOT_OK(index_->Finish(&indices));
    arrow::ArrayVector arrays;
    arrays.reserve(places_.size());
    for (const ColumnPlace& place : places_) {
      if (place.parent != nullptr) {
        arrays.push_back(place.parent->finished_child(place.child));
      } else {
        arrays.push_back(place.virtual_builder == id_.get() ? ids : indices);
      }
    }
    return arrow::RecordBatch::Make(schema_, std::exchange(num_rows_, 0),
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
    Failure failure;
    for (auto member : hit) {
      if (member.error() != simdjson::SUCCESS) return NotAResponse("broken hit", body);
      auto&& field = std::move(member).value_unsafe();
      const auto key = field.key();
      JsonValue& hit_value = field.value();
      if (key == "_source") {
        has_source = true;
        if (!needs_source_) continue;
        const DecodeError error = root_->Add(hit_value, failure);
        if (error != DecodeError::kOk) {
          return BadValue(error, failure, id_token, index_token);
        }
      } else if (key == "_id") {
        id_token = hit_value.raw_json_token();
        if (id_) ARROW_RETURN_NOT_OK(AppendText(*id_, hit_value));
      } else if (key == "_index") {
        index_token = hit_value.raw_json_token();
        if (index_) ARROW_RETURN_NOT_OK(AppendText(*index_, hit_value));
      } else if (key == "sort") {
        sort_start_ = std::string_view(hit_value.raw_json_token()).data();
      }
    }
    if (needs_source_ && !has_source) {
      return core::MakeError(
          core::ErrorKind::kUnsupported,
          fmt::format("documents of index {} have no _source to read columns from "
                      "(_id {})",
                      Unquoted(index_token), Unquoted(id_token)));
    }
    const DecodeError error = root_->EndRow();
    return error == DecodeError::kOk ? arrow::Status::OK()
                                     : BadValue(error, failure, id_token, index_token);
  }

  static arrow::Status AppendText(arrow::StringBuilder& builder, JsonValue& value) {
    std::string_view text;
    if (value.get_string().get(text) != simdjson::SUCCESS) {
      return core::MakeError(core::ErrorKind::kProtocol,
                             "_id or _index of a hit is not a string");
    }
    return builder.Append(text);
  }

  static arrow::Status BadValue(DecodeError error, const Failure& failure,
                                std::string_view id_token, std::string_view index_token) {
    core::ErrorDetail detail(core::ErrorKind::kBadValue);
    detail.index = Unquoted(index_token);
    const std::string shown =
        failure.excerpt.empty() ? "" : fmt::format(", value {}", failure.excerpt);
    return core::MakeError(
        std::move(detail),
        fmt::format("{}: field {}, _id {}, index {}{}", Describe(error), failure.path,
                    Unquoted(id_token), Unquoted(index_token), shown));
  }

  simdjson::ondemand::parser parser_;
  const std::unique_ptr<StructWriter> root_;
  const std::unique_ptr<arrow::StringBuilder> id_;
  const std::unique_ptr<arrow::StringBuilder> index_;
  const std::vector<ColumnPlace> places_;
  const std::shared_ptr<arrow::Schema> schema_;
  const bool needs_source_;
  const char* sort_start_ = nullptr;
  int64_t num_rows_ = 0;
};

}  // namespace

arrow::Result<std::unique_ptr<HitsDecoder>> HitsDecoder::Make(
    std::vector<OutputColumn> columns) {
  ARROW_ASSIGN_OR_RAISE(auto layout, LayOut(columns));
  return std::make_unique<HitsDecoderImpl>(std::move(layout));
}

}  // namespace recurve::decode
