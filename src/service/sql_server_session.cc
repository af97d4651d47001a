// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>
#include <optional>
#include <variant>

#include "service/metadata_rows.h"
#include "service/sql_server_internal.h"

namespace recurve::service {

namespace flight = arrow::flight;
namespace sql = arrow::flight::sql;

namespace {

using OptionError = flight::SetSessionOptionErrorValue;

// ADBC's option API sends text where others send booleans.
std::optional<bool> SwitchOf(const flight::SessionOptionValue& value) {
  if (const auto* flag = std::get_if<bool>(&value)) return *flag;
  if (const auto* text = std::get_if<std::string>(&value)) {
    if (*text == "true") return true;
    if (*text == "false") return false;
  }
  if (std::holds_alternative<std::monostate>(value)) return true;  // the default
  return std::nullopt;
}

// The text; empty to go back to the default.
std::optional<std::string> TextOf(const flight::SessionOptionValue& value) {
  if (const auto* text = std::get_if<std::string>(&value)) return *text;
  if (std::holds_alternative<std::monostate>(value)) return std::string();
  return std::nullopt;
}

std::optional<OptionError> SetOption(const std::string& name,
                                     const flight::SessionOptionValue& value,
                                     const query::Metadata& metadata,
                                     engine::Session& session) {
  if (name == "pushdown" || name == "straight_road") {
    const std::optional<bool> flag = SwitchOf(value);
    if (!flag) return OptionError::kInvalidValue;
    (name == "pushdown" ? session.pushdown : session.straight_road) = *flag;
    return std::nullopt;
  }
  if (name != "catalog" && name != "schema") return OptionError::kInvalidName;
  const std::optional<std::string> text = TextOf(value);
  if (!text) return OptionError::kInvalidValue;
  if (name == "schema") {
    if (!text->empty() && *text != kSchemaName) return OptionError::kInvalidValue;
    session.schema = kSchemaName;
    return std::nullopt;
  }
  const std::vector<std::string> catalogs = metadata.Catalogs();
  if (!text->empty() &&
      std::find(catalogs.begin(), catalogs.end(), *text) == catalogs.end()) {
    return OptionError::kInvalidValue;
  }
  session.catalog = *text;
  return std::nullopt;
}

}  // namespace

engine::Session SqlServer::SessionOf(const Context& context) {
  const auto state = sessions_.Get(IdentityOf(context).session_key());
  if (!state) return {};
  const std::lock_guard lock(state->mutex);
  return state->session;
}

SqlServer::Result<std::shared_ptr<SessionState>> SqlServer::OpenSession(
    const Context& context) {
  const std::string& key = IdentityOf(context).session_key();
  if (auto state = sessions_.Get(key)) return state;
  auto state = std::make_shared<SessionState>();
  if (sessions_.Put(key, state)) return state;
  return core::MakeError(core::ErrorKind::kUnavailable, "too many sessions are open");
}

SqlServer::Status SqlServer::ApplyToSession(const Context& context,
                                            const std::string& text,
                                            const core::CancelToken& cancel) {
  ARROW_ASSIGN_OR_RAISE(const auto state, OpenSession(context));
  const std::lock_guard lock(state->mutex);
  engine::Session changed = state->session;
  ARROW_ASSIGN_OR_RAISE(const auto rows, runner_->Run(text, nullptr, changed, cancel));
  std::shared_ptr<arrow::RecordBatch> batch;
  do {
    ARROW_RETURN_NOT_OK(rows->ReadNext(&batch));
  } while (batch);
  state->session = std::move(changed);
  return Status::OK();
}

SqlServer::Result<flight::SetSessionOptionsResult> SqlServer::SetSessionOptions(
    const Context& context, const flight::SetSessionOptionsRequest& request) {
  return Guard(context, [&]() -> Result<flight::SetSessionOptionsResult> {
    ARROW_ASSIGN_OR_RAISE(const auto state, OpenSession(context));
    const std::lock_guard lock(state->mutex);
    std::map<std::string, flight::SetSessionOptionsResult::Error> errors;
    for (const auto& [name, value] : request.session_options) {
      if (const auto error = SetOption(name, value, *metadata_, state->session)) {
        errors[name] = {*error};
      }
    }
    return flight::SetSessionOptionsResult(std::move(errors));
  });
}

SqlServer::Result<flight::GetSessionOptionsResult> SqlServer::GetSessionOptions(
    const Context& context, const flight::GetSessionOptionsRequest&) {
  return Guard(context, [&]() -> Result<flight::GetSessionOptionsResult> {
    const engine::Session session = SessionOf(context);
    std::string catalog = session.catalog;
    if (catalog.empty()) {
      const std::vector<std::string> catalogs = metadata_->Catalogs();
      if (!catalogs.empty()) catalog = catalogs.front();
    }
    return flight::GetSessionOptionsResult({{"catalog", catalog},
                                            {"schema", session.schema},
                                            {"pushdown", session.pushdown},
                                            {"straight_road", session.straight_road}});
  });
}

SqlServer::Result<flight::CloseSessionResult> SqlServer::CloseSession(
    const Context& context, const flight::CloseSessionRequest&) {
  sessions_.Remove(IdentityOf(context).session_key());
  return flight::CloseSessionResult(flight::CloseSessionStatus::kClosed);
}

SqlServer::Status SqlServer::RefuseTransaction(const std::string& transaction_id) {
  if (transaction_id.empty()) return Status::OK();
  return core::MakeError(core::ErrorKind::kUnsupported,
                         "there are no transactions: Elasticsearch has none");
}

SqlServer::Result<int64_t> SqlServer::DoPutCommandStatementIngest(
    const Context& context, const sql::StatementIngest&, flight::FlightMessageReader*) {
  return Guard(context, []() -> Result<int64_t> {
    return core::MakeError(core::ErrorKind::kUnsupported,
                           "rows cannot be ingested: this server only reads");
  });
}

SqlServer::Result<sql::ActionBeginTransactionResult> SqlServer::BeginTransaction(
    const Context& context, const sql::ActionBeginTransactionRequest&) {
  return Guard(context, []() -> Result<sql::ActionBeginTransactionResult> {
    return RefuseTransaction("new");
  });
}

}  // namespace recurve::service
