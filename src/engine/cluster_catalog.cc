// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <set>
#include <utility>

#include "catalog/shapes.h"
#include "engine/arrow_types_internal.h"
#include "engine/cluster_catalog_internal.h"
#include "engine/table_scan_internal.h"

namespace recurve::engine {

namespace {

[[noreturn]] void RefuseWrite() {
  throw duckdb::PermissionException("Elasticsearch tables are read-only here");
}

/// DuckDB's own views stand in every search path behind our schema, so their names arrive
/// here first; an index of such a name is found through the listing only.
bool LooksLikeSystemView(const std::string& name) {
  for (const char* prefix : {"duckdb_", "sqlite_", "pragma_"}) {
    if (duckdb::StringUtil::StartsWith(name, prefix)) return true;
  }
  return false;
}

/// Column definitions of a table. SQL names are case-insensitive, field names are not: a
/// later field whose name differs by case only gets a numbered name.
duckdb::ColumnList ColumnsOf(duckdb::ClientContext& context,
                             const catalog::Table& table) {
  const auto types = ColumnTypes(context, table.fields);
  duckdb::ColumnList columns;
  std::set<std::string> taken;
  for (size_t i = 0; i < table.fields.size(); ++i) {
    const std::string& wanted = table.fields[i].name;
    std::string name = wanted;
    for (int n = 1; !taken.insert(duckdb::StringUtil::Lower(name)).second; ++n) {
      name = wanted + "_" + std::to_string(n);
    }
    columns.AddColumn(duckdb::ColumnDefinition(name, types[i]));
  }
  if (table.fields.empty()) {
    // A table needs columns: those that every document has, in the order of their
    // numbers.
    for (const auto column :
         {catalog::VirtualColumn::kId, catalog::VirtualColumn::kIndex}) {
      columns.AddColumn(duckdb::ColumnDefinition(std::string(catalog::ToString(column)),
                                                 duckdb::LogicalType::VARCHAR));
    }
  }
  return columns;
}

/// A transaction on a cluster means nothing: every scan takes its own snapshot.
class NoTransactions : public duckdb::TransactionManager {
 public:
  using TransactionManager::TransactionManager;

  duckdb::Transaction& StartTransaction(duckdb::ClientContext& context) override {
    auto transaction = std::make_unique<duckdb::Transaction>(*this, context);
    duckdb::Transaction& result = *transaction;
    const std::scoped_lock lock(mutex_);
    running_.emplace(&result, std::move(transaction));
    return result;
  }
  duckdb::ErrorData CommitTransaction(duckdb::ClientContext&,
                                      duckdb::Transaction& transaction) override {
    RollbackTransaction(transaction);
    return {};
  }
  void RollbackTransaction(duckdb::Transaction& transaction) override {
    const std::scoped_lock lock(mutex_);
    running_.erase(&transaction);
  }
  void Checkpoint(duckdb::ClientContext&, bool) override {}

