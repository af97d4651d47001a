// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "arrow/result.h"
#include "core/cancel.h"
#include "scan/exchanger.h"
#include "scan/segment_fingerprint.h"
#include "scan/source_scan.h"

namespace recurve::scan {

/// Run a search that is a snapshot of its own, without making proofs that are known to
/// hold on what it sees.
///
/// `search(proofs)` searches the table by its name and makes these proofs; it is run a
/// second time, with all of them, where the table has changed around a search without.
/// `num_documents`: what the last search's proofs looked at.
template <typename Search>
auto SearchProved(const ScanParts& parts, Exchanger& exchanger,
                  const plan::ScanRequest& request, bool can_remember,
                  const int64_t& num_documents, const core::CancelToken& cancel,
                  Search search) -> decltype(search(request.proofs)) {
  const std::string& name = request.table->name;
  if (request.proofs.empty()) return search(request.proofs);
  if (!can_remember || !parts.proofs->IsLarge(name)) {
    auto result = search(request.proofs);
    if (result.ok()) parts.proofs->NoteSize(name, num_documents);
    return result;
  }
  const auto before = TakeSegmentFingerprint(request.table->shards, exchanger, cancel);
  if (!before.ok()) return search(request.proofs);
  const bool known =
      parts.proofs->Unproven(name, Proof::kPushable, request.proofs, *before).empty();
  auto result = search(known ? std::vector<const catalog::Field*>{} : request.proofs);
  if (!result.ok()) return result;
  // The name has to stand for the same shards, and they have to be the same.
  const auto table = parts.catalog->GetTable(name, cancel);
  const auto after = TakeSegmentFingerprint(request.table->shards, exchanger, cancel);
  const bool same = table.ok() && (*table)->shards == request.table->shards &&
                    after.ok() && *after == *before;
  if (known) return same ? std::move(result) : search(request.proofs);
  if (same) {
    parts.proofs->Remember(name, Proof::kPushable, request.proofs,
                           std::make_shared<SegmentFingerprint>(*before));
  }
  return result;
}

}  // namespace recurve::scan
