// SPDX-License-Identifier: Apache-2.0
#include "scan/proof_cache.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace recurve::scan {

namespace {

// A fingerprint takes about 3 ms; counting the values of fewer documents takes less.
constexpr int64_t kLargeDocuments = 250'000;

// Clients may ask for any number of patterns; beyond this many, the cache starts again.
constexpr size_t kMaxTables = 1024;

}  // namespace

bool ProofCache::IsLarge(const std::string& table) const {
  const std::lock_guard lock(mutex_);
  const auto found = tables_.find(table);
  return found != tables_.end() && found->second.num_documents >= kLargeDocuments;
}

void ProofCache::NoteSize(const std::string& table, int64_t num_documents) {
  const std::lock_guard lock(mutex_);
  if (tables_.size() >= kMaxTables && !tables_.contains(table)) tables_.clear();
  tables_[table].num_documents = num_documents;
}

std::vector<const catalog::Field*> ProofCache::Unproven(
    const std::string& table, Proof proof,
    const std::vector<const catalog::Field*>& fields,
    const SegmentFingerprint& fingerprint) const {
  const std::lock_guard lock(mutex_);
  const auto found = tables_.find(table);
  if (found == tables_.end()) return fields;
  const auto& known = found->second.proofs;
  std::vector<const catalog::Field*> unproven;
  std::ranges::copy_if(fields, std::back_inserter(unproven),
                       [&](const catalog::Field* field) {
                         const auto held = known.find({field->path, proof});
                         return held == known.end() || *held->second != fingerprint;
                       });
  return unproven;
}

void ProofCache::Remember(const std::string& table, Proof proof,
                          const std::vector<const catalog::Field*>& fields,
                          std::shared_ptr<const SegmentFingerprint> fingerprint) {
  const std::lock_guard lock(mutex_);
  if (tables_.size() >= kMaxTables && !tables_.contains(table)) tables_.clear();
  auto& known = tables_[table].proofs;
  for (const catalog::Field* field : fields) known[{field->path, proof}] = fingerprint;
}

}  // namespace recurve::scan
