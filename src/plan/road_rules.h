// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "catalog/field.h"
#include "plan/scan_request.h"

namespace recurve::plan {

/// Why a column cannot be read from doc values, or an empty string if they hold exactly
/// the value that the column shows for every document of one value (docs/types.md, column
/// "esql"). A reason is a sentence part that follows "not esql: ".
///
/// For a keyword with `ignore_above` this rests on no document having an ignored value
/// under it, which the scan has to find out: see FieldsToProve.
std::string WhyNotFromDocValues(const catalog::Field& field);

/// Why ES|QL is not asked about the documents of a filter, whatever it is to do with
/// them, or an empty string.
std::string WhyNotFilteredByEsql(const Predicate& filter);

/// Why a scan cannot take the road `esql` whatever the cluster holds, or an empty string.
std::string WhyNotEsql(const ScanRequest& request);

/// Columns of the request whose doc values are complete only where `_ignored` does not
/// name them.
std::vector<const catalog::Field*> FieldsToProve(const ScanRequest& request);

}  // namespace recurve::plan
