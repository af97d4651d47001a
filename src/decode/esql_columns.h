// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "arrow/record_batch.h"
#include "arrow/result.h"
#include "decode/arrow_stream.h"

namespace recurve::decode {

/// Where the column of an output stands in an ES|QL answer, and its type here.
struct EsqlColumn {
  int source = 0;  ///< column of the answer
  std::shared_ptr<arrow::Field> field;
  bool is_ip = false;  ///< addresses of 4 or 16 bytes, shown as texts
};

/// Addresses of 4 or 16 bytes as texts. kProtocol: another type or length.
arrow::Result<std::shared_ptr<arrow::Array>> AddressTexts(const arrow::Array& addresses);

/// Rows of an ES|QL answer in the types of the output, in batches of their own memory.
///
/// Input    short and byte come as int32, float as the double that is equal to it, dates
///          as timestamp[ms] without a zone (Elasticsearch 8.19.21); each has its output
///          type, where dates are timestamp[us, UTC]; addresses come as binary.
/// Errors   kBadValue: a column came as a list, since some row has several values.
///          kProtocol: a column came in another type (one that ES|QL does not support
///          comes as nulls), or a value does not fit the output.
/// Threads  not shared.
class EsqlBatches {
 public:
  /// REQUIRES at least one column.
  static arrow::Result<EsqlBatches> Make(ArrowStream stream,
                                         const std::vector<EsqlColumn>& columns);

  /// The next rows, at least `min_rows` while there are so many left; null at the end.
  arrow::Result<std::shared_ptr<arrow::RecordBatch>> Next(int64_t min_rows);

 private:
  EsqlBatches(ArrowStream stream, std::vector<EsqlColumn> columns);

  ArrowStream stream_;
  std::vector<EsqlColumn> columns_;
  std::shared_ptr<arrow::Schema> schema_;
  size_t next_ = 0;
};

}  // namespace recurve::decode
