// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "arrow/array.h"
#include "arrow/result.h"
#include "decode/buckets_decoder.h"
#include "plan/aggregate_request.h"

namespace recurve::scan {

/// The column of one aggregate, from what the cluster says of its measure in each group.
///
/// Shape    one value per measure value; NULL over no values, except for counts.
/// Errors   kPushdownDisproved: a value that is not certain to be exact. The cluster
///          computes in doubles (Elasticsearch reference, "Stats aggregation"): integers
///          are exact while count * max|x| < 2^53, which bounds every partial sum. Sums
///          of floating numbers are as good as any order of additions gives, if all have
///          one sign.
arrow::Result<std::shared_ptr<arrow::Array>> AggregateColumn(
    const plan::Aggregate& aggregate, const std::vector<decode::MeasureValue>& values);

/// The average of whole numbers, rounded as DuckDB 1.5.6 rounds it
/// (extension/core_functions/aggregate/algebraic/avg.cpp): those wider than 16 bits are
/// divided as long double. REQUIRES count > 0.
double WholeAverage(const catalog::Field& field, int64_t sum, int64_t count);

}  // namespace recurve::scan
