// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "arrow/builder.h"
#include "arrow/result.h"
#include "decode/hits_decoder.h"
#include "decode/struct_writer_internal.h"

namespace recurve::decode {

/// Where a finished output column is found: a child of a tree, or a virtual column.
struct ColumnPlace {
  StructWriter* parent = nullptr;
  size_t child = 0;
  catalog::VirtualColumn virtual_column = catalog::VirtualColumn::kId;
};

/// Everything that the columns of a decoder are built with.
struct ColumnLayout {
  /// Trees over `_source`. A value that is wanted in two ways (a text and its
  /// multi-field) is in two of them, and the document is read once for each.
  std::vector<std::unique_ptr<StructWriter>> source_trees;
  /// Over `fields`, whose names are whole paths; null if nothing is read from doc values.
  std::unique_ptr<StructWriter> doc_values;
  /// Names that `_ignored` must not have: their text is too long for doc values.
  std::vector<std::string> kept_short;
  bool has_constants = false;  ///< some column depends on the index of its row

  // Null where the virtual column is not wanted.
  std::unique_ptr<arrow::StringBuilder> id;
  std::unique_ptr<arrow::StringBuilder> index;
  std::unique_ptr<arrow::StringBuilder> source;
  std::unique_ptr<arrow::ListBuilder> ignored;  ///< of strings
  std::unique_ptr<arrow::FloatBuilder> score;

  std::vector<ColumnPlace> places;  ///< one per output column
  std::shared_ptr<arrow::Schema> schema;
  bool needs_source = false;

  /// Errors   kUnsupported: a date format that is not read.
  static arrow::Result<ColumnLayout> Make(const std::vector<OutputColumn>& columns);
};

}  // namespace recurve::decode
