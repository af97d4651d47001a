// SPDX-License-Identifier: Apache-2.0
#include "transport/es_error.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "core/error_detail.h"
#include "fmt/format.h"
#include "simdjson.h"

namespace recurve::transport {

namespace {

using core::ErrorDetail;
using core::ErrorKind;
using simdjson::dom::element;

/// What the body says; all empty where it says nothing.
struct Cause {
  std::string type;
  std::string reason;
  std::string index;
};

struct EsBody {
  Cause outer;
  /// Root causes, shard failures and what caused them, in the order of the body.
  std::vector<Cause> inner;

  const Cause* Find(std::string_view type) const {
    if (outer.type == type) return &outer;
    for (const Cause& cause : inner) {
      if (cause.type == type) return &cause;
    }
    return nullptr;
  }
};

// Bodies nest `caused_by` without a limit of their own.
constexpr int kMaxDepth = 8;
constexpr size_t kMaxCauses = 64;

std::string TextAt(const element& object, std::string_view key) {
  std::string_view text;
  if (object[key].get(text) != simdjson::SUCCESS) return {};
  return std::string(text);
}

Cause ReadCause(const element& object) {
  Cause cause{TextAt(object, "type"), TextAt(object, "reason"), TextAt(object, "index")};
  if (cause.index.empty() &&
      TextAt(object, "resource.type").find("index") != std::string::npos) {
    cause.index = TextAt(object, "resource.id");
  }
  return cause;
}

void CollectCauses(const element& object, int depth, std::vector<Cause>& causes) {
  if (depth > kMaxDepth || causes.size() >= kMaxCauses) return;
  simdjson::dom::array entries;
  if (object["root_cause"].get(entries) == simdjson::SUCCESS) {
    for (element entry : entries) {
      causes.push_back(ReadCause(entry));
      CollectCauses(entry, depth + 1, causes);
    }
  }
  if (object["failed_shards"].get(entries) == simdjson::SUCCESS) {
    for (element entry : entries) {
      element reason;
      if (entry["reason"].get(reason) != simdjson::SUCCESS) continue;
      Cause cause = ReadCause(reason);
      if (cause.index.empty()) cause.index = TextAt(entry, "index");
      causes.push_back(std::move(cause));
      CollectCauses(reason, depth + 1, causes);
    }
  }
  element caused_by;
  if (object["caused_by"].get(caused_by) == simdjson::SUCCESS) {
    causes.push_back(ReadCause(caused_by));
    CollectCauses(caused_by, depth + 1, causes);
  }
}

EsBody ReadBody(std::string_view body) {
  EsBody result;
  simdjson::dom::parser parser;
  element root;
  element error;
  if (parser.parse(body.data(), body.size()).get(root) != simdjson::SUCCESS) {
    // A proxy in front of the cluster, or a security layer that answers in plain text.
    result.outer.reason = std::string(body);
    return result;
  }
  if (root["error"].get(error) != simdjson::SUCCESS) {
    result.outer.reason = std::string(body);
    return result;
  }
  std::string_view text;
  if (error.get(text) == simdjson::SUCCESS) {
    result.outer.reason = std::string(text);
    return result;
  }
  result.outer = ReadCause(error);
  CollectCauses(error, 0, result.inner);
  return result;
}

/// First line, cut to kMaxReasonBytes at a character's border, without control
/// characters.
std::string Shorten(std::string text) {
  if (text.size() > kMaxReasonBytes) {
    size_t end = kMaxReasonBytes;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
    text.resize(end);
  }
  for (char& letter : text) {
    if (static_cast<unsigned char>(letter) < 0x20 || letter == 0x7F) letter = ' ';
  }
  const size_t last = text.find_last_not_of(' ');
  text.resize(last == std::string::npos ? 0 : last + 1);
  return text;
}

struct Verdict {
  ErrorKind kind;
  bool retryable;
  const char* text;  ///< static words of the message
};

struct TypeVerdict {
  std::string_view type;
  Verdict verdict;
};

// The type wins over the HTTP status: the same type comes with different ones between
// releases and when it is wrapped in "all shards failed".
constexpr TypeVerdict kTypes[] = {
    {"search_context_missing_exception",
     {ErrorKind::kUnavailable, false,
      "the point-in-time or scroll expired; raise scan.keep_alive"}},
    {"search_context_missing_nodes_exception",
     {ErrorKind::kUnavailable, false,
      "the node that held the point-in-time or scroll left the cluster"}},
    {"circuit_breaking_exception",
     {ErrorKind::kUnavailable, true, "the cluster is short of memory"}},
    {"es_rejected_execution_exception",
     {ErrorKind::kUnavailable, true, "the cluster is busy"}},
    {"rejected_execution_exception",
     {ErrorKind::kUnavailable, true, "the cluster is busy"}},
    {"open_search_rejected_execution_exception",
     {ErrorKind::kUnavailable, true, "the cluster is busy"}},
    {"no_shard_available_action_exception",
     {ErrorKind::kUnavailable, true, "a shard has no copy to read"}},
    {"node_not_connected_exception",
     {ErrorKind::kUnavailable, true, "a node left the cluster"}},
    {"node_disconnected_exception",
     {ErrorKind::kUnavailable, true, "a node left the cluster"}},
    {"receive_timeout_transport_exception",
     {ErrorKind::kUnavailable, true, "a node did not answer in time"}},
    {"index_not_found_exception", {ErrorKind::kNotFound, false, "no such index"}},
    {"index_closed_exception",
     {ErrorKind::kUnavailable, false, "the index is closed; open it to read it"}},
};

Verdict OfStatus(int http_status) {
  switch (http_status) {
    case 401:
      return {ErrorKind::kUnauthenticated, false, "the cluster does not know the caller"};
    case 403:
      return {ErrorKind::kUnauthorized, false, "the cluster does not allow this"};
    case 404:
      return {ErrorKind::kNotFound, false, "the cluster knows no such thing"};
    case 408:
    case 429:
    case 502:
    case 503:
    case 504:
      return {ErrorKind::kUnavailable, true, "the cluster is not available"};
    default:
      break;
  }
  if (http_status < 400) {
    return {ErrorKind::kProtocol, false, "the answer is not that of a cluster"};
  }
  if (http_status < 500) {
    return {ErrorKind::kRequestRejected, false, "the cluster rejected the request"};
  }
  return {ErrorKind::kUnavailable, false, "the cluster failed"};
}

// What a cluster will not run for its cost; without the pushed condition it answers.
// Source   search.allow_expensive_queries (Elasticsearch 7.7, OpenSearch 1.0) says so in
//          a reason of type "exception"; a pattern whose automaton is too large has the
//          type below (seen on 6.8.9 and 8.19.21).
const Cause* TooExpensive(const EsBody& body) {
  const auto too_expensive = [](const Cause& cause) {
    return cause.type == "too_complex_to_determinize_exception" ||
           cause.reason.find("search.allow_expensive_queries") != std::string::npos;
  };
  if (too_expensive(body.outer)) return &body.outer;
  for (const Cause& cause : body.inner) {
    if (too_expensive(cause)) return &cause;
  }
  return nullptr;
}

const Cause* MostTelling(const EsBody& body) {
  const bool outer_is_a_summary =
      body.outer.reason.empty() || body.outer.type == "search_phase_execution_exception";
  return outer_is_a_summary && !body.inner.empty() ? &body.inner.front() : &body.outer;
}

}  // namespace

arrow::Status EsError(int http_status, std::string_view body,
                      std::optional<std::chrono::milliseconds> retry_after) {
  const EsBody es = ReadBody(body);
  Verdict verdict = OfStatus(http_status);
  const Cause* cause = MostTelling(es);
  for (const auto& [type, of_type] : kTypes) {
    if (const Cause* found = es.Find(type)) {
      verdict = of_type;
      cause = found;
      break;
    }
  }

  if (const Cause* found = TooExpensive(es); found != nullptr && http_status < 500) {
    verdict = {ErrorKind::kPushdownDisproved, false,
               "the cluster refuses a pushed condition for its cost"};
    cause = found;
  }

  ErrorDetail detail(verdict.kind);
  detail.retryable = verdict.retryable;
  if (verdict.retryable) detail.retry_after = retry_after;
  detail.http_status = http_status;
  detail.es_type = cause->type;
  detail.index = cause->index;
  std::string message = verdict.text;
  // The reason of an unknown index says the static words again, with its name or without.
  const bool names_index =
      cause->type == "index_not_found_exception" && !cause->index.empty();
  const std::string reason = Shorten(names_index ? cause->index : cause->reason);
  if (!reason.empty()) {
    message += fmt::format(": {}", reason);
  }
  // "failed to create query: ..." and the like say only at the bottom what is wrong.
  if (!names_index && !es.inner.empty()) {
    const std::string innermost = Shorten(es.inner.back().reason);
    if (reason.find(innermost) == std::string::npos) message += ": " + innermost;
  }
  message += cause->type.empty()
                 ? fmt::format(" (HTTP {})", http_status)
                 : fmt::format(" (HTTP {}, {})", http_status, cause->type);
  return core::MakeError(std::move(detail), std::move(message));
}

}  // namespace recurve::transport