 private:
  std::mutex mutex_;
  std::map<duckdb::Transaction*, std::unique_ptr<duckdb::Transaction>> running_;
};

duckdb::unique_ptr<duckdb::TransactionManager> MakeTransactionManager(
    duckdb::optional_ptr<duckdb::StorageExtensionInfo>, duckdb::AttachedDatabase& db,
    duckdb::Catalog&) {
  return duckdb::make_uniq<NoTransactions>(db);
}

/// The clusters that may be attached, by the name they are attached under.
struct KnownClusters : duckdb::StorageExtensionInfo {
  std::vector<std::shared_ptr<const Cluster>> clusters;
};

duckdb::unique_ptr<duckdb::Catalog> Attach(
    duckdb::optional_ptr<duckdb::StorageExtensionInfo> info, duckdb::ClientContext&,
    duckdb::AttachedDatabase& db, const duckdb::string& name, duckdb::AttachInfo&,
    duckdb::AttachOptions&) {
  for (const auto& cluster : static_cast<KnownClusters&>(*info).clusters) {
    if (cluster->name == name) return duckdb::make_uniq<ClusterCatalogEntry>(db, cluster);
  }
  throw duckdb::PermissionException("clusters are attached by the server only");
}

}  // namespace

duckdb::TableFunction ClusterTable::GetScanFunction(
    duckdb::ClientContext& context, duckdb::unique_ptr<duckdb::FunctionData>& bind_data) {
  auto bind = duckdb::make_uniq<ScanBindData>(*this, cluster_, table_);
  if (const auto statement = StatementContext::Of(context)) {
    bind->road = statement->road();
  }
  bind_data = std::move(bind);
  return TableScanFunction();
}

StatementContext::TableAnswer ClusterSchema::Ask(duckdb::ClientContext& context,
                                                 const StatementContext& statement,
                                                 const std::string& entry_name) {
  catalog::ClusterCatalog& source = *cluster_->catalog;
  ARROW_ASSIGN_OR_RAISE(const catalog::ShapedName shaped,
                        catalog::ReadShapedName(entry_name));
  const std::string& table_name = shaped.table;
  const std::string lower = duckdb::StringUtil::Lower(table_name);
  if (LooksLikeSystemView(lower)) {
    ARROW_ASSIGN_OR_RAISE(const auto names, source.ListTables(statement.cancel()));
    const bool known = std::any_of(names.begin(), names.end(), [&](const auto& entry) {
      return entry.name == table_name;
    });
    if (!known) {
      return core::MakeError(core::ErrorKind::kNotFound, "no such table: " + table_name);
    }
  }
  auto table = source.GetTable(table_name, statement.cancel());
  // Index names are lower case, so `FROM Orders` can only mean "orders".
  if (!table.ok() && core::KindOf(table.status()) == core::ErrorKind::kNotFound &&
      lower != table_name) {
    auto second = source.GetTable(lower, statement.cancel());
    if (second.ok()) table = std::move(second);
  }
  ARROW_RETURN_NOT_OK(table.status());
  if ((*table)->lists_by_proof && cluster_->list_finder) {
    table = cluster_->list_finder->WithFoundLists(*table, statement.cancel());
    ARROW_RETURN_NOT_OK(table.status());
  }
  ARROW_ASSIGN_OR_RAISE(auto seen, catalog::Reshape(*table, shaped.shapes));
  if (const auto* marks = statement.DescribedColumns(cluster_->name, entry_name)) {
    // Not taken out of the rows at the end: a column more is another DISTINCT.
    if (auto described = catalog::WithMarkedColumns(seen, *marks)) {
      seen = std::move(described);
    }
  }
  if (shaped.shapes.empty() && seen == *table) return EntryOf(context, table_name, seen);
  return MakeEntry(context, entry_name, seen);
}

std::shared_ptr<ClusterTable> ClusterSchema::MakeEntry(duckdb::ClientContext& context,
                                                       const std::string& entry_name,
                                                       const catalog::TablePtr& table) {
  duckdb::CreateTableInfo info(*this, entry_name);
  info.columns = ColumnsOf(context, *table);
  return std::make_shared<ClusterTable>(catalog, *this, info, cluster_, table,
                                        ScanVirtualColumns(context, *table));
}

std::shared_ptr<ClusterTable> ClusterSchema::EntryOf(duckdb::ClientContext& context,
                                                     const std::string& table_name,
                                                     const catalog::TablePtr& table) {
  const std::scoped_lock lock(mutex_);
  auto& entry = entries_[table_name];
  if (!entry || entry->table() != table) {
    entry = MakeEntry(context, table_name, table);
  }
  return entry;
}

const StatementContext::TableAnswer& ClusterSchema::Resolve(
    duckdb::ClientContext& context, StatementContext& statement,
    const std::string& table_name) {
  if (const auto* known = statement.FindTable(cluster_->name, table_name)) return *known;
  return statement.KeepTable(cluster_->name, table_name,
                             Ask(context, statement, table_name));
}

duckdb::optional_ptr<duckdb::CatalogEntry> ClusterSchema::LookupEntry(
    duckdb::CatalogTransaction transaction, const duckdb::EntryLookupInfo& lookup) {
  if (lookup.GetCatalogType() != duckdb::CatalogType::TABLE_ENTRY ||
      !transaction.HasContext()) {
    return nullptr;
  }
  auto& context = transaction.GetContext();
  const auto statement = StatementContext::Of(context);
  if (!statement) return nullptr;
  const auto& answer = Resolve(context, *statement, lookup.GetEntryName());
  if (answer.ok()) return answer->get();
  // The name may be known elsewhere (temporary and system catalogs), so this is no error
  // yet.
  if (core::KindOf(answer.status()) == core::ErrorKind::kNotFound) return nullptr;
  statement->Throw(answer.status());
}

void ClusterSchema::Scan(duckdb::ClientContext& context, duckdb::CatalogType entry_type,
                         const std::function<void(duckdb::CatalogEntry&)>& callback) {
  const auto statement = StatementContext::Of(context);
  if (entry_type != duckdb::CatalogType::TABLE_ENTRY || !statement) return;
  auto listed = cluster_->catalog->ListTables(statement->cancel());
  if (!listed.ok()) statement->Throw(listed.status());
  for (const catalog::TableName& known : *listed) {
    if (!statement->list_columns()) {
      duckdb::CreateTableInfo info(*this, known.name);
      auto entry =
          std::make_shared<ClusterTable>(catalog, *this, info, cluster_, nullptr);
      statement->Pin(entry);
      callback(*entry);
      continue;
    }
    const auto& answer = Resolve(context, *statement, known.name);
    if (answer.ok()) {
      callback(**answer);
      continue;
    }
    // Gone since it was listed, or not for this user: what a listing leaves out.
    const core::ErrorKind kind = core::KindOf(answer.status());
    if (kind != core::ErrorKind::kNotFound && kind != core::ErrorKind::kUnauthorized) {
      statement->Throw(answer.status());
    }
  }
}

// NOLINTBEGIN(readability-named-parameter)
using Transaction = duckdb::CatalogTransaction;
using Entry = duckdb::optional_ptr<duckdb::CatalogEntry>;

Entry ClusterSchema::CreateIndex(Transaction, duckdb::CreateIndexInfo&,
                                 duckdb::TableCatalogEntry&) {
  RefuseWrite();
}
Entry ClusterSchema::CreateFunction(Transaction, duckdb::CreateFunctionInfo&) {
  RefuseWrite();
}
Entry ClusterSchema::CreateTable(Transaction, duckdb::BoundCreateTableInfo&) {
  RefuseWrite();
}
Entry ClusterSchema::CreateView(Transaction, duckdb::CreateViewInfo&) { RefuseWrite(); }
Entry ClusterSchema::CreateSequence(Transaction, duckdb::CreateSequenceInfo&) {
  RefuseWrite();
}
Entry ClusterSchema::CreateTableFunction(Transaction, duckdb::CreateTableFunctionInfo&) {
  RefuseWrite();
}
Entry ClusterSchema::CreateCopyFunction(Transaction, duckdb::CreateCopyFunctionInfo&) {
  RefuseWrite();
}
Entry ClusterSchema::CreatePragmaFunction(Transaction,
                                          duckdb::CreatePragmaFunctionInfo&) {
  RefuseWrite();
}
Entry ClusterSchema::CreateCollation(Transaction, duckdb::CreateCollationInfo&) {
  RefuseWrite();
}
Entry ClusterSchema::CreateType(Transaction, duckdb::CreateTypeInfo&) { RefuseWrite(); }
void ClusterSchema::DropEntry(duckdb::ClientContext&, duckdb::DropInfo&) {
  RefuseWrite();
}
void ClusterSchema::Alter(Transaction, duckdb::AlterInfo&) { RefuseWrite(); }

Entry ClusterCatalogEntry::CreateSchema(Transaction, duckdb::CreateSchemaInfo&) {
  RefuseWrite();
}
void ClusterCatalogEntry::DropSchema(duckdb::ClientContext&, duckdb::DropInfo&) {
  RefuseWrite();
}
duckdb::PhysicalOperator& ClusterCatalogEntry::PlanCreateTableAs(
    duckdb::ClientContext&, duckdb::PhysicalPlanGenerator&, duckdb::LogicalCreateTable&,
    duckdb::PhysicalOperator&) {
  RefuseWrite();
}
duckdb::PhysicalOperator& ClusterCatalogEntry::PlanInsert(
    duckdb::ClientContext&, duckdb::PhysicalPlanGenerator&, duckdb::LogicalInsert&,
    duckdb::optional_ptr<duckdb::PhysicalOperator>) {
  RefuseWrite();
}
duckdb::PhysicalOperator& ClusterCatalogEntry::PlanDelete(duckdb::ClientContext&,
                                                          duckdb::PhysicalPlanGenerator&,
                                                          duckdb::LogicalDelete&,
                                                          duckdb::PhysicalOperator&) {
  RefuseWrite();
}
duckdb::PhysicalOperator& ClusterCatalogEntry::PlanUpdate(duckdb::ClientContext&,
                                                          duckdb::PhysicalPlanGenerator&,
                                                          duckdb::LogicalUpdate&,
                                                          duckdb::PhysicalOperator&) {
  RefuseWrite();
}
// NOLINTEND(readability-named-parameter)

void ClusterCatalogEntry::Initialize(bool) {
  duckdb::CreateSchemaInfo info;
  info.schema = DEFAULT_SCHEMA;
  info.internal = true;
  schema_ = std::make_unique<ClusterSchema>(*this, info, cluster_);
}

duckdb::optional_ptr<duckdb::SchemaCatalogEntry> ClusterCatalogEntry::LookupSchema(
    duckdb::CatalogTransaction, const duckdb::EntryLookupInfo& lookup,
    duckdb::OnEntryNotFound if_not_found) {
  if (duckdb::StringUtil::CIEquals(lookup.GetEntryName(), DEFAULT_SCHEMA)) {
    return schema_.get();
  }
  if (if_not_found == duckdb::OnEntryNotFound::RETURN_NULL) return nullptr;
  throw duckdb::BinderException("no schema \"%s\" in cluster \"%s\", it has only \"%s\"",
                                lookup.GetEntryName(), cluster_->name, DEFAULT_SCHEMA);
}

void ClusterCatalogEntry::ScanSchemas(
    duckdb::ClientContext&, std::function<void(duckdb::SchemaCatalogEntry&)> callback) {
  callback(*schema_);
}

duckdb::CatalogLookupBehavior ClusterCatalogEntry::CatalogTypeLookupRule(
    duckdb::CatalogType type) const {
  const bool ours = type == duckdb::CatalogType::TABLE_ENTRY ||
                    type == duckdb::CatalogType::SCHEMA_ENTRY;
  return ours ? duckdb::CatalogLookupBehavior::STANDARD
              : duckdb::CatalogLookupBehavior::NEVER_LOOKUP;
}

void RegisterStorage(duckdb::DatabaseInstance& instance,
                     const std::vector<std::shared_ptr<const Cluster>>& clusters) {
  auto info = duckdb::make_shared_ptr<KnownClusters>();
  info->clusters = clusters;
  auto storage = duckdb::make_shared_ptr<duckdb::StorageExtension>();
  storage->attach = Attach;
  storage->create_transaction_manager = MakeTransactionManager;
  storage->storage_info = std::move(info);
  duckdb::StorageExtension::Register(duckdb::DBConfig::GetConfig(instance), kStorageType,
                                     std::move(storage));
}

}  // namespace recurve::engine
