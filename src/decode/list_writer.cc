// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include "arrow/array/array_nested.h"
#include "arrow/type.h"
#include "decode/column_writer_internal.h"
#include "decode/struct_writer_internal.h"

namespace recurve::decode {

namespace {

using catalog::Field;
using catalog::FieldKind;
using simdjson::ondemand::json_type;

// A `nested` field: each object is one element; a single object is a list of one. An
// empty array stays an empty list; null and absent are null.
class NestedWriter final : public ColumnWriter {
 public:
  NestedWriter(std::string path, std::shared_ptr<arrow::DataType> type,
               std::unique_ptr<StructWriter> elements)
      : ColumnWriter(std::move(path)),
        type_(std::move(type)),
        elements_(std::move(elements)) {
    is_leaf_ = false;
  }

  DecodeError Add(JsonValue& value, Failure& failure) override {
    json_type type;
    if (value.type().get(type) != simdjson::SUCCESS) return DecodeError::kBadJson;
    switch (type) {
      case json_type::object: {
        const DecodeError error = elements_->Add(value, failure);
        if (error != DecodeError::kOk) return error;
        filled_ = true;
        return elements_->EndRow();
      }
      case json_type::array:
        filled_ = true;
        return AddElements(value, failure);
      case json_type::null:
        return DecodeError::kOk;
      default:
        return Fail(DecodeError::kWrongType, value, failure);
    }
  }

  arrow::Result<std::shared_ptr<arrow::Array>> Finish() override {
    ARROW_RETURN_NOT_OK(offsets_.Append(static_cast<int32_t>(elements_->num_rows())));
    const int64_t num_rows = offsets_.length() - 1;
    started_at_ = 0;
    std::shared_ptr<arrow::Buffer> offsets;
    std::shared_ptr<arrow::Buffer> validity;
    ARROW_RETURN_NOT_OK(offsets_.Finish(&offsets));
    ARROW_RETURN_NOT_OK(validity_.Finish(&validity));
    ARROW_ASSIGN_OR_RAISE(auto elements, elements_->Finish());
    return std::make_shared<arrow::ListArray>(type_, num_rows, std::move(offsets),
                                              std::move(elements), std::move(validity));
  }

  int64_t num_bytes() const override { return elements_->num_bytes(); }

 protected:
  DecodeError EndFilledRow() override { return EndList(true); }
  DecodeError EndEmptyRow() override { return EndList(false); }

 private:
  DecodeError EndList(bool present) {
    const auto start = static_cast<int32_t>(started_at_);
    started_at_ = elements_->num_rows();
    return offsets_.Append(start).ok() && validity_.Append(present).ok()
               ? DecodeError::kOk
               : DecodeError::kOutOfRange;
  }

  std::shared_ptr<arrow::DataType> type_;
  std::unique_ptr<StructWriter> elements_;
  arrow::TypedBufferBuilder<int32_t> offsets_;
  arrow::TypedBufferBuilder<bool> validity_;
  int64_t started_at_ = 0;  // elements before the current row
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

}  // namespace

arrow::Result<std::unique_ptr<ColumnWriter>> MakeColumnWriter(const Field& field) {
  if (field.kind == FieldKind::kObject) {
    ARROW_ASSIGN_OR_RAISE(auto writer, MakeStruct(field, field.type));
    return writer;
  }
  if (field.kind == FieldKind::kNested) {
    const auto& list = static_cast<const arrow::ListType&>(*field.type);
    ARROW_ASSIGN_OR_RAISE(auto elements, MakeStruct(field, list.value_type()));
    return std::make_unique<NestedWriter>(field.path, field.type, std::move(elements));
  }
  return MakeLeafWriter(field);
}

}  // namespace recurve::decode
