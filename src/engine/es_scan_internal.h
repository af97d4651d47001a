// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/duckdb_internal.h"

namespace recurve::engine {

/// Register the table function
///
///   es_scan(table, lists := ['tags'], json := ['payload'],
///           columns := {'grid': 'list(2)'}, cluster := 'eu')
///
/// which is the named table with other shapes of columns for one statement. It is
/// replaced by a table of the catalog under a shaped name (catalog/shapes.h) before
/// anything is bound, so all that is true of tables is true of it.
void RegisterEsScan(duckdb::DatabaseInstance& instance);

}  // namespace recurve::engine
