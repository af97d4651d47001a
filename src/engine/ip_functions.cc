// SPDX-License-Identifier: Apache-2.0
#include <string_view>
#include <utility>

#include "duckdb/common/vector_operations/binary_executor.hpp"
#include "duckdb/main/extension/extension_loader.hpp"
#include "engine/ip_functions_internal.h"
#include "engine/ip_type_internal.h"

namespace recurve::engine {

namespace {

constexpr const char* kName = "ip_in_cidr";

std::string_view ViewOf(const duckdb::string_t& text) {
  return {text.GetData(), text.GetSize()};
}

core::IpAddress AddressIn(const duckdb::string_t& text) {
  if (const auto address = core::ParseIp(ViewOf(text))) return *address;
  throw duckdb::InvalidInputException("ip_in_cidr: not an IP address: \"%s\"",
                                      text.GetString());
}

core::IpAddress AddressIn(duckdb::uhugeint_t number) { return AddressOf(number); }

template <typename Address>
void IpInCidr(duckdb::DataChunk& arguments, duckdb::ExpressionState&,
              duckdb::Vector& result) {
  duckdb::BinaryExecutor::Execute<Address, duckdb::string_t, bool>(
      arguments.data[0], arguments.data[1], result, arguments.size(),
      [](const Address& address, const duckdb::string_t& network) {
        const auto range = core::ParseCidr(ViewOf(network));
        if (!range) {
          throw duckdb::InvalidInputException("ip_in_cidr: not a network: \"%s\"",
                                              network.GetString());
        }
        return range->Contains(AddressIn(address));
      });
}

template <typename Address>
duckdb::ScalarFunction CidrFunction(duckdb::LogicalType address) {
  duckdb::ScalarFunction function(kName,
                                  {std::move(address), duckdb::LogicalType::VARCHAR},
                                  duckdb::LogicalType::BOOLEAN, IpInCidr<Address>);
  function.SetErrorMode(duckdb::FunctionErrors::CAN_THROW_RUNTIME_ERROR);
  return function;
}

}  // namespace

void RegisterIpFunctions(duckdb::DatabaseInstance& instance) {
  duckdb::ScalarFunctionSet functions(kName);
  functions.AddFunction(CidrFunction<duckdb::uhugeint_t>(IpType()));
  functions.AddFunction(CidrFunction<duckdb::string_t>(duckdb::LogicalType::VARCHAR));
  duckdb::ExtensionLoader loader(instance, "recurve");
  loader.RegisterFunction(std::move(functions));
}

std::optional<NetworkTest> ReadNetworkTest(const duckdb::Expression& expression) {
  if (expression.GetExpressionClass() != duckdb::ExpressionClass::BOUND_FUNCTION) {
    return std::nullopt;
  }
  const auto& call = expression.Cast<duckdb::BoundFunctionExpression>();
  if (call.function.name != kName || call.children.size() != 2 ||
      call.children[1]->GetExpressionClass() != duckdb::ExpressionClass::BOUND_CONSTANT) {
    return std::nullopt;
  }
  const auto& network = call.children[1]->Cast<duckdb::BoundConstantExpression>().value;
  if (network.IsNull()) return std::nullopt;
  const auto range = core::ParseCidr(duckdb::StringValue::Get(network));
  if (!range) return std::nullopt;
  return NetworkTest{call.children[0].get(), *range};
}

}  // namespace recurve::engine
