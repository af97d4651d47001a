// SPDX-License-Identifier: Apache-2.0
#include "scan/distinct_fold.h"

#include <utility>
#include <vector>

#include "arrow/array.h"
#include "arrow/builder.h"
#include "arrow/record_batch.h"
#include "arrow/type.h"

namespace recurve::scan {

namespace {

class DistinctFold final : public ScanStream {
 public:
  DistinctFold(std::shared_ptr<ScanStream> groups, const plan::AggregateRequest& request)
      : groups_(std::move(groups)),
        schema_(plan::OutputSchema(request)),
        num_keys_(static_cast<int>(request.keys.size())) {}

  std::shared_ptr<arrow::Schema> schema() const override { return schema_; }

  // A batch of groups gives a row for each key that ends in it; the last key goes on.
  arrow::Status ReadNext(std::shared_ptr<arrow::RecordBatch>* batch) override {
    *batch = nullptr;
    while (!*batch && !done_) {
      std::shared_ptr<arrow::RecordBatch> read;
      ARROW_RETURN_NOT_OK(groups_->ReadNext(&read));
      std::vector<std::unique_ptr<arrow::ArrayBuilder>> keys;
      for (int i = 0; i < num_keys_; ++i) {
        ARROW_ASSIGN_OR_RAISE(auto key, arrow::MakeBuilder(schema_->field(i)->type()));
        keys.push_back(std::move(key));
      }
      arrow::Int64Builder counts;
      if (read) {
        ARROW_RETURN_NOT_OK(Fold(read, keys, counts));
      } else {
        done_ = true;
        if (last_ || num_keys_ == 0) ARROW_RETURN_NOT_OK(End(keys, counts));
      }
      if (counts.length() == 0) continue;
      ARROW_ASSIGN_OR_RAISE(*batch, Rows(keys, counts));
    }
    return arrow::Status::OK();
  }

  arrow::Status Close() override { return groups_->Close(); }
  ScanStatistics statistics() const override { return groups_->statistics(); }

 private:
  using Builders = std::vector<std::unique_ptr<arrow::ArrayBuilder>>;

  arrow::Status Fold(const std::shared_ptr<arrow::RecordBatch>& groups, Builders& keys,
                     arrow::Int64Builder& counts) {
    const arrow::Array& values = *groups->column(num_keys_);
    for (int64_t row = 0; row < groups->num_rows(); ++row) {
      if (last_ && !SameKeys(*last_, last_row_, *groups, row)) {
        ARROW_RETURN_NOT_OK(End(keys, counts));
      }
      last_ = groups;
      last_row_ = row;
      if (values.IsValid(row)) ++count_;
    }
    return arrow::Status::OK();
  }

  bool SameKeys(const arrow::RecordBatch& left, int64_t left_row,
                const arrow::RecordBatch& right, int64_t right_row) const {
    for (int i = 0; i < num_keys_; ++i) {
      if (!left.column(i)->RangeEquals(left_row, left_row + 1, right_row,
                                       right.column(i))) {
        return false;
      }
    }
    return true;
  }

  arrow::Status End(Builders& keys, arrow::Int64Builder& counts) {
    for (int i = 0; i < num_keys_; ++i) {
      ARROW_ASSIGN_OR_RAISE(const auto key, last_->column(i)->GetScalar(last_row_));
      ARROW_RETURN_NOT_OK(keys[static_cast<size_t>(i)]->AppendScalar(*key));
    }
    return counts.Append(std::exchange(count_, 0));
  }

  arrow::Result<std::shared_ptr<arrow::RecordBatch>> Rows(Builders& keys,
                                                          arrow::Int64Builder& counts) {
    arrow::ArrayVector columns;
    for (const auto& key : keys) {
      ARROW_ASSIGN_OR_RAISE(auto column, key->Finish());
      columns.push_back(std::move(column));
    }
    ARROW_ASSIGN_OR_RAISE(auto count, counts.Finish());
    const int64_t num_rows = count->length();
    // The same count for each aggregate.
    while (static_cast<int>(columns.size()) < schema_->num_fields()) {
      columns.push_back(count);
    }
    return arrow::RecordBatch::Make(schema_, num_rows, std::move(columns));
  }

  const std::shared_ptr<ScanStream> groups_;
  const std::shared_ptr<arrow::Schema> schema_;
  const int num_keys_;
  std::shared_ptr<arrow::RecordBatch> last_;  ///< holds the last group read
  int64_t last_row_ = 0;
  int64_t count_ = 0;  ///< of the last group's keys
  bool done_ = false;
};

}  // namespace

plan::AggregateRequest DistinctGroups(const plan::AggregateRequest& request) {
  plan::AggregateRequest groups = request;
  const catalog::Field* field = plan::CountedDistinct(request);
  groups.keys.push_back({field->path, field, {}, field->type});
  groups.aggregates.clear();
  return groups;
}

std::shared_ptr<ScanStream> FoldDistinct(std::shared_ptr<ScanStream> groups,
                                         const plan::AggregateRequest& request) {
  return std::make_shared<DistinctFold>(std::move(groups), request);
}

}  // namespace recurve::scan
