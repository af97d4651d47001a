// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <functional>
#include <string_view>
#include <utility>

#include "core/error_detail.h"
#include "duckdb/function/cast/cast_function_set.hpp"
#include "duckdb/main/extension/extension_loader.hpp"
#include "duckdb/planner/expression_iterator.hpp"
#include "duckdb/planner/logical_operator_visitor.hpp"
#include "engine/ip_type_internal.h"
#include "fmt/format.h"

namespace recurve::engine {

using duckdb::LogicalType;
using duckdb::LogicalTypeId;

namespace {

constexpr const char* kName = "IP";

// What DuckDB charges for a cast that nobody wrote: little for showing an address, more
// than for any other for reading one.
constexpr int64_t kCostToText = 10;
constexpr int64_t kCostFromText = 200;

duckdb::uhugeint_t NumberOf(const core::IpAddress& address) {
  uint64_t upper = 0;
  uint64_t lower = 0;
  for (size_t i = 0; i < 8; ++i) {
    upper = upper << 8 | address[i];
    lower = lower << 8 | address[8 + i];
  }
  return {upper, lower};
}

bool FromText(duckdb::Vector& source, duckdb::Vector& result, duckdb::idx_t num_rows,
              duckdb::CastParameters& parameters) {
  bool all_fine = true;
  duckdb::UnaryExecutor::ExecuteWithNulls<duckdb::string_t, duckdb::uhugeint_t>(
      source, result, num_rows,
      [&](const duckdb::string_t& text, duckdb::ValidityMask& valid, duckdb::idx_t row) {
        if (const auto address = core::ParseIp({text.GetData(), text.GetSize()})) {
          return NumberOf(*address);
        }
        const std::string message =
            fmt::format("not an IP address: \"{}\"", text.GetString());
        if (parameters.error_message == nullptr) {
          throw duckdb::InvalidInputException(message);
        }
        if (parameters.error_message->empty()) *parameters.error_message = message;
        valid.SetInvalid(row);
        all_fine = false;
        return duckdb::uhugeint_t(0);
      });
  return all_fine;
}

bool ToText(duckdb::Vector& source, duckdb::Vector& result, duckdb::idx_t num_rows,
            duckdb::CastParameters&) {
  duckdb::UnaryExecutor::Execute<duckdb::uhugeint_t, duckdb::string_t>(
      source, result, num_rows, [&](duckdb::uhugeint_t number) {
        return duckdb::StringVector::AddString(result, core::ToString(AddressOf(number)));
      });
  return true;
}

bool IsText(const LogicalType& type) {
  return type.id() == LogicalTypeId::VARCHAR && !type.HasAlias();
}

std::vector<LogicalType> ChildrenOf(const LogicalType& type) {
  std::vector<LogicalType> children;
  switch (type.id()) {
    case LogicalTypeId::LIST:
      return {duckdb::ListType::GetChildType(type)};
    case LogicalTypeId::ARRAY:
      return {duckdb::ArrayType::GetChildType(type)};
    case LogicalTypeId::MAP:
      return {duckdb::MapType::KeyType(type), duckdb::MapType::ValueType(type)};
    case LogicalTypeId::STRUCT:
      for (const auto& [name, child] : duckdb::StructType::GetChildTypes(type)) {
        children.push_back(child);
      }
      return children;
    default:
      return children;
  }
}

bool HasIp(const LogicalType& type) {
  if (IsIp(type)) return true;
  return std::ranges::any_of(ChildrenOf(type), HasIp);
}

/// Whether a cast shows or reads addresses as addresses.
bool KeepsIps(const LogicalType& from, const LogicalType& to) {
  if (IsIp(from) && IsIp(to)) return true;
  if (IsText(to)) return true;
  if (IsIp(from)) return false;
  const std::vector<LogicalType> from_children = ChildrenOf(from);
  if (IsIp(to)) {
    return from.id() == LogicalTypeId::VARCHAR || from.id() == LogicalTypeId::SQLNULL ||
           from.id() == LogicalTypeId::UNKNOWN;
  }
  const std::vector<LogicalType> to_children = ChildrenOf(to);
  if (from_children.size() != to_children.size()) return !HasIp(from);
  for (size_t i = 0; i < to_children.size(); ++i) {
    if (!KeepsIps(from_children[i], to_children[i])) return false;
  }
  return true;
}

/// Functions that write out values of any type, which look at how they are stored.
bool WritesValues(std::string_view function) {
  return function == "format" || function == "printf" ||
         function.find("json") != std::string_view::npos;
}

arrow::Status Refuse(const duckdb::Expression& expression, std::string message) {
  core::ErrorDetail detail(core::ErrorKind::kInvalidSql);
  if (expression.GetQueryLocation().IsValid()) {
    detail.sql_position = static_cast<int64_t>(expression.GetQueryLocation().GetIndex());
  }
  return core::MakeError(std::move(detail), std::move(message));
}

arrow::Status CheckCall(
    const duckdb::Expression& expression, const std::string& function,
    const duckdb::vector<duckdb::unique_ptr<duckdb::Expression>>& arguments) {
  if (!WritesValues(function)) return arrow::Status::OK();
  for (const auto& argument : arguments) {
    if (!HasIp(argument->return_type)) continue;
    return Refuse(expression,
                  fmt::format("{} does not know the type IP: give it {}::VARCHAR",
                              function, argument->GetName()));
  }
  return arrow::Status::OK();
}

arrow::Status CheckExpression(const duckdb::Expression& expression) {
  switch (expression.GetExpressionClass()) {
    case duckdb::ExpressionClass::BOUND_CAST: {
      const auto& cast = expression.Cast<duckdb::BoundCastExpression>();
      const LogicalType& from = cast.child->return_type;
      const LogicalType& to = cast.return_type;
      if ((!HasIp(from) && !HasIp(to)) || KeepsIps(from, to)) return arrow::Status::OK();
      return Refuse(
          expression,
          fmt::format("an IP is cast to and from VARCHAR only, not {} to {}; it is "
                      "compared with a text as in ip = text::IP",
                      from.ToString(), to.ToString()));
    }
    case duckdb::ExpressionClass::BOUND_FUNCTION: {
      const auto& call = expression.Cast<duckdb::BoundFunctionExpression>();
      return CheckCall(expression, call.function.name, call.children);
    }
    case duckdb::ExpressionClass::BOUND_AGGREGATE: {
      const auto& call = expression.Cast<duckdb::BoundAggregateExpression>();
      return CheckCall(expression, call.function.name, call.children);
    }
    default:
      return arrow::Status::OK();
  }
}

/// Every expression of a plan, children after their parent.
void ForEachExpression(duckdb::LogicalOperator& plan,
                       const std::function<void(duckdb::Expression&)>& visit) {
  const std::function<void(duckdb::Expression&)> visit_tree =
      [&](duckdb::Expression& expression) {
        visit(expression);
        duckdb::ExpressionIterator::EnumerateChildren(
            expression, [&](duckdb::Expression& child) { visit_tree(child); });
      };
  duckdb::LogicalOperatorVisitor::EnumerateExpressions(
      plan, [&](duckdb::unique_ptr<duckdb::Expression>* expression) {
        visit_tree(**expression);
      });
  for (auto& child : plan.children) ForEachExpression(*child, visit);
}

bool IsAddress(const duckdb::Expression& expression) {
  return expression.GetExpressionClass() == duckdb::ExpressionClass::BOUND_CONSTANT &&
         IsIp(expression.return_type);
}

bool HasAddress(const duckdb::Expression& expression) {
  bool has = IsAddress(expression);
  duckdb::ExpressionIterator::EnumerateChildren(
      expression,
      [&](const duckdb::Expression& child) { has = has || HasAddress(child); });
  return has;
}

void ShowAddresses(duckdb::unique_ptr<duckdb::Expression>& expression) {
  if (IsAddress(*expression)) {
    const auto& value = expression->Cast<duckdb::BoundConstantExpression>().value;
    if (value.IsNull()) return;
    const auto address = AddressOf(duckdb::UhugeIntValue::Get(value));
    expression = duckdb::make_uniq<duckdb::BoundConstantExpression>(
        duckdb::Value(core::ToString(address)));
    return;
  }
  duckdb::ExpressionIterator::EnumerateChildren(*expression, ShowAddresses);
}

}  // namespace

LogicalType IpType() {
  LogicalType type(LogicalTypeId::UHUGEINT);
  type.SetAlias(kName);
  return type;
}

bool IsIp(const LogicalType& type) {
  return type.id() == LogicalTypeId::UHUGEINT && type.HasAlias() &&
         type.GetAlias() == kName;
}

void RegisterIpType(duckdb::DatabaseInstance& instance) {
  duckdb::ExtensionLoader loader(instance, "recurve");
  loader.RegisterType(kName, IpType());
  loader.RegisterCastFunction(LogicalType::VARCHAR, IpType(),
                              duckdb::BoundCastInfo(FromText), kCostFromText);
  loader.RegisterCastFunction(IpType(), LogicalType::VARCHAR,
                              duckdb::BoundCastInfo(ToText), kCostToText);
}

core::IpAddress AddressOf(duckdb::uhugeint_t number) {
  core::IpAddress address{};
  for (size_t i = 0; i < 8; ++i) {
    address[7 - i] = static_cast<uint8_t>(number.upper >> (8 * i));
    address[15 - i] = static_cast<uint8_t>(number.lower >> (8 * i));
  }
  return address;
}

LogicalType WithIps(const catalog::Field& field, const LogicalType& read) {
  if (read.id() == LogicalTypeId::LIST) {
    return LogicalType::LIST(WithIps(field, duckdb::ListType::GetChildType(read)));
  }
  if (read.id() == LogicalTypeId::STRUCT && !field.children.empty()) {
    duckdb::child_list_t<LogicalType> members;
    size_t position = 0;
    for (const auto& [name, type] : duckdb::StructType::GetChildTypes(read)) {
      members.emplace_back(name, WithIps(field.children.at(position++), type));
    }
    return LogicalType::STRUCT(std::move(members));
  }
  const bool is_ip = field.kind == catalog::FieldKind::kIp && IsText(read);
  return is_ip ? IpType() : read;
}

std::string TextOf(const duckdb::Expression& expression) {
  if (!HasAddress(expression)) return expression.ToString();
  auto copy = expression.Copy();
  ShowAddresses(copy);
  return copy->ToString();
}

arrow::Status CheckIpUses(duckdb::LogicalOperator& plan) {
  arrow::Status status;
  ForEachExpression(plan, [&](duckdb::Expression& expression) {
    if (status.ok()) status = CheckExpression(expression);
  });
  return status;
}

void BindIpCasts(duckdb::ClientContext& context, duckdb::LogicalOperator& plan) {
  ForEachExpression(plan, [&](duckdb::Expression& expression) {
    if (expression.GetExpressionClass() != duckdb::ExpressionClass::BOUND_CAST) return;
    auto& cast = expression.Cast<duckdb::BoundCastExpression>();
    if (!HasIp(cast.source_type()) && !HasIp(cast.return_type)) return;
    duckdb::GetCastFunctionInput input(context);
    cast.bound_cast = duckdb::CastFunctionSet::Get(context).GetCastFunction(
        cast.source_type(), cast.return_type, input);
  });
}

}  // namespace recurve::engine
