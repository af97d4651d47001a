// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

#include "engine/cluster_catalog_internal.h"
#include "engine/statement_context_internal.h"

namespace recurve::engine {

namespace {
constexpr const char* kKey = "recurve_statement";
}  // namespace

duckdb::shared_ptr<StatementContext> StatementContext::Of(
    duckdb::ClientContext& context) {
  return context.registered_state->Get<StatementContext>(kKey);
}

void StatementContext::Put(duckdb::ClientContext& context,
                           duckdb::shared_ptr<StatementContext> statement) {
  context.registered_state->Insert(kKey, std::move(statement));
}

void StatementContext::Throw(const arrow::Status& status) {
  {
    const std::scoped_lock lock(mutex_);
    if (error_.ok()) error_ = status;
  }
  if (status.IsCancelled()) throw duckdb::InterruptException();
  throw duckdb::IOException(duckdb::string(status.message()));
}

arrow::Status StatementContext::error() const {
  const std::scoped_lock lock(mutex_);
  return error_;
}

const StatementContext::TableAnswer* StatementContext::FindTable(
    const std::string& catalog, const std::string& name) const {
  const std::scoped_lock lock(mutex_);
  const auto found = tables_.find({catalog, name});
  return found == tables_.end() ? nullptr : &found->second;
}

const StatementContext::TableAnswer& StatementContext::KeepTable(
    const std::string& catalog, const std::string& name, TableAnswer answer) {
  const std::scoped_lock lock(mutex_);
  return tables_.try_emplace({catalog, name}, std::move(answer)).first->second;
}

const catalog::ColumnMarks* StatementContext::DescribedColumns(
    const std::string& catalog, const std::string& name) const {
  const auto found = std::ranges::find_if(described_, [&](const DescribedTable& table) {
    return table.cluster == catalog && table.name == name;
  });
  return found == described_.end() ? nullptr : &found->columns;
}

std::vector<DescribedTable> StatementContext::Tables() const {
  std::vector<DescribedTable> tables;
  const std::scoped_lock lock(mutex_);
  for (const auto& [key, answer] : tables_) {
    if (!answer.ok()) continue;
    auto marks = catalog::MarksOf(*(*answer)->table());
    if (marks) tables.push_back({key.first, key.second, *std::move(marks)});
  }
  return tables;
}

arrow::Status StatementContext::FindMissing(const std::string& name) const {
  const std::scoped_lock lock(mutex_);
  for (const auto& [key, answer] : tables_) {
    if (!answer.ok() && duckdb::StringUtil::CIEquals(key.second, name)) {
      return answer.status();
    }
  }
  return arrow::Status::OK();
}

std::optional<int64_t> StatementContext::FindSize(const std::string& scan) const {
  const std::scoped_lock lock(mutex_);
  const auto found = sizes_.find(scan);
  if (found == sizes_.end()) return std::nullopt;
  return found->second;
}

void StatementContext::KeepSize(std::string scan, int64_t num_rows) {
  const std::scoped_lock lock(mutex_);
  sizes_[std::move(scan)] = num_rows;
}

void StatementContext::Pin(std::shared_ptr<ClusterTable> table) {
  const std::scoped_lock lock(mutex_);
  pinned_.push_back(std::move(table));
}

}  // namespace recurve::engine
