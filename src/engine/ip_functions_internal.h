// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "core/ip_address.h"
#include "engine/duckdb_internal.h"

namespace recurve::engine {

/// Register `ip_in_cidr(address, network)`: whether an address, an IP or a text, lies in
/// a network, as '10.0.0.0/8' or '2001:db8::/32'. NULL for NULL; a text that is no
/// address or network is an error. The same everywhere as in an `ip` field: 16 bytes,
/// IPv4 as
/// ::ffff:a.b.c.d.
void RegisterIpFunctions(duckdb::DatabaseInstance& instance);

/// `ip_in_cidr(address, constant)`.
struct NetworkTest {
  const duckdb::Expression* address;
  core::IpRange range;
};

/// Nothing if the expression is not that, or its network is none.
std::optional<NetworkTest> ReadNetworkTest(const duckdb::Expression& expression);

}  // namespace recurve::engine
