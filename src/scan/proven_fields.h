// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "catalog/field.h"
#include "scan/segment_fingerprint.h"

namespace recurve::scan {

/// Fields whose proof (plan/pushdown.h, Pushed::proofs) held for the documents that a
/// fingerprint stands for; forgotten with the oldest fingerprints.
///
/// Threads  safe from any thread.
class ProvenFields {
 public:
  /// Those of `fields` that were not proved for this fingerprint.
  std::vector<const catalog::Field*> Unproven(
      const SegmentFingerprint& fingerprint,
      const std::vector<const catalog::Field*>& fields) const;

  void Remember(const SegmentFingerprint& fingerprint,
                const std::vector<const catalog::Field*>& fields);

 private:
  struct Entry {
    SegmentFingerprint fingerprint;
    std::set<std::string> paths;
  };

  mutable std::mutex mutex_;
  std::deque<Entry> entries_;  ///< newest first
};

}  // namespace recurve::scan
