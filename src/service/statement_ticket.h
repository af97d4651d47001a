// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "arrow/record_batch.h"
#include "arrow/result.h"
#include "engine/database.h"

namespace recurve::service {

/// Everything that DoGet needs to run a statement, so that any server of the same
/// configuration can read it: nothing is kept between GetFlightInfo and DoGet.
///
/// A ticket is no secret and proves nothing: what is in it the client could send as SQL.
struct StatementTicket {
  std::string sql;
  engine::Session session;  ///< with the tables of the description
  /// One row per run of the statement; null: one run without parameters.
  std::shared_ptr<arrow::RecordBatch> parameters;
  /// HashOf the schema promised by FlightInfo.
  uint64_t schema_hash = 0;

  arrow::Result<std::string> Write() const;
  /// Errors  kInvalidSql: not a ticket of ours.
  static arrow::Result<StatementTicket> Parse(std::string_view bytes);

  /// The largest bound parameters a ticket carries, as bytes of IPC.
  static constexpr int64_t kMaxParameterBytes = 2 * 1024 * 1024;
  /// The most columns of tables a ticket carries, 64 KiB; with more it carries none, and
  /// a mapping that has got a column since may make the ticket useless.
  static constexpr size_t kMaxMarks = size_t{16} * 1024;
};

/// A hash of names, types and nullability that is the same in every process.
uint64_t HashOf(const arrow::Schema& schema);

}  // namespace recurve::service
