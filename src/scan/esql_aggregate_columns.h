// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "arrow/record_batch.h"
#include "arrow/result.h"
#include "dsl/esql_aggregate.h"
#include "plan/aggregate_request.h"

namespace recurve::scan {

/// Turn one batch of an ES|QL STATS into the columns of the request.
///
/// Input    `stats` as it was asked for; the batch is checked against it.
/// Errors   kPushdownDisproved: a sum beyond a long (ES|QL gives NULL and a warning, seen
///          on Elasticsearch 8.19.21), or floating sums over both signs. kProtocol: other
///          columns than were asked for; a column that is a list, which says that a
///          document has several values.
arrow::Result<std::shared_ptr<arrow::RecordBatch>> EsqlAggregateColumns(
    const plan::AggregateRequest& request, const dsl::EsqlStats& stats,
    const arrow::RecordBatch& batch);

}  // namespace recurve::scan
