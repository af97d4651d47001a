// SPDX-License-Identifier: Apache-2.0
#include <cstring>
#include <utility>

#include "arrow/array/array_nested.h"
#include "arrow/type.h"
#include "decode/struct_writer_internal.h"

namespace recurve::decode {

using simdjson::ondemand::json_type;

namespace {

// The key's text up to its closing quote, which stands before the next ':'.
std::string_view RawText(simdjson::ondemand::raw_json_string key) {
  const char* const start = key.raw();
  const char* end = start;
  while (*end != '"') end += *end == '\\' ? 2 : 1;
  return {start, static_cast<size_t>(end - start)};
}

}  // namespace

void MemberIndex::Insert(std::string name, ColumnWriter* writer) {
  lengths_ |= uint64_t{1} << (name.size() % 64);
  members_.push_back({std::move(name), writer});
  by_name_.clear();  // growing the vector may have moved the short names
  for (size_t i = 0; i < members_.size(); ++i) by_name_.emplace(members_[i].name, i);
}

ColumnWriter* MemberIndex::Find(simdjson::ondemand::raw_json_string key,
                                std::string_view* raw_key) {
  if (next_ < members_.size() && key.unsafe_is_equal(members_[next_].name)) {
    ColumnWriter* writer = members_[next_].writer;
    if (++next_ == members_.size()) next_ = 0;
    return writer;
  }
  *raw_key = RawText(key);
  if ((lengths_ >> (raw_key->size() % 64) & 1) == 0) return nullptr;
  const auto it = by_name_.find(*raw_key);
  if (it == by_name_.end()) return nullptr;
  next_ = it->second + 1 == members_.size() ? 0 : it->second + 1;
  return members_[it->second].writer;
}

ColumnWriter* MemberIndex::Find(std::string_view name) const {
  const auto it = by_name_.find(name);
  return it == by_name_.end() ? nullptr : members_[it->second].writer;
}

StructWriter::StructWriter(std::string path, std::shared_ptr<arrow::DataType> type)
    : ColumnWriter(std::move(path)), type_(std::move(type)) {
  is_leaf_ = false;
}

ColumnWriter* StructWriter::AddChild(std::string name,
                                     std::unique_ptr<ColumnWriter> child) {
  ColumnWriter* writer = child.get();
  children_.push_back(std::move(child));
  index_.Insert(name, writer);
  names_.push_back(std::move(name));
  objects_.clear();
  for (size_t i = 0; i < children_.size(); ++i) {
    if (children_[i]->has_members()) objects_.emplace(names_[i], children_[i].get());
  }
  return writer;
}

bool StructWriter::StartIndex(std::string_view index) {
  always_filled_ = false;
  for (const auto& child : children_) always_filled_ |= child->StartIndex(index);
  return always_filled_;
}

DecodeError StructWriter::Add(JsonValue& value, Failure& failure) {
  json_type type;
  if (value.type().get(type) != simdjson::SUCCESS) return DecodeError::kBadJson;
  switch (type) {
    case json_type::object: {
      JsonObject object;
      if (value.get_object().get(object) != simdjson::SUCCESS) {
        return DecodeError::kBadJson;
      }
      return AddObject(object, failure);
    }
    case json_type::array:
      return AddElements(value, failure);
    case json_type::null:
      return DecodeError::kOk;
    default:
      return Fail(DecodeError::kWrongType, value, failure);
  }
}

DecodeError StructWriter::AddObject(JsonObject& object, Failure& failure) {
  filled_ = true;
  for (auto member : object) {
    if (member.error() != simdjson::SUCCESS) return DecodeError::kBadJson;
    auto&& field = std::move(member).value_unsafe();
    std::string_view raw;
    ColumnWriter* child = index_.Find(field.key(), &raw);
    JsonValue& value = field.value();
    if (child == nullptr) {
      std::string_view name = raw;
      if (std::memchr(raw.data(), '\\', raw.size()) != nullptr) {
        // An escaped name: compare what it means, not how it is spelt. Half of a
        // surrogate pair means nothing, and no column is called so.
        const auto error = field.unescaped_key().get(name);
        if (error == simdjson::STRING_ERROR) continue;
        if (error != simdjson::SUCCESS) return DecodeError::kBadJson;
        child = index_.Find(name);
      }
      if (child == nullptr) {
        if (!objects_.empty() && name.find('.') != std::string_view::npos) {
          const DecodeError error = AddDotted(name, value, failure);
          if (error != DecodeError::kOk) return error;
        }
        continue;
      }
    }
    const DecodeError error = child->Add(value, failure);
    if (error != DecodeError::kOk) return error;
  }
  return DecodeError::kOk;
}

// {"a.b": 1} is {"a": {"b": 1}} to the cluster.
DecodeError StructWriter::AddDotted(std::string_view name, JsonValue& value,
                                    Failure& failure) {
  if (ColumnWriter* child = index_.Find(name)) {
    filled_ = true;
    return child->Add(value, failure);
  }
  for (size_t dot = name.find('.'); dot != std::string_view::npos;
       dot = name.find('.', dot + 1)) {
    const auto it = objects_.find(name.substr(0, dot));
    if (it == objects_.end()) continue;
    return it->second->AddMember(name.substr(dot + 1), value, failure);
  }
  return DecodeError::kOk;
}

DecodeError StructWriter::AddMember(std::string_view name, JsonValue& value,
                                    Failure& failure) {
  filled_ = true;
  return AddDotted(name, value, failure);
}

DecodeError StructWriter::EndChildren(bool present) {
  for (const auto& child : children_) {
    const DecodeError error = child->EndRow();
    if (error != DecodeError::kOk) return error;
  }
  ++num_rows_;
  if (type_ == nullptr) return DecodeError::kOk;
  num_nulls_ += present ? 0 : 1;
  return validity_.Append(present).ok() ? DecodeError::kOk : DecodeError::kOutOfRange;
}

arrow::Result<std::shared_ptr<arrow::Array>> StructWriter::Finish() {
  finished_.clear();
  for (const auto& child : children_) {
    ARROW_ASSIGN_OR_RAISE(auto array, child->Finish());
    finished_.push_back(std::move(array));
  }
  const int64_t num_rows = std::exchange(num_rows_, 0);
  const int64_t num_nulls = std::exchange(num_nulls_, 0);
  if (type_ == nullptr) return nullptr;
  std::shared_ptr<arrow::Buffer> validity;
  ARROW_RETURN_NOT_OK(validity_.Finish(&validity));
  if (num_nulls == 0) validity = nullptr;
  return std::make_shared<arrow::StructArray>(type_, num_rows, finished_, validity,
                                              num_nulls);
}

int64_t StructWriter::num_bytes() const {
  int64_t total = 0;
  for (const auto& child : children_) total += child->num_bytes();
  return total;
}

}  // namespace recurve::decode
