// SPDX-License-Identifier: Apache-2.0
#include "service/flight_error.h"

#include <fstream>
#include <string>
#include <vector>

#include "arrow/flight/types.h"
#include "core/error_detail.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace recurve::service {
namespace {

using core::ErrorKind;
using testing::EndsWith;

constexpr int kNumKinds = static_cast<int>(ErrorKind::kInternal) + 1;

// The gRPC code that Flight's transport makes of a Status (transport.cc and grpc's
// util_internal.cc of Arrow 24).
std::string GrpcCodeOf(const arrow::Status& status) {
  using arrow::flight::FlightStatusCode;
  if (const auto detail = arrow::flight::FlightStatusDetail::UnwrapStatus(status)) {
    switch (detail->code()) {
      case FlightStatusCode::Internal:
        return "INTERNAL";
      case FlightStatusCode::TimedOut:
        return "DEADLINE_EXCEEDED";
      case FlightStatusCode::Cancelled:
        return "CANCELLED";
      case FlightStatusCode::Unauthenticated:
        return "UNAUTHENTICATED";
      case FlightStatusCode::Unauthorized:
        return "PERMISSION_DENIED";
      case FlightStatusCode::Unavailable:
        return "UNAVAILABLE";
      case FlightStatusCode::Failed:
        return "FAILED";
    }
  }
  if (status.IsInvalid()) return "INVALID_ARGUMENT";
  if (status.IsKeyError()) return "NOT_FOUND";
  if (status.IsNotImplemented()) return "UNIMPLEMENTED";
  if (status.IsCancelled()) return "CANCELLED";
  return "UNKNOWN";
}

// The cells of the table's rows in docs/errors.md.
std::vector<std::vector<std::string>> ReadTable() {
  std::ifstream file(RECURVE_SOURCE_DIR "/docs/errors.md");
  std::vector<std::vector<std::string>> rows;
  for (std::string line; std::getline(file, line);) {
    if (!line.starts_with("| `")) continue;
    std::vector<std::string> cells;
    for (size_t start = 2; start < line.size();) {
      const size_t end = line.find(" |", start);
      if (end == std::string::npos) break;
      cells.push_back(line.substr(start, end - start));
      start = end + 3;
    }
    rows.push_back(std::move(cells));
  }
  return rows;
}

TEST(FlightError, EveryKindIsAsTheTableSays) {
  const auto rows = ReadTable();
  ASSERT_EQ(rows.size(), static_cast<size_t>(kNumKinds));
  for (int i = 0; i < kNumKinds; ++i) {
    const auto kind = static_cast<ErrorKind>(i);
    const auto& row = rows[static_cast<size_t>(i)];
    const arrow::Status error = core::MakeError(kind, "text");
    EXPECT_EQ(row[0], "`" + std::string(core::ToString(kind)) + "`");
    EXPECT_EQ(row[1], error.CodeAsString());
    EXPECT_EQ(row[2], GrpcCodeOf(ToFlightStatus(error, "r1"))) << row[0];
  }
}

TEST(FlightError, EndsWithKindAndRequest) {
  const arrow::Status error = core::MakeError(ErrorKind::kNotFound, "no index x");
  EXPECT_EQ(ToFlightStatus(error, "r1").message(), "no index x [not_found, request r1]");
}

TEST(FlightError, CutsLongTextBetweenCharacters) {
  std::string text = "a";
  while (text.size() < 5000) text += "\xE2\x82\xAC";
  const auto message =
      ToFlightStatus(core::MakeError(ErrorKind::kInternal, text), "r1").message();
  EXPECT_LE(message.size(), kMaxErrorBytes);
  EXPECT_GT(message.size(), kMaxErrorBytes - 8);
  EXPECT_THAT(message, EndsWith("\xE2\x82\xAC... [internal, request r1]"));
}

TEST(FlightError, LeavesSuccessAlone) { EXPECT_TRUE(ToFlightStatus({}, "r1").ok()); }

}  // namespace
}  // namespace recurve::service
