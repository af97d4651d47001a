// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "engine/database.h"
#include "engine/duckdb_internal.h"
#include "engine/statement_context_internal.h"

namespace recurve::engine {

/// The type name under which our storage is registered with DuckDB.
constexpr const char* kStorageType = "elasticsearch";

/// One index, alias, data stream or pattern as a DuckDB table.
///
/// Immutable. DuckDB holds raw pointers to it while a statement runs, so a
/// StatementContext keeps every entry that it has handed out.
class ClusterTable : public duckdb::TableCatalogEntry {
 public:
  ClusterTable(duckdb::Catalog& of_catalog, duckdb::SchemaCatalogEntry& of_schema,
               duckdb::CreateTableInfo& info, std::shared_ptr<const Cluster> cluster,
               catalog::TablePtr table, duckdb::virtual_column_map_t virtual_columns = {})
      : TableCatalogEntry(of_catalog, of_schema, info),
        cluster_(std::move(cluster)),
        table_(std::move(table)),
        virtual_columns_(std::move(virtual_columns)) {}

  /// Null for an entry of a listing, which knows its name only.
  const catalog::TablePtr& table() const { return table_; }

  duckdb::unique_ptr<duckdb::BaseStatistics> GetStatistics(duckdb::ClientContext&,
                                                           duckdb::column_t) override {
    return nullptr;
  }
  duckdb::TableFunction GetScanFunction(
      duckdb::ClientContext& context,
      duckdb::unique_ptr<duckdb::FunctionData>& bind_data) override;
  duckdb::TableStorageInfo GetStorageInfo(duckdb::ClientContext&) override { return {}; }
  duckdb::virtual_column_map_t GetVirtualColumns() const override {
    return virtual_columns_;
  }
  const duckdb::virtual_column_map_t& virtual_columns() const { return virtual_columns_; }
  duckdb::vector<duckdb::column_t> GetRowIdColumns() const override { return {}; }

 private:
  const std::shared_ptr<const Cluster> cluster_;
  const catalog::TablePtr table_;
  const duckdb::virtual_column_map_t virtual_columns_;
};

/// The one schema of a cluster; its tables come from catalog::ClusterCatalog on demand.
class ClusterSchema : public duckdb::SchemaCatalogEntry {
 public:
  ClusterSchema(duckdb::Catalog& of_catalog, duckdb::CreateSchemaInfo& info,
                std::shared_ptr<const Cluster> cluster)
      : SchemaCatalogEntry(of_catalog, info), cluster_(std::move(cluster)) {}

  using SchemaCatalogEntry::CreateIndex;

  duckdb::optional_ptr<duckdb::CatalogEntry> LookupEntry(
      duckdb::CatalogTransaction transaction,
      const duckdb::EntryLookupInfo& lookup) override;
  /// Never a suggestion from here: the cluster's catalog names near names in its error.
  duckdb::SimilarCatalogEntry GetSimilarEntry(duckdb::CatalogTransaction,
                                              const duckdb::EntryLookupInfo&) override {
    return {};
  }
  void Scan(duckdb::ClientContext& context, duckdb::CatalogType entry_type,
            const std::function<void(duckdb::CatalogEntry&)>& callback) override;
  void Scan(duckdb::CatalogType,
            const std::function<void(duckdb::CatalogEntry&)>&) override {}

  duckdb::optional_ptr<duckdb::CatalogEntry> CreateIndex(
      duckdb::CatalogTransaction, duckdb::CreateIndexInfo&,
      duckdb::TableCatalogEntry&) override;
  duckdb::optional_ptr<duckdb::CatalogEntry> CreateFunction(
      duckdb::CatalogTransaction, duckdb::CreateFunctionInfo&) override;
  duckdb::optional_ptr<duckdb::CatalogEntry> CreateTable(
      duckdb::CatalogTransaction, duckdb::BoundCreateTableInfo&) override;
  duckdb::optional_ptr<duckdb::CatalogEntry> CreateView(duckdb::CatalogTransaction,
                                                        duckdb::CreateViewInfo&) override;
  duckdb::optional_ptr<duckdb::CatalogEntry> CreateSequence(
      duckdb::CatalogTransaction, duckdb::CreateSequenceInfo&) override;
  duckdb::optional_ptr<duckdb::CatalogEntry> CreateTableFunction(
      duckdb::CatalogTransaction, duckdb::CreateTableFunctionInfo&) override;
  duckdb::optional_ptr<duckdb::CatalogEntry> CreateCopyFunction(
      duckdb::CatalogTransaction, duckdb::CreateCopyFunctionInfo&) override;
  duckdb::optional_ptr<duckdb::CatalogEntry> CreatePragmaFunction(
      duckdb::CatalogTransaction, duckdb::CreatePragmaFunctionInfo&) override;
  duckdb::optional_ptr<duckdb::CatalogEntry> CreateCollation(
      duckdb::CatalogTransaction, duckdb::CreateCollationInfo&) override;
  duckdb::optional_ptr<duckdb::CatalogEntry> CreateType(duckdb::CatalogTransaction,
                                                        duckdb::CreateTypeInfo&) override;
  void DropEntry(duckdb::ClientContext&, duckdb::DropInfo&) override;
  void Alter(duckdb::CatalogTransaction, duckdb::AlterInfo&) override;

