// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "arrow/type.h"
#include "catalog/cluster_catalog.h"
#include "scan/scanner.h"

namespace recurve::engine {

/// A mapped field; objects get their type from their children.
catalog::Field MakeField(std::string path, catalog::FieldKind kind,
                         std::shared_ptr<arrow::DataType> type);
catalog::Field MakeObject(std::string path, catalog::FieldKind kind,
                          std::vector<catalog::Field> children);

/// Columns from values, nothing for NULL.
std::shared_ptr<arrow::Array> Longs(const std::vector<std::optional<int64_t>>& values);
std::shared_ptr<arrow::Array> Doubles(const std::vector<std::optional<double>>& values);
std::shared_ptr<arrow::Array> Bools(const std::vector<std::optional<bool>>& values);
std::shared_ptr<arrow::Array> Strings(
    const std::vector<std::optional<std::string>>& values);
/// timestamp[unit, UTC]
std::shared_ptr<arrow::Array> Times(const std::vector<std::optional<int64_t>>& values,
                                    arrow::TimeUnit::type unit = arrow::TimeUnit::MICRO);

/// A cluster in memory: tables are record batches. Its scanner applies filter,
/// projection, limit, groups and aggregates of a request honestly and remembers every
/// request.
class FakeCluster : public catalog::ClusterCatalog,
                    public scan::Scanner,
                    public std::enable_shared_from_this<FakeCluster> {
 public:
  /// One column per field; `_id` is the row number.
  void AddTable(const std::string& name, std::vector<catalog::Field> fields,
                arrow::ArrayVector columns);
  /// A table whose rows are made up: one long column "n" that counts from 0.
  void AddNumbers(const std::string& name, int64_t num_rows);

  // What the next calls do.
  std::atomic<bool> unavailable = false;     ///< the catalog fails
  std::atomic<int> fail_after_batches = -1;  ///< scans fail then, -1: never
  std::atomic<bool> hang = false;            ///< scans wait for cancellation
  std::atomic<int64_t> rows_per_batch = 3;
  std::function<void()> on_read;  ///< called before each batch of a scan

  // What was done.
  std::atomic<int> num_get_table = 0;
  std::atomic<int> num_list_tables = 0;
  std::atomic<int> num_counts = 0;
  std::atomic<int> num_aggregates = 0;
  std::atomic<int> num_open_streams = 0;
  std::vector<plan::ScanRequest> requests() const;
  plan::ScanRequest last_request() const { return requests().back(); }

  arrow::Result<catalog::Capabilities> GetCapabilities(const core::CancelToken&) override;
  arrow::Result<std::vector<catalog::TableName>> ListTables(
      const core::CancelToken&) override;
  arrow::Result<catalog::TablePtr> GetTable(std::string_view name,
                                            const core::CancelToken&) override;
  arrow::Result<std::shared_ptr<scan::ScanStream>> Open(const plan::ScanRequest& request,
                                                        core::CancelToken) override;
  arrow::Result<int64_t> Count(const plan::ScanRequest& request,
                               core::CancelToken) override;
  arrow::Result<std::shared_ptr<scan::ScanStream>> OpenAggregate(
      const plan::AggregateRequest& request, core::CancelToken) override;
  arrow::Result<std::string> Describe(const plan::ScanRequest& request,
                                      core::CancelToken) override;
  arrow::Result<std::string> DescribeAggregate(const plan::AggregateRequest& request,
                                               core::CancelToken) override;

 private:
  struct Content {
    catalog::TablePtr table;
    std::shared_ptr<arrow::RecordBatch> rows;
  };
  const Content& ContentOf(const catalog::Table& table) const;

  mutable std::mutex mutex_;
  std::map<std::string, Content> tables_;
  std::vector<plan::ScanRequest> requests_;
};

}  // namespace recurve::engine
