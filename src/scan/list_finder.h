// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "arrow/result.h"
#include "catalog/table.h"
#include "core/cancel.h"
#include "scan/scanner.h"

namespace recurve::scan {

/// Makes lists of the columns of which the cluster proves that a document has several
/// values: a field's number of values against the number of documents that have it.
///
/// Only fields with doc values that are no part of a nested object or of a list are
/// counted; every other column stays as it is. What is found is kept by table name until
/// the searchable segments of the table change or, where they may not be read, for ten
/// seconds.
/// Cost     two small requests a call; where something has changed, a search over all
///          documents of the table for each 250 fields.
/// Errors   those of the searches: without them the columns are not known.
/// Threads  safe from any thread.
class ListFinder {
 public:
  virtual ~ListFinder() = default;

  static std::shared_ptr<ListFinder> Make(
      std::shared_ptr<transport::HttpTransport> transport, ScanOptions options = {});

  /// The table with the lists that were found; the same object as long as it is true.
  virtual arrow::Result<catalog::TablePtr> WithFoundLists(
      const catalog::TablePtr& table, const core::CancelToken& cancel) = 0;
};

}  // namespace recurve::scan