 private:
  /// Ask the cluster once per statement and name.
  const StatementContext::TableAnswer& Resolve(duckdb::ClientContext& context,
                                               StatementContext& statement,
                                               const std::string& table_name);
  StatementContext::TableAnswer Ask(duckdb::ClientContext& context,
                                    const StatementContext& statement,
                                    const std::string& entry_name);
  std::shared_ptr<ClusterTable> MakeEntry(duckdb::ClientContext& context,
                                          const std::string& entry_name,
                                          const catalog::TablePtr& table);
  std::shared_ptr<ClusterTable> EntryOf(duckdb::ClientContext& context,
                                        const std::string& table_name,
                                        const catalog::TablePtr& table);

  const std::shared_ptr<const Cluster> cluster_;
  std::mutex mutex_;
  /// The newest entry of each name, reused while the table behind it is the same object.
  std::map<std::string, std::shared_ptr<ClusterTable>> entries_;
};

/// One cluster as a read-only DuckDB catalog.
class ClusterCatalogEntry : public duckdb::Catalog {
 public:
  ClusterCatalogEntry(duckdb::AttachedDatabase& attached,
                      std::shared_ptr<const Cluster> cluster)
      : Catalog(attached), cluster_(std::move(cluster)) {}

  void Initialize(bool load_builtin) override;
  duckdb::string GetCatalogType() override { return kStorageType; }
  duckdb::optional_ptr<duckdb::CatalogEntry> CreateSchema(
      duckdb::CatalogTransaction, duckdb::CreateSchemaInfo&) override;
  duckdb::optional_ptr<duckdb::SchemaCatalogEntry> LookupSchema(
      duckdb::CatalogTransaction transaction, const duckdb::EntryLookupInfo& lookup,
      duckdb::OnEntryNotFound if_not_found) override;
  void ScanSchemas(duckdb::ClientContext& context,
                   std::function<void(duckdb::SchemaCatalogEntry&)> callback) override;
  duckdb::PhysicalOperator& PlanCreateTableAs(duckdb::ClientContext&,
                                              duckdb::PhysicalPlanGenerator&,
                                              duckdb::LogicalCreateTable&,
                                              duckdb::PhysicalOperator&) override;
  duckdb::PhysicalOperator& PlanInsert(
      duckdb::ClientContext&, duckdb::PhysicalPlanGenerator&, duckdb::LogicalInsert&,
      duckdb::optional_ptr<duckdb::PhysicalOperator>) override;
  duckdb::PhysicalOperator& PlanDelete(duckdb::ClientContext&,
                                       duckdb::PhysicalPlanGenerator&,
                                       duckdb::LogicalDelete&,
                                       duckdb::PhysicalOperator&) override;
  duckdb::PhysicalOperator& PlanUpdate(duckdb::ClientContext&,
                                       duckdb::PhysicalPlanGenerator&,
                                       duckdb::LogicalUpdate&,
                                       duckdb::PhysicalOperator&) override;
  using Catalog::PlanDelete;
  using Catalog::PlanUpdate;
  duckdb::DatabaseSize GetDatabaseSize(duckdb::ClientContext&) override { return {}; }
  bool InMemory() override { return true; }
  duckdb::string GetDBPath() override { return {}; }
  /// A cluster holds tables only; functions and types are looked for elsewhere at once.
  duckdb::CatalogLookupBehavior CatalogTypeLookupRule(
      duckdb::CatalogType type) const override;

 private:
  void DropSchema(duckdb::ClientContext&, duckdb::DropInfo&) override;

  const std::shared_ptr<const Cluster> cluster_;
  std::unique_ptr<ClusterSchema> schema_;
};

/// Tell DuckDB how a cluster is attached.
void RegisterStorage(duckdb::DatabaseInstance& instance,
                     const std::vector<std::shared_ptr<const Cluster>>& clusters);

}  // namespace recurve::engine
