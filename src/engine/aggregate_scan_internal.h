// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "engine/duckdb_internal.h"
#include "engine/table_scan_internal.h"
#include "plan/aggregate_request.h"

namespace recurve::engine {

/// A local time that has to run evenly through each stretch of a key (see CoarseTime).
struct GroupClock {
  size_t key = 0;  ///< position of the request's key
  int64_t grain_micros = 0;
  /// Of one column, the key.
  std::shared_ptr<const duckdb::Expression> time;
};

/// The bind data of groups that the cluster computes, in place of an aggregate over a
/// scan.
class AggregateBindData : public duckdb::TableFunctionData {
 public:
  AggregateBindData(ScanBindData scan_in, plan::AggregateRequest request_in)
      : scan(std::move(scan_in)), request(std::move(request_in)) {}
  duckdb::unique_ptr<duckdb::FunctionData> Copy() const override {
    return duckdb::make_uniq<AggregateBindData>(*this);
  }

  ScanBindData scan;  ///< where the rows come from
  plan::AggregateRequest request;
  std::vector<GroupClock> clocks;
  std::string text;    ///< what was pushed, as SQL text
  std::string reason;  ///< what its exactness rests on; may be empty
};

/// One row per group: the request's keys, then its aggregates.
duckdb::TableFunction AggregateScanFunction();

/// The bind data if an operator reads groups from the cluster, else null.
const AggregateBindData* FindAggregateScan(const duckdb::LogicalOperator& op);

}  // namespace recurve::engine
