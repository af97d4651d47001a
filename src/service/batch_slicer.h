// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "arrow/record_batch.h"

namespace recurve::service {

/// The largest IPC message sent, a single giant row excepted.
///
/// Source  plain Go, Rust and JavaScript clients refuse messages over 4 MiB.
inline constexpr int64_t kMaxMessageBytes = 3 * 1024 * 1024;

/// Give the reader's batches, each in as few pieces as keep its messages within
/// kMaxMessageBytes. Rows and their order stay; empty batches are left out.
std::shared_ptr<arrow::RecordBatchReader> SliceBatches(
    std::shared_ptr<arrow::RecordBatchReader> reader);

}  // namespace recurve::service
