// SPDX-License-Identifier: Apache-2.0
#include "scan/distinct_fold.h"

#include <deque>

#include "arrow/api.h"
#include "gtest/gtest.h"

namespace recurve::scan {
namespace {

using Pair = std::pair<std::optional<int64_t>, std::optional<int64_t>>;

/// Groups by a key and a value, some rows a batch.
class Groups : public ScanStream {
 public:
  Groups(const std::vector<Pair>& rows, size_t rows_per_batch) {
    for (size_t first = 0; first < rows.size(); first += rows_per_batch) {
      arrow::Int64Builder keys;
      arrow::Int64Builder values;
      for (size_t i = first; i < std::min(first + rows_per_batch, rows.size()); ++i) {
        EXPECT_TRUE(keys.AppendOrNull(rows[i].first).ok());
        EXPECT_TRUE(values.AppendOrNull(rows[i].second).ok());
      }
      const int64_t num_rows = keys.length();
      batches_.push_back(arrow::RecordBatch::Make(schema_, num_rows,
                                                  {*keys.Finish(), *values.Finish()}));
    }
  }
  std::shared_ptr<arrow::Schema> schema() const override { return schema_; }
  ScanStatistics statistics() const override { return {}; }
  arrow::Status ReadNext(std::shared_ptr<arrow::RecordBatch>* batch) override {
    batch->reset();
    if (batches_.empty()) return arrow::Status::OK();
    *batch = batches_.front();
    batches_.pop_front();
    return arrow::Status::OK();
  }

 private:
  const std::shared_ptr<arrow::Schema> schema_ = arrow::schema(
      {arrow::field("k", arrow::int64()), arrow::field("v", arrow::int64())});
  std::deque<std::shared_ptr<arrow::RecordBatch>> batches_;
};

std::vector<Pair> Fold(const std::vector<Pair>& rows, size_t rows_per_batch) {
  catalog::Field field;
  plan::AggregateRequest request;
  request.keys = {{"k", &field, {}, arrow::int64()}};
  plan::Aggregate count;
  count.function = plan::AggregateFunction::kCountDistinct;
  count.field = &field;
  count.type = arrow::int64();
  request.aggregates = {count};
  const auto fold = FoldDistinct(std::make_shared<Groups>(rows, rows_per_batch), request);
  std::vector<Pair> result;
  std::shared_ptr<arrow::RecordBatch> batch;
  while (fold->ReadNext(&batch).ok() && batch) {
    const auto& keys = static_cast<const arrow::Int64Array&>(*batch->column(0));
    const auto& counts = static_cast<const arrow::Int64Array&>(*batch->column(1));
    for (int64_t i = 0; i < batch->num_rows(); ++i) {
      result.emplace_back(keys.IsNull(i) ? std::nullopt : std::optional(keys.Value(i)),
                          counts.Value(i));
    }
  }
  return result;
}

TEST(DistinctFold, CountsValuesOfEachKeyAcrossBatches) {
  const std::vector<Pair> rows = {{std::nullopt, std::nullopt},
                                  {std::nullopt, 1},
                                  {1, 1},
                                  {1, 2},
                                  {1, 3},
                                  {2, std::nullopt}};
  const std::vector<Pair> counts = {{std::nullopt, 1}, {1, 3}, {2, 0}};
  for (const size_t rows_per_batch : {1u, 2u, 3u, 10u}) {
    EXPECT_EQ(Fold(rows, rows_per_batch), counts) << rows_per_batch;
  }
}

TEST(DistinctFold, NoGroupsGiveNoRows) { EXPECT_TRUE(Fold({}, 1).empty()); }

}  // namespace
}  // namespace recurve::scan
