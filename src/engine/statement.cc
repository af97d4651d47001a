// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

#include "core/error_detail.h"
#include "engine/duckdb_error_internal.h"
#include "engine/statement_internal.h"
#include "fmt/format.h"

namespace recurve::engine {

Statement::Statement(std::shared_ptr<Instance> instance, const Session& session,
                     core::CancelToken cancel)
    : instance_(std::move(instance)),
      client_(cancel),
      context_(duckdb::make_shared_ptr<StatementContext>(std::move(cancel), session)),
      connection_(std::make_unique<duckdb::Connection>(instance_->db())) {
  StatementContext::Put(*connection_->context, context_);
  interrupt_.emplace(context_->cancel(), Interrupt{connection_.get()});
}

arrow::Result<std::unique_ptr<Statement>> Statement::Make(
    std::shared_ptr<Instance> instance, const DatabaseOptions& options,
    const Session& session, core::CancelToken cancel) {
  std::string catalog = session.catalog;
  if (catalog.empty() && !options.clusters.empty()) catalog = options.clusters[0].name;
  const bool known =
      catalog.empty() ||
      std::any_of(options.clusters.begin(), options.clusters.end(),
                  [&](const Cluster& each) { return each.name == catalog; });
  if (!known) {
    return core::MakeError(core::ErrorKind::kNotFound,
                           fmt::format("no such cluster: {}", catalog));
  }
  std::unique_ptr<Statement> statement;
  try {
    statement.reset(new Statement(std::move(instance), session, std::move(cancel)));
    if (!catalog.empty()) {
      duckdb::ClientData::Get(statement->client())
          .catalog_search_path->Set(duckdb::CatalogSearchEntry(catalog, session.schema),
                                    duckdb::CatalogSetPathType::SET_DIRECTLY);
    }
  } catch (const std::exception& exception) {
    return FromDuckDB(duckdb::ErrorData(exception));
  }
  ARROW_RETURN_NOT_OK(statement->CheckCancelled());
  return statement;
}

Statement::~Statement() {
  context_->Stop();
  interrupt_.reset();
}

arrow::Status Statement::Guard(const std::function<void()>& work) {
  try {
    work();
    return arrow::Status::OK();
  } catch (const std::exception& exception) {
    return Translate(duckdb::ErrorData(exception));
  }
}

arrow::Status Statement::InTransaction(const std::function<void()>& work) {
  const arrow::Status status = Guard([&] { client().RunFunctionInTransaction(work); });
  // DuckDB forgets an interrupt that came before the transaction began.
  ARROW_RETURN_NOT_OK(status);
  return CheckCancelled();
}

arrow::Status Statement::CheckCancelled() const {
  if (!client_.stop_requested()) return arrow::Status::OK();
  return core::MakeError(core::ErrorKind::kCancelled, "the statement was cancelled");
}

arrow::Status Statement::Translate(const duckdb::ErrorData& error) {
  ARROW_RETURN_NOT_OK(CheckCancelled());
  return FromDuckDB(error, *context_);
}

}  // namespace recurve::engine
