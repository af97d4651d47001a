// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <mutex>
#include <string>
#include <unordered_set>

namespace recurve::scan {

/// Which queries had large answers, so that these are not packed: the cluster's work for
/// it then costs more than the bytes that it saves.
///
/// Threads  safe from any thread.
class AnswerSizes {
 public:
  /// Whether the last answer to this query text was large.
  bool WasLarge(const std::string& query) const;
  void Note(const std::string& query, size_t num_bytes);

 private:
  mutable std::mutex mutex_;
  std::unordered_set<size_t> large_;  // hashes of the queries, guarded by mutex_
};

}  // namespace recurve::scan
