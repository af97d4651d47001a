// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <memory>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

#include "arrow/api.h"
#include "gtest/gtest.h"
#include "scan/scripted_cluster_test.h"

namespace recurve::scan {

/// Which mechanism the scripted cluster is able to.
enum class Kind { kSlices, kSearchAfter, kScroll };

inline catalog::Capabilities CapabilitiesFor(Kind kind) {
  catalog::Capabilities capabilities;
  capabilities.major = 8;
  capabilities.es_point_in_time = kind != Kind::kScroll;
  capabilities.doc_id_slices = kind == Kind::kSlices;
  capabilities.esql_arrow = kind == Kind::kSlices;
  capabilities.esql_partial_results = kind == Kind::kSlices;
  return capabilities;
}

struct Outcome {
  arrow::Status status;
  std::vector<int64_t> numbers;
  ScanStatistics statistics;
};

struct Scan {
  Kind kind = Kind::kSlices;
  std::vector<int> documents = {25, 10};
  std::optional<int64_t> limit = {};
  bool with_proof = false;
  int64_t num_values = 0;
  int num_readers = 4;
  plan::Road road = plan::Road::kSource;
};

/// A scripted cluster, its table and a scanner over it.
class Cluster {
 public:
  explicit Cluster(const Scan& scan) : scan_(scan) {
    scripted = std::make_shared<ScriptedCluster>(scan.documents);
    scripted->num_values_ = scan.num_values;
    transport = scripted;
    auto table = std::make_shared<catalog::Table>();
    table->name = "t";
    catalog::Field field;
    field.name = field.path = "n";
    field.kind = catalog::FieldKind::kLong;
    field.type = arrow::int64();
    field.es_type = "long";
    table->fields.push_back(field);
    for (size_t i = 0; i < scan.documents.size(); ++i) {
      table->shards.push_back({"t", static_cast<int>(i), ""});
    }
    table->schema = arrow::schema({arrow::field("n", arrow::int64())});
    table_planned = table;
    table_now = table;
  }

  plan::ScanRequest Request() const {
    plan::ScanRequest request;
    request.table = table_planned;
    request.columns = {{"n", &table_planned->fields[0], {}, arrow::int64()}};
    request.limit = scan_.limit;
    request.road = scan_.road;
    if (scan_.with_proof) request.proofs = {&table_planned->fields[0]};
    return request;
  }

  std::shared_ptr<ScanStream> Open(core::CancelToken cancel = {}) {
    MakeScanner();
    return *scanner_->Open(Request(), std::move(cancel));
  }

  arrow::Result<int64_t> Count() {
    MakeScanner();
    return scanner_->Count(Request(), {});
  }

  Outcome Read() {
    auto stream = Open();
    Outcome outcome;
    std::shared_ptr<arrow::RecordBatch> batch;
    while ((outcome.status = stream->ReadNext(&batch)).ok() && batch) {
      const auto& column = static_cast<const arrow::Int64Array&>(*batch->column(0));
      for (int64_t i = 0; i < column.length(); ++i) {
        outcome.numbers.push_back(column.Value(i));
      }
    }
    outcome.statistics = stream->statistics();
    stream.reset();
    std::sort(outcome.numbers.begin(), outcome.numbers.end());
    return outcome;
  }

  std::shared_ptr<ScriptedCluster> scripted;
  std::shared_ptr<transport::HttpTransport> transport;
  catalog::TablePtr table_planned;
  catalog::TablePtr table_now;  ///< what the catalog says while the scan begins

 private:
  void MakeScanner() {
    ScanOptions options;
    options.max_page_rows = 10;
    options.max_batch_rows = 20;  // so that a full queue stops the readers
    options.max_retries = 2;
    options.max_concurrent_requests = scan_.num_readers;
    options.first_backoff = std::chrono::milliseconds(1);
    scanner_ = Scanner::Make(
        transport, std::make_shared<FixedCatalog>(CapabilitiesFor(scan_.kind), table_now),
        options);
  }

  const Scan scan_;
  std::shared_ptr<Scanner> scanner_;
};

inline std::vector<int64_t> AllNumbers() {
  std::vector<int64_t> numbers(25);
  std::iota(numbers.begin(), numbers.end(), 0);
  for (int64_t i = 0; i < 10; ++i) numbers.push_back(1000 + i);
  return numbers;
}

inline arrow::Status Retryable(
    int http_status, std::optional<std::chrono::milliseconds> retry_after = {}) {
  core::ErrorDetail detail(core::ErrorKind::kUnavailable);
  detail.retryable = true;
  detail.http_status = http_status;
  detail.retry_after = retry_after;
  return core::MakeError(std::move(detail), "busy");
}

inline FaultTransport::Fault Replace(std::string from, std::string to) {
  return [from, to](arrow::Result<transport::HttpResponse> response)
             -> arrow::Result<transport::HttpResponse> {
    std::string text(response->body.view());
    const size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos) << text;
    text.replace(at, from.size(), to);
    response->body = core::PaddedBytes(text);
    return response;
  };
}

inline FaultTransport::Fault Answer(arrow::Status status) {
  return [status](auto) -> arrow::Result<transport::HttpResponse> { return status; };
}

inline bool IsPage(const transport::HttpRequest& request) {
  return request.body.find("\"slice\"") != std::string::npos ||
         request.target == "/_search/scroll" ||
         request.body.find("search_after") != std::string::npos;
}

// The page with document 0, whichever reader comes first.
inline bool IsFirstSlice(const transport::HttpRequest& request) {
  return request.body.find("\"pit0\"") != std::string::npos &&
         request.body.find("\"slice\":{\"id\":0,") != std::string::npos;
}

inline bool IsOpen(const transport::HttpRequest& request) {
  return request.target.find("/_pit?") != std::string::npos;
}

}  // namespace recurve::scan
