// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "catalog/field.h"
#include "scan/segment_fingerprint.h"

namespace recurve::scan {

/// What was found out about a field.
enum class Proof {
  kPushable,   ///< what a pushed condition or group rests on (page_check.h)
  kOneSign,    ///< no two of its values have different signs
  kBothSigns,  ///< some have: not worth asking again
};

/// Proofs that held, each with the fingerprint of what it was made on: while that is the
/// same, the proof need not be made again.
///
/// Only proofs that held are kept; a pushdown that was disproved is proved anew.
/// Threads  safe from any thread.
class ProofCache {
 public:
  /// Whether the table was seen to be so large that a proof costs more than fingerprints.
  bool IsLarge(const std::string& table) const;
  void NoteSize(const std::string& table, int64_t num_documents);

  /// Those of the fields whose proof is not known to hold on what has this fingerprint.
  std::vector<const catalog::Field*> Unproven(
      const std::string& table, Proof proof,
      const std::vector<const catalog::Field*>& fields,
      const SegmentFingerprint& fingerprint) const;

  void Remember(const std::string& table, Proof proof,
                const std::vector<const catalog::Field*>& fields,
                std::shared_ptr<const SegmentFingerprint> fingerprint);

 private:
  struct OfTable {
    int64_t num_documents = 0;
    std::map<std::pair<std::string, Proof>, std::shared_ptr<const SegmentFingerprint>>
        proofs;
  };

  mutable std::mutex mutex_;
  std::unordered_map<std::string, OfTable> tables_;  // guarded by mutex_
};

}  // namespace recurve::scan
