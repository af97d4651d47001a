// SPDX-License-Identifier: Apache-2.0
#include "scan/proven_fields.h"

#include <algorithm>

namespace recurve::scan {

namespace {
constexpr size_t kMaxFingerprints = 64;
}  // namespace

std::vector<const catalog::Field*> ProvenFields::Unproven(
    const SegmentFingerprint& fingerprint,
    const std::vector<const catalog::Field*>& fields) const {
  const std::lock_guard lock(mutex_);
  const auto entry = std::ranges::find(entries_, fingerprint, &Entry::fingerprint);
  if (entry == entries_.end()) return fields;
  std::vector<const catalog::Field*> unproven;
  for (const catalog::Field* field : fields) {
    if (!entry->paths.contains(field->path)) unproven.push_back(field);
  }
  return unproven;
}

void ProvenFields::Remember(const SegmentFingerprint& fingerprint,
                            const std::vector<const catalog::Field*>& fields) {
  if (fields.empty()) return;
  const std::lock_guard lock(mutex_);
  auto entry = std::ranges::find(entries_, fingerprint, &Entry::fingerprint);
  if (entry == entries_.end()) {
    entries_.push_front({fingerprint, {}});
    if (entries_.size() > kMaxFingerprints) entries_.pop_back();
    entry = entries_.begin();
  }
  for (const catalog::Field* field : fields) entry->paths.insert(field->path);
}

}  // namespace recurve::scan
