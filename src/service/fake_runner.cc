// SPDX-License-Identifier: Apache-2.0
#include "service/fake_runner.h"

#include <algorithm>
#include <charconv>
#include <condition_variable>
#include <mutex>
#include <stdexcept>

#include "arrow/builder.h"
#include "arrow/type.h"
#include "core/error_detail.h"

namespace recurve::service {

namespace {

constexpr int64_t kBatchRows = 10000;

std::shared_ptr<arrow::Schema> OneColumn(const char* name,
                                         std::shared_ptr<arrow::DataType> type) {
  return arrow::schema({arrow::field(name, std::move(type))});
}

int64_t NumberIn(std::string_view sql) {
  const size_t space = std::min(sql.find(' '), sql.size() - 1);
  int64_t number = 0;
  std::from_chars(sql.data() + space + 1, sql.data() + sql.size(), number);
  return number;
}

std::vector<engine::DescribedTable> TablesOf(std::string_view sql) {
  if (!sql.starts_with("numbers")) return {};
  return {{"es", "numbers", {7, 0xffffffff}}};
}

engine::Description DescriptionOf(std::string_view sql) {
  using enum engine::StatementKind;
  if (sql.starts_with("USE "))
    return {kSession, OneColumn("ok", arrow::boolean()), nullptr};
  if (sql.starts_with("wide")) return {kQuery, OneColumn("text", arrow::utf8()), nullptr};
  if (sql == "echo ?") {
    return {kQuery, OneColumn("value", arrow::int64()), OneColumn("1", arrow::int64())};
  }
  return {kQuery, OneColumn("n", arrow::int64()), nullptr, TablesOf(sql)};
}

arrow::Status Check(std::string_view sql) {
  if (sql == "throw") throw std::runtime_error("thrown by a room below");
  if (sql.starts_with("fail ")) {
    return core::MakeError(core::ErrorKind::kInvalidSql, std::string(sql.substr(5)));
  }
  return arrow::Status::OK();
}

class FakeRows : public arrow::RecordBatchReader {
 public:
  FakeRows(std::string sql, std::shared_ptr<arrow::RecordBatch> parameters,
           core::CancelToken cancel, std::atomic<int>& num_running)
      : sql_(std::move(sql)),
        parameters_(std::move(parameters)),
        cancel_(std::move(cancel)),
        num_running_(num_running),
        schema_(parameters_ ? OneColumn("value", parameters_->column(0)->type())
                            : DescriptionOf(sql_).schema) {
    ++num_running_;
  }
  ~FakeRows() override { --num_running_; }

  std::shared_ptr<arrow::Schema> schema() const override { return schema_; }

  arrow::Status ReadNext(std::shared_ptr<arrow::RecordBatch>* batch) override {
    *batch = nullptr;
    if (sql_ == "wait") return Wait();
    if (sql_.starts_with("numbers ")) return NextNumbers(batch);
    if (done_) return arrow::Status::OK();
    done_ = true;
    if (sql_.starts_with("wide ")) return Wide(batch);
    if (parameters_) {
      *batch = arrow::RecordBatch::Make(schema_, 1, parameters_->columns());
      return arrow::Status::OK();
    }
    arrow::BooleanBuilder ok;
    ARROW_RETURN_NOT_OK(ok.Append(true));
    ARROW_ASSIGN_OR_RAISE(auto column, ok.Finish());
    *batch = arrow::RecordBatch::Make(schema_, 1, {column});
    return arrow::Status::OK();
  }

 private:
  arrow::Status Wait() const {
    std::mutex mutex;
    std::condition_variable_any changed;
    std::unique_lock lock(mutex);
    changed.wait(lock, cancel_, [] { return false; });
    return core::MakeError(core::ErrorKind::kCancelled, "stopped");
  }

  arrow::Status NextNumbers(std::shared_ptr<arrow::RecordBatch>* batch) {
    const int64_t end = std::min(NumberIn(sql_), next_ + kBatchRows);
    if (next_ == end) return arrow::Status::OK();
    arrow::Int64Builder numbers;
    for (; next_ < end; ++next_) ARROW_RETURN_NOT_OK(numbers.Append(next_));
    ARROW_ASSIGN_OR_RAISE(auto column, numbers.Finish());
    *batch = arrow::RecordBatch::Make(schema_, column->length(), {column});
    return arrow::Status::OK();
  }

  arrow::Status Wide(std::shared_ptr<arrow::RecordBatch>* batch) const {
    const std::string text(static_cast<size_t>(NumberIn(sql_)), 'x');
    arrow::StringBuilder texts;
    for (int i = 0; i < 100; ++i) ARROW_RETURN_NOT_OK(texts.Append(text));
    ARROW_ASSIGN_OR_RAISE(auto column, texts.Finish());
    *batch = arrow::RecordBatch::Make(schema_, 100, {column});
    return arrow::Status::OK();
  }

  const std::string sql_;
  const std::shared_ptr<arrow::RecordBatch> parameters_;
  const core::CancelToken cancel_;
  std::atomic<int>& num_running_;
  const std::shared_ptr<arrow::Schema> schema_;
  int64_t next_ = 0;
  bool done_ = false;
};

}  // namespace

arrow::Result<engine::Description> FakeRunner::Describe(std::string_view sql,
                                                        const engine::Session&,
                                                        const core::CancelToken&) {
  ++num_described;
  ARROW_RETURN_NOT_OK(Check(sql));
  return DescriptionOf(sql);
}

arrow::Result<std::shared_ptr<arrow::RecordBatchReader>> FakeRunner::Run(
    std::string_view sql, std::shared_ptr<arrow::RecordBatch> parameters,
    engine::Session& session, core::CancelToken cancel) {
  ++num_runs;
  knew_tables = session.tables == TablesOf(sql);
  ARROW_RETURN_NOT_OK(Check(sql));
  if (sql.starts_with("USE ")) session.catalog = sql.substr(4);
  return std::make_shared<FakeRows>(std::string(sql), std::move(parameters),
                                    std::move(cancel), num_running_);
}

arrow::Result<std::vector<catalog::TableName>> FakeMetadata::Tables(
    std::string_view catalog, const core::CancelToken&) {
  std::vector<catalog::TableName> tables;
  if (catalog != "es") return tables;
  tables = {{"all_logs", "alias"},
            {"logsX1", "index"},
            {"logs_1", "index"},
            {"logs_old", "data stream"}};
  return tables;
}

arrow::Result<std::shared_ptr<arrow::Schema>> FakeMetadata::TableSchema(
    std::string_view, std::string_view table, const core::CancelToken&) {
  ++num_schemas_read;
  if (table == "logs_old") return core::MakeError(core::ErrorKind::kNotFound, "deleted");
  return arrow::schema(
      {arrow::field("at", arrow::timestamp(arrow::TimeUnit::MILLI, "UTC")),
       arrow::field("host", arrow::utf8())});
}

}  // namespace recurve::service
