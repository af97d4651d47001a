// SPDX-License-Identifier: Apache-2.0
#include "core/error_detail.h"

#include <utility>

#include "fmt/format.h"

namespace recurve::core {

namespace {

struct KindWords {
  ErrorKind kind;
  std::string_view name;
  arrow::StatusCode code;
};

// docs/errors.md, column "Arrow code".
constexpr KindWords kKinds[] = {
    {ErrorKind::kInvalidSql, "invalid_sql", arrow::StatusCode::Invalid},
    {ErrorKind::kNotFound, "not_found", arrow::StatusCode::KeyError},
    {ErrorKind::kUnsupported, "unsupported", arrow::StatusCode::NotImplemented},
    {ErrorKind::kUnauthenticated, "unauthenticated", arrow::StatusCode::IOError},
    {ErrorKind::kUnauthorized, "unauthorized", arrow::StatusCode::IOError},
    {ErrorKind::kUnavailable, "unavailable", arrow::StatusCode::IOError},
    {ErrorKind::kDeadline, "deadline", arrow::StatusCode::IOError},
    {ErrorKind::kIncomplete, "incomplete", arrow::StatusCode::IOError},
    {ErrorKind::kRequestRejected, "request_rejected", arrow::StatusCode::UnknownError},
    {ErrorKind::kProtocol, "protocol", arrow::StatusCode::SerializationError},
    {ErrorKind::kBadValue, "bad_value", arrow::StatusCode::TypeError},
    {ErrorKind::kPushdownDisproved, "pushdown_disproved",
     arrow::StatusCode::UnknownError},
    {ErrorKind::kMemory, "memory", arrow::StatusCode::CapacityError},
    {ErrorKind::kCancelled, "cancelled", arrow::StatusCode::Cancelled},
    {ErrorKind::kInternal, "internal", arrow::StatusCode::UnknownError},
};

const KindWords& WordsOf(ErrorKind kind) {
  for (const KindWords& words : kKinds) {
    if (words.kind == kind) return words;
  }
  return kKinds[std::size(kKinds) - 1];
}

}  // namespace

std::string_view ToString(ErrorKind kind) { return WordsOf(kind).name; }

std::string ErrorDetail::ToString() const {
  std::string text(core::ToString(kind));
  if (http_status != 0) text += fmt::format(", HTTP {}", http_status);
  if (!es_type.empty()) text += fmt::format(", {}", es_type);
  if (!index.empty()) text += fmt::format(", index {}", index);
  return text;
}

arrow::Status MakeError(ErrorDetail detail, std::string message) {
  const arrow::StatusCode code = WordsOf(detail.kind).code;
  return {code, std::move(message), std::make_shared<ErrorDetail>(std::move(detail))};
}

arrow::Status MakeError(ErrorKind kind, std::string message) {
  return MakeError(ErrorDetail(kind), std::move(message));
}

const ErrorDetail* FindDetail(const arrow::Status& status) {
  const auto& detail = status.detail();
  if (!detail || std::string_view(detail->type_id()) != ErrorDetail::kTypeId) {
    return nullptr;
  }
  return static_cast<const ErrorDetail*>(detail.get());
}

ErrorKind KindOf(const arrow::Status& status) {
  if (const ErrorDetail* detail = FindDetail(status)) return detail->kind;
  switch (status.code()) {
    case arrow::StatusCode::Invalid:
      return ErrorKind::kInvalidSql;
    case arrow::StatusCode::KeyError:
      return ErrorKind::kNotFound;
    case arrow::StatusCode::NotImplemented:
      return ErrorKind::kUnsupported;
    case arrow::StatusCode::Cancelled:
      return ErrorKind::kCancelled;
    case arrow::StatusCode::OutOfMemory:
    case arrow::StatusCode::CapacityError:
      return ErrorKind::kMemory;
    default:
      return ErrorKind::kInternal;
  }
}

arrow::Status Within(std::string_view context, const arrow::Status& status) {
  if (status.ok()) return status;
  return {status.code(), fmt::format("{}: {}", context, status.message()),
          status.detail()};
}

}  // namespace recurve::core
