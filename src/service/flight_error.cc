// SPDX-License-Identifier: Apache-2.0
#include "service/flight_error.h"

#include <algorithm>
#include <memory>
#include <string>
#include <utility>

#include "arrow/flight/types.h"
#include "core/error_detail.h"
#include "fmt/format.h"

namespace recurve::service {

namespace {

using arrow::flight::FlightStatusCode;
using core::ErrorKind;

arrow::Status WithCode(FlightStatusCode code, std::string message) {
  // No extra info: it would travel as grpc-status-details-bin, which Go clients parse as
  // a google.rpc.Status and refuse when it is not one.
  return arrow::flight::MakeFlightError(code, std::move(message));
}

// docs/errors.md, column "code the client sees".
arrow::Status WithKind(ErrorKind kind, std::string message) {
  switch (kind) {
    case ErrorKind::kInvalidSql:
      return arrow::Status::Invalid(std::move(message));
    case ErrorKind::kNotFound:
      return arrow::Status::KeyError(std::move(message));
    case ErrorKind::kUnsupported:
      return arrow::Status::NotImplemented(std::move(message));
    case ErrorKind::kCancelled:
      return arrow::Status::Cancelled(std::move(message));
    case ErrorKind::kUnauthenticated:
      return WithCode(FlightStatusCode::Unauthenticated, std::move(message));
    case ErrorKind::kUnauthorized:
      return WithCode(FlightStatusCode::Unauthorized, std::move(message));
    case ErrorKind::kUnavailable:
    case ErrorKind::kIncomplete:
    case ErrorKind::kMemory:
      return WithCode(FlightStatusCode::Unavailable, std::move(message));
    case ErrorKind::kDeadline:
      return WithCode(FlightStatusCode::TimedOut, std::move(message));
    case ErrorKind::kRequestRejected:
    case ErrorKind::kProtocol:
    case ErrorKind::kBadValue:
    case ErrorKind::kPushdownDisproved:
    case ErrorKind::kInternal:
      break;
  }
  return WithCode(FlightStatusCode::Internal, std::move(message));
}

bool QuotesTheClient(ErrorKind kind) {
  return kind == ErrorKind::kInvalidSql || kind == ErrorKind::kNotFound ||
         kind == ErrorKind::kUnsupported || kind == ErrorKind::kBadValue;
}

}  // namespace

std::string_view CutUtf8(std::string_view text, size_t max_bytes) {
  if (text.size() <= max_bytes) return text;
  size_t end = max_bytes;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) --end;
  return text.substr(0, end);
}

arrow::Status ToFlightStatus(const arrow::Status& status, std::string_view request_id) {
  if (status.ok()) return status;
  const ErrorKind kind = core::KindOf(status);
  const std::string end =
      fmt::format(" [{}, request {}]", core::ToString(kind), request_id);
  const size_t room = kMaxErrorBytes - std::min(end.size(), kMaxErrorBytes);
  const std::string& text = status.message();
  constexpr std::string_view kDots = "...";
  std::string message(text.size() <= room ? std::string_view(text)
                                          : CutUtf8(text, room - kDots.size()));
  if (text.size() > room) message += kDots;
  message += end;
  return WithKind(kind, std::move(message));
}

arrow::Status LogAndConvert(const arrow::Status& status, std::string_view request_id,
                            core::Log& log) {
  if (status.ok()) return status;
  const ErrorKind kind = core::KindOf(status);
  const core::LogField request = {"request", std::string(request_id)};
  const core::LogField kind_field = {"kind", std::string(core::ToString(kind))};
  if (QuotesTheClient(kind) || kind == ErrorKind::kCancelled) {
    log.Info("call failed", {request, kind_field});
    log.Write(core::LogLevel::kDebug, "call failed",
              {request, {"error", status.message()}});
  } else {
    log.Warning("call failed", {request, kind_field, {"error", status.message()}});
  }
  return ToFlightStatus(status, request_id);
}

}  // namespace recurve::service
