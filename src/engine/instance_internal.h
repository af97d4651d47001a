// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <mutex>
#include <vector>

#include "arrow/result.h"
#include "engine/database.h"
#include "engine/duckdb_internal.h"

namespace recurve::engine {

/// One in-memory DuckDB, locked down, with every cluster attached.
class Instance {
 public:
  /// Open, attach and lock. No network. Fails if the library is not the one that this was
  /// compiled for.
  static arrow::Result<std::shared_ptr<Instance>> Make(const DatabaseOptions& options);

  duckdb::DuckDB& db() { return db_; }
  /// True after an internal error of DuckDB: it then refuses every statement.
  bool IsInvalidated() { return duckdb::ValidChecker::IsInvalidated(*db_.instance); }
  void Invalidate(const std::string& reason) {
    duckdb::ValidChecker::Invalidate(*db_.instance, reason);
  }

 private:
  Instance() : db_(nullptr) {}

  duckdb::DuckDB db_;
};

/// The instance in use; a broken one is replaced for the statements that follow.
class InstanceSlot {
 public:
  static arrow::Result<std::unique_ptr<InstanceSlot>> Make(DatabaseOptions options);

  arrow::Result<std::shared_ptr<Instance>> Get();
  const DatabaseOptions& options() const { return options_; }

 private:
  explicit InstanceSlot(DatabaseOptions options) : options_(std::move(options)) {}

  const DatabaseOptions options_;
  std::mutex mutex_;
  std::shared_ptr<Instance> instance_;
};

}  // namespace recurve::engine
