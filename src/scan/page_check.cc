// SPDX-License-Identifier: Apache-2.0
#include "scan/page_check.h"

#include <algorithm>
#include <utility>

#include "core/error_detail.h"
#include "fmt/format.h"

namespace recurve::scan {

arrow::Status CheckComplete(const decode::Page& page, std::string_view context) {
  std::string_view why;
  if (page.shards_total == 0) {
    return core::MakeError(
        core::ErrorKind::kProtocol,
        fmt::format("{}: the response does not tell which shards answered", context));
  }
  if (page.timed_out) {
    why = "the search timed out on the cluster";
  } else if (page.terminated_early) {
    why = "the search was terminated early on the cluster";
  } else if (page.clusters_incomplete) {
    why = "a remote cluster did not answer in full";
  } else if (page.shards_failed > 0 || page.shards_successful != page.shards_total) {
    why = "not every shard answered";
  } else {
    return arrow::Status::OK();
  }
  core::ErrorDetail detail(core::ErrorKind::kIncomplete);
  detail.retryable = true;
  return core::MakeError(std::move(detail),
                         fmt::format("{}: {} ({} of {} shards, {} failed) {}", context,
                                     why, page.shards_successful, page.shards_total,
                                     page.shards_failed, page.first_failure));
}

arrow::Status CheckCompleteScrollPage(decode::Page page, std::string_view context) {
  page.terminated_early = false;
  return CheckComplete(page, context);
}

arrow::Status CheckCompleteCount(decode::Page page, std::string_view context) {
  page.terminated_early = false;
  return CheckComplete(page, context);
}

arrow::Status CheckProofs(const decode::Page& page,
                          const std::vector<const catalog::Field*>& fields) {
  if (fields.empty()) return arrow::Status::OK();
  if (page.proofs.size() != fields.size()) {
    return core::MakeError(core::ErrorKind::kProtocol,
                           "the response lacks the counts that were asked for");
  }
  for (size_t i = 0; i < fields.size(); ++i) {
    const decode::ProofCounts& counts = page.proofs[i];
    const bool is_list = fields[i]->list_depth > 0;
    if (!is_list && counts.num_values != counts.num_documents) {
      return core::MakeError(
          core::ErrorKind::kPushdownDisproved,
          fmt::format("field {} has {} values in {} documents", fields[i]->path,
                      counts.num_values, counts.num_documents));
    }
    if (catalog::MayBeAddedLater(*fields[i]) && counts.num_lacking != 0) {
      return core::MakeError(
          core::ErrorKind::kPushdownDisproved,
          fmt::format("field {} lacks the values of {} in {} documents", fields[i]->path,
                      fields[i]->source_path, counts.num_lacking.value_or(-1)));
    }
    if (fields[i]->ignore_above && counts.num_ignored > 0) {
      return core::MakeError(
          core::ErrorKind::kPushdownDisproved,
          fmt::format("field {} has {} values that are too long to be indexed",
                      fields[i]->path, counts.num_ignored));
    }
  }
  return arrow::Status::OK();
}

arrow::Status CheckOrder(const decode::Page& page,
                         const std::vector<const catalog::Field*>& fields,
                         const std::vector<plan::SortKey>& order) {
  for (const plan::SortKey& key : order) {
    if (!plan::NullStandIn(key)) continue;
    const auto found = std::ranges::find(fields, key.field);
    const auto place = static_cast<size_t>(found - fields.begin());
    if (place >= page.proofs.size() || !page.proofs[place].num_null_stand_ins) {
      return core::MakeError(core::ErrorKind::kProtocol,
                             "the response lacks a count that the order rests on");
    }
    if (*page.proofs[place].num_null_stand_ins > 0) {
      return core::MakeError(
          core::ErrorKind::kPushdownDisproved,
          fmt::format("field {} holds the number that is sorted as NULL in {} documents",
                      key.field->path, *page.proofs[place].num_null_stand_ins));
    }
  }
  return arrow::Status::OK();
}

int64_t NumProved(const decode::Page& page) {
  int64_t num_documents = 0;
  for (const decode::ProofCounts& counts : page.proofs) {
    num_documents = std::max(num_documents, counts.num_documents);
  }
  return num_documents;
}

arrow::Status ScanError(const plan::Predicate& filter, const arrow::Status& status) {
  const core::ErrorDetail* found = core::FindDetail(status);
  if (found == nullptr || found->kind != core::ErrorKind::kRequestRejected ||
      !plan::HasFullText(filter)) {
    return status;
  }
  core::ErrorDetail detail = *found;
  detail.kind = core::ErrorKind::kInvalidSql;
  return core::MakeError(std::move(detail), status.message());
}

}  // namespace recurve::scan
