// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "arrow/status.h"
#include "catalog/field.h"
#include "core/ip_address.h"
#include "engine/duckdb_internal.h"

namespace recurve::engine {

/// The SQL type IP, which columns of mapping type `ip` have (docs/adr/0015): an address
/// in 16 bytes, stored as DuckDB's unsigned 128-bit integer, so that comparisons, joins,
/// groups and orders are those of addresses. Only casts see a text: from VARCHAR in any
/// spelling, to VARCHAR in the canonical one.
duckdb::LogicalType IpType();

bool IsIp(const duckdb::LogicalType& type);

/// Register the type under its name, and its casts.
void RegisterIpType(duckdb::DatabaseInstance& instance);

core::IpAddress AddressOf(duckdb::uhugeint_t number);

/// A field's SQL type, given the type that DuckDB reads its Arrow type as: IP where the
/// field or a member of it is an `ip`.
duckdb::LogicalType WithIps(const catalog::Field& field, const duckdb::LogicalType& read);

/// Give the casts of a bound plan their functions anew: for `ip IN (SELECT text ...)`
/// DuckDB takes those of the number (v1.5.6, AddDefaultCastToType). REQUIRES CheckIpUses.
void BindIpCasts(duckdb::ClientContext& context, duckdb::LogicalOperator& plan);

/// DuckDB's text of an expression, with constant addresses as people write them.
std::string TextOf(const duckdb::Expression& expression);

/// An error for an expression of the plan that would show the number behind an address:
/// casts to other types than VARCHAR, and functions that write values of any type.
arrow::Status CheckIpUses(duckdb::LogicalOperator& plan);

}  // namespace recurve::engine
