// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "arrow/record_batch.h"
#include "arrow/result.h"
#include "arrow/table.h"
#include "core/error_detail.h"
#include "engine/database.h"
#include "engine/fake_cluster_test.h"
#include "gtest/gtest.h"

namespace recurve::engine {

std::string TestDirectory();

/// A database over two clusters in memory: "eu" with the tables orders and nested, "us"
/// with customers and numbers.
class DatabaseTest : public ::testing::Test {
 protected:
  void SetUp() override;

  arrow::Result<std::shared_ptr<arrow::Table>> Try(
      const std::string& sql, std::shared_ptr<arrow::RecordBatch> parameters = nullptr);

  /// Rows as text, "a|b|c", sorted.
  std::vector<std::string> Rows(const std::string& sql,
                                std::shared_ptr<arrow::RecordBatch> parameters = nullptr);

  arrow::Status Error(const std::string& sql) { return Try(sql).status(); }
  core::ErrorKind KindOf(const std::string& sql);

  /// What EXPLAIN says, a line "aspect = text" for each row.
  std::string Explain(const std::string& sql);

  std::shared_ptr<FakeCluster> eu_ = std::make_shared<FakeCluster>();
  std::shared_ptr<FakeCluster> us_ = std::make_shared<FakeCluster>();
  std::shared_ptr<Database> database_;
  Session session_;
};

}  // namespace recurve::engine
