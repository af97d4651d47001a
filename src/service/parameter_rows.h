// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "arrow/record_batch.h"
#include "arrow/result.h"
#include "core/cancel.h"
#include "query/statement_runner.h"
#include "service/statement_ticket.h"

namespace recurve::service {

/// Run a ticket's statement once for each row of its parameters, one after the other, and
/// give all rows in that order.
///
/// Schema  as FlightInfo promised; columns that mappings got meanwhile are left out.
/// Errors  kUnavailable, retryable: the rows would have another schema all the same,
///         because a column went or has another type now.
arrow::Result<std::shared_ptr<arrow::RecordBatchReader>> RunTicket(
    std::shared_ptr<query::StatementRunner> runner, StatementTicket ticket,
    core::CancelToken cancel);

}  // namespace recurve::service
