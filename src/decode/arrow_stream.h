// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>

#include "arrow/record_batch.h"
#include "arrow/result.h"
#include "core/padded_bytes.h"

namespace recurve::decode {

/// A whole Arrow IPC stream.
struct ArrowStream {
  std::shared_ptr<arrow::Schema> schema;
  arrow::RecordBatchVector batches;  ///< refer to the bytes of the stream
  int64_t num_rows = 0;
};

/// Read the body of an ES|QL answer with `format=arrow`.
///
/// Errors   kProtocol: not an Arrow stream, arrays that contradict themselves, or no
///          end-of-stream marker where the body ends: a stream that is cut off between
///          two batches looks whole otherwise (elastic/elasticsearch#153438: an error in
///          the middle of a 200).
arrow::Result<ArrowStream> ReadArrowStream(core::PaddedBytes body);

}  // namespace recurve::decode
