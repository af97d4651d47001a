// SPDX-License-Identifier: Apache-2.0
#include <utility>
#include <vector>

#include "arrow/array/array_nested.h"
#include "arrow/type.h"
#include "decode/column_writer_internal.h"
#include "decode/struct_writer_internal.h"

namespace recurve::decode {

namespace {

using catalog::Field;
using catalog::FieldKind;
using simdjson::ondemand::json_type;

// How a list takes what stands in the document.
struct ListRules {
  /// Arrays in arrays are one, a value outside of any array is a list of one. Otherwise
  /// each array is one level of lists.
  bool flattens = true;
  bool keeps_nulls = true;  ///< null inside an array is a null element
  bool of_lists = false;    ///< the elements are lists
};

// An empty array stays an empty list; null and absent are null.
class ListWriter final : public ColumnWriter {
 public:
  ListWriter(std::string path, std::shared_ptr<arrow::DataType> type, ListRules rules,
             std::unique_ptr<ColumnWriter> elements)
      : ColumnWriter(std::move(path)),
        type_(std::move(type)),
        rules_(rules),
        elements_(std::move(elements)) {
    is_leaf_ = false;
  }

  DecodeError Add(JsonValue& value, Failure& failure) override {
    json_type type;
    if (value.type().get(type) != simdjson::SUCCESS) return DecodeError::kBadJson;
    if (type == json_type::null) return AddNull(value, failure);
    if (type != json_type::array && !rules_.flattens) {
      return Fail(DecodeError::kOtherDepth, value, failure);
    }
    filled_ = true;
    if (type != json_type::array) return AddElement(value, failure);
    return ForEachElement(value, failure, [&](JsonValue& element) {
      return AddInnerElement(element, failure);
    });
  }

  // {"a.b": 1, "a.c": 2} is one more element of the list "a".
  bool has_members() const override { return elements_->has_members(); }
  DecodeError AddMember(std::string_view name, JsonValue& value,
                        Failure& failure) override {
    filled_ = true;
    has_open_element_ = true;
    return elements_->AddMember(name, value, failure);
  }

  arrow::Result<std::shared_ptr<arrow::Array>> Finish() override {
    ARROW_RETURN_NOT_OK(offsets_.Append(num_elements_));
    const int64_t num_rows = offsets_.length() - 1;
    num_elements_ = 0;
    started_at_ = 0;
    std::shared_ptr<arrow::Buffer> offsets;
    std::shared_ptr<arrow::Buffer> validity;
    ARROW_RETURN_NOT_OK(offsets_.Finish(&offsets));
    ARROW_RETURN_NOT_OK(validity_.Finish(&validity));
    ARROW_ASSIGN_OR_RAISE(auto elements, elements_->Finish());
    return std::make_shared<arrow::ListArray>(type_, num_rows, std::move(offsets),
                                              std::move(elements), std::move(validity));
  }

  int64_t num_bytes() const override {
    return elements_->num_bytes() +
           offsets_.length() * static_cast<int64_t>(sizeof(int32_t));
  }

 protected:
  DecodeError EndFilledRow() override {
    const DecodeError error = EndOpenElement();
    return error == DecodeError::kOk ? EndList(true) : error;
  }
  DecodeError EndEmptyRow() override { return EndList(false); }

 private:
  // An invalid token that starts with n would pass for null unless it is read.
  DecodeError AddNull(JsonValue& value, Failure& failure) {
    return value.is_null().error() == simdjson::SUCCESS
               ? DecodeError::kOk
               : Fail(DecodeError::kBadJson, value, failure);
  }

  DecodeError AddInnerElement(JsonValue& value, Failure& failure) {
    json_type type;
    if (value.type().get(type) != simdjson::SUCCESS) return DecodeError::kBadJson;
    if (type == json_type::null) {
      const DecodeError error = AddNull(value, failure);
      return error == DecodeError::kOk && rules_.keeps_nulls ? EndElement() : error;
    }
    if (type == json_type::array && !rules_.of_lists) {
      if (!rules_.flattens) return Fail(DecodeError::kOtherDepth, value, failure);
      return ForEachElement(value, failure, [&](JsonValue& element) {
        return AddInnerElement(element, failure);
      });
    }
    return AddElement(value, failure);
  }

