// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "arrow/buffer_builder.h"
#include "decode/column_writer_internal.h"

namespace recurve::decode {

/// The members of a JSON object that are wanted, found by name.
///
/// Documents of one index mostly have their keys in one order, so the member after the
/// last one found is tried first; names that are not wanted are mostly told by their
/// length.
class MemberIndex {
 public:
  void Insert(std::string name, ColumnWriter* writer);

  /// The writer for a key without escapes, or nullptr; then `*raw_key` is the key's text
  /// as it is spelt in the document.
  ColumnWriter* Find(simdjson::ondemand::raw_json_string key, std::string_view* raw_key);
  ColumnWriter* Find(std::string_view name) const;

 private:
  struct Member {
    std::string name;
    ColumnWriter* writer;
  };
  std::vector<Member> members_;
  std::unordered_map<std::string_view, size_t> by_name_;  ///< views into members_
  uint64_t lengths_ = 0;  ///< bit n: some name has n bytes (modulo 64)
  size_t next_ = 0;
};

/// One JSON object per row: an Arrow struct, or only the way to the columns below it.
///
/// Input    an object; an array of objects counts as one object that has all their
///          members (the cluster flattens it so); null is no value. Names with dots reach
///          below.
class StructWriter final : public ColumnWriter {
 public:
  /// REQUIRES type is a struct type, or null for a writer that makes no array of its own.
  StructWriter(std::string path, std::shared_ptr<arrow::DataType> type);

  /// Add a child in the order of the struct type's fields.
  ColumnWriter* AddChild(std::string name, std::unique_ptr<ColumnWriter> child);
  ColumnWriter* FindChild(std::string_view name) const { return index_.Find(name); }

  bool StartIndex(std::string_view index) override;
  DecodeError Add(JsonValue& value, Failure& failure) override;
  DecodeError AddObject(JsonObject& object, Failure& failure);
  bool has_members() const override { return true; }
  DecodeError AddMember(std::string_view name, JsonValue& value,
                        Failure& failure) override;
  arrow::Result<std::shared_ptr<arrow::Array>> Finish() override;
  int64_t num_bytes() const override;
  int64_t num_rows() const { return num_rows_; }

  /// The array of a child after Finish, by its place.
  const std::shared_ptr<arrow::Array>& finished_child(size_t i) const {
    return finished_[i];
  }
  const std::vector<std::unique_ptr<ColumnWriter>>& children() const { return children_; }

 protected:
  DecodeError EndFilledRow() override { return EndChildren(true); }
  DecodeError EndEmptyRow() override { return EndChildren(always_filled_); }

 private:
  DecodeError EndChildren(bool present);
  DecodeError AddDotted(std::string_view name, JsonValue& value, Failure& failure);

  std::shared_ptr<arrow::DataType> type_;
  std::vector<std::unique_ptr<ColumnWriter>> children_;
  MemberIndex index_;
  bool always_filled_ = false;  ///< a member has a value in every row of the index
  std::unordered_map<std::string_view, ColumnWriter*> objects_;  ///< with members
  std::vector<std::string> names_;
  arrow::TypedBufferBuilder<bool> validity_;
  int64_t num_nulls_ = 0;
  int64_t num_rows_ = 0;
  std::vector<std::shared_ptr<arrow::Array>> finished_;
};

}  // namespace recurve::decode
