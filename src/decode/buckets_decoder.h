// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "arrow/array.h"
#include "arrow/result.h"
#include "core/padded_bytes.h"
#include "decode/hits_decoder.h"

namespace recurve::decode {

/// What the cluster says about the values of a field in one group.
struct MeasureValue {
  int64_t count = 0;          ///< of values; of documents where no field is measured
  std::optional<double> min;  ///< nothing over no values
  std::optional<double> max;
  double sum = 0;  ///< 0 over no values
};

/// One page of groups.
struct BucketsPage {
  Page page;  ///< the rest of the response; it has no hits
  std::vector<std::shared_ptr<arrow::Array>> keys;  ///< one per key, a value per group
  std::optional<int64_t> all_rows;  ///< of dsl::kAllRows, if it was asked for
  std::vector<int64_t> num_rows;    ///< documents of each group
  /// By measure, then by group.
  std::vector<std::vector<MeasureValue>> measures;
  std::vector<MeasureValue> totals;  ///< by measure; empty if they were not asked for
  std::string after_key;             ///< JSON text, empty where the cluster gives none

  int64_t num_groups() const { return static_cast<int64_t>(num_rows.size()); }
};

/// Read the response to dsl/aggregate_body.h.
///
/// Input    a whole response body; `key_types`: utf8, bool, int8 to int64, or
///          timestamp[us], whose keys are epoch milliseconds.
/// Nulls    the group of documents without a value has null as its key.
/// Errors   kProtocol: not such a response, a key that does not fit its type.
/// Source   Elasticsearch reference, "Composite aggregation". Keys of dates are raw
///          milliseconds unless a format is asked for (TermsValuesSourceBuilder).
arrow::Result<BucketsPage> DecodeBuckets(
    const core::PaddedBytes& body,
    const std::vector<std::shared_ptr<arrow::DataType>>& key_types, size_t num_measures);

}  // namespace recurve::decode