  DecodeError AddElement(JsonValue& value, Failure& failure) {
    DecodeError error = EndOpenElement();
    if (error == DecodeError::kOk) error = elements_->Add(value, failure);
    return error == DecodeError::kOk ? EndElement() : error;
  }

  DecodeError EndOpenElement() {
    if (!has_open_element_) return DecodeError::kOk;
    has_open_element_ = false;
    return EndElement();
  }

  DecodeError EndElement() {
    ++num_elements_;
    return elements_->EndRow();
  }

  DecodeError EndList(bool present) {
    const int32_t start = started_at_;
    started_at_ = num_elements_;
    return offsets_.Append(start).ok() && validity_.Append(present).ok()
               ? DecodeError::kOk
               : DecodeError::kOutOfRange;
  }

  std::shared_ptr<arrow::DataType> type_;
  ListRules rules_;
  std::unique_ptr<ColumnWriter> elements_;
  arrow::TypedBufferBuilder<int32_t> offsets_;
  arrow::TypedBufferBuilder<bool> validity_;
  int32_t num_elements_ = 0;
  int32_t started_at_ = 0;         // elements before the current row
  bool has_open_element_ = false;  // more members may come for the last element
};

arrow::Result<std::unique_ptr<StructWriter>> MakeStruct(
    const Field& field, std::shared_ptr<arrow::DataType> type) {
  auto writer = std::make_unique<StructWriter>(field.path, std::move(type));
  for (const Field& child : field.children) {
    ARROW_ASSIGN_OR_RAISE(auto child_writer, MakeColumnWriter(child));
    // The key in the document, which is not always the member's name.
    writer->AddChild(child.path.substr(field.path.size() + 1), std::move(child_writer));
  }
  return writer;
}

std::shared_ptr<arrow::DataType> ElementType(const arrow::DataType& list) {
  return static_cast<const arrow::ListType&>(list).value_type();
}

// A list of depth 1 takes a document's values as the index sees them; a deeper one takes
// arrays of just its depth.
arrow::Result<std::unique_ptr<ColumnWriter>> MakeDeclaredList(const Field& field) {
  std::vector<std::shared_ptr<arrow::DataType>> types = {field.type};
  for (int depth = 0; depth < field.list_depth; ++depth) {
    types.push_back(ElementType(*types.back()));
  }
  Field element = field;
  element.list_depth = 0;
  element.type = types.back();
  if (field.kind == FieldKind::kNested) element.kind = FieldKind::kObject;
  ARROW_ASSIGN_OR_RAISE(auto writer, MakeColumnWriter(element));
  for (int depth = field.list_depth - 1; depth >= 0; --depth) {
    const ListRules rules{.flattens = field.list_depth == 1,
                          .of_lists = depth + 1 < field.list_depth};
    writer = std::make_unique<ListWriter>(field.path, types[static_cast<size_t>(depth)],
                                          rules, std::move(writer));
  }
  return writer;
}

}  // namespace

arrow::Result<std::unique_ptr<ColumnWriter>> MakeColumnWriter(const Field& field) {
  if (field.list_depth > 0) return MakeDeclaredList(field);
  if (field.kind == FieldKind::kObject) {
    ARROW_ASSIGN_OR_RAISE(auto writer, MakeStruct(field, field.type));
    return writer;
  }
  if (field.kind == FieldKind::kNested) {
    ARROW_ASSIGN_OR_RAISE(auto elements, MakeStruct(field, ElementType(*field.type)));
    return std::make_unique<ListWriter>(
        field.path, field.type, ListRules{.keeps_nulls = false}, std::move(elements));
  }
  return MakeLeafWriter(field);
}

}  // namespace recurve::decode
