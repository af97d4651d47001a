// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "arrow/flight/sql/types.h"

namespace recurve::service {

/// The answer to every SqlInfo code of the protocol (0-11, 100-101, 500-576), each in the
/// union member that JDBC, ODBC and ADBC read it from.
///
/// Source  FlightSql.proto, enum SqlInfo; arrow-java ArrowDatabaseMetadata for the types.
arrow::flight::sql::SqlInfoResultMap MakeSqlInfo(const std::string& version);

}  // namespace recurve::service
