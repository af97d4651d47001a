// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/aggregate_reader_internal.h"
#include "engine/duckdb_internal.h"

namespace recurve::engine {

/// Group once more what the cluster grouped more finely.
///
/// `aggregate` comes to read `groups`, a scan of the columns of `read.request`, in the
/// place of its rows, and moves to table indices of its own.
/// Returns   a projection over it with the columns that it had before: groups, then
///           aggregates, each of its former type.
duckdb::unique_ptr<duckdb::LogicalOperator> MergeGroups(
    duckdb::Binder& binder, duckdb::unique_ptr<duckdb::LogicalOperator> aggregate,
    duckdb::unique_ptr<duckdb::LogicalGet> groups, ReadAggregate read);

/// A projection of `read.groups` over `groups`.
duckdb::unique_ptr<duckdb::LogicalProjection> ProjectGroups(
    duckdb::Binder& binder, duckdb::unique_ptr<duckdb::LogicalGet> groups,
    ReadAggregate read);

}  // namespace recurve::engine
