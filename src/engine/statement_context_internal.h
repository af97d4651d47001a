// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "arrow/result.h"
#include "core/cancel.h"
#include "core/error_detail.h"
#include "engine/database.h"
#include "engine/duckdb_internal.h"
#include "plan/scan_request.h"

namespace recurve::engine {

class ClusterTable;

/// What our callbacks inside DuckDB need to know about the statement they work for, and
/// the way for their errors to come out unchanged.
///
/// DuckDB keeps it in the ClientContext of the statement's connection.
/// Threads  all methods are safe to call from any thread.
class StatementContext : public duckdb::ClientContextState {
 public:
  StatementContext(core::CancelToken cancel, const Session& session)
      : pushdown_(session.pushdown),
        push_aggregates_(session.pushdown && session.push_aggregates),
        road_(session.road),
        described_(session.tables),
        chain_(std::move(cancel), Chain{&stop_}) {}

  /// The context of a statement, or nullptr for DuckDB's work on our own behalf.
  static duckdb::shared_ptr<StatementContext> Of(duckdb::ClientContext& context);
  /// Attach to a connection's context.
  static void Put(duckdb::ClientContext& context,
                  duckdb::shared_ptr<StatementContext> statement);

  /// Stops when the client wants so or when the statement has been closed.
  core::CancelToken cancel() const { return stop_.get_token(); }
  void Stop() { stop_.request_stop(); }

  bool pushdown() const { return pushdown_; }
  bool push_aggregates() const { return push_aggregates_; }
  plan::Road road() const { return road_; }

  /// Keep the first error and throw what DuckDB may see of it. Never an
  /// InternalException: that would take down every connection.
  [[noreturn]] void Throw(const arrow::Status& status);

  /// The first error that was thrown, OK if there was none.
  arrow::Status error() const;

  /// What a cluster said about a table name, once per statement: every lookup of a name
  /// sees the same table, and a missing name costs one question. Keeps entries alive.
  using TableAnswer = arrow::Result<std::shared_ptr<ClusterTable>>;
  const TableAnswer* FindTable(const std::string& catalog, const std::string& name) const;
  const TableAnswer& KeepTable(const std::string& catalog, const std::string& name,
                               TableAnswer answer);

  /// The columns that a table has for this statement, null: those it has now.
  const catalog::ColumnMarks* DescribedColumns(const std::string& catalog,
                                               const std::string& name) const;
  /// The tables that were found so far, to be described.
  std::vector<DescribedTable> Tables() const;

  /// The cluster's own words about a name that no catalog knows; OK if there are none.
  arrow::Status FindMissing(const std::string& name) const;

  /// Keep an entry that was handed to DuckDB by reference until the statement is over.
  void Pin(std::shared_ptr<ClusterTable> table);

  /// True: listings must show columns, so every mapping is read.
  bool list_columns() const { return list_columns_; }
  void set_list_columns() { list_columns_ = true; }

  /// True: the statement joins, so the sizes of its scans are worth a request each.
  bool joins() const { return joins_; }
  void set_joins() { joins_ = true; }

  /// The number of rows of a scan that was counted before, by a name for it.
  std::optional<int64_t> FindSize(const std::string& scan) const;
  void KeepSize(std::string scan, int64_t num_rows);

 private:
  struct Chain {
    core::CancelSource* stop;
    void operator()() const noexcept { stop->request_stop(); }
  };

  const bool pushdown_;
  const bool push_aggregates_;
  const plan::Road road_;
  const std::vector<DescribedTable> described_;
  std::atomic<bool> list_columns_ = false;
  std::atomic<bool> joins_ = false;
  core::CancelSource stop_;
  std::stop_callback<Chain> chain_;
  mutable std::mutex mutex_;
  arrow::Status error_;
  std::map<std::pair<std::string, std::string>, TableAnswer> tables_;
  std::vector<std::shared_ptr<ClusterTable>> pinned_;
  std::map<std::string, int64_t> sizes_;
};

}  // namespace recurve::engine
