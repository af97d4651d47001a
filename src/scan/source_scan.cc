// SPDX-License-Identifier: Apache-2.0
#include "scan/source_scan.h"

#include <algorithm>
#include <atomic>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <utility>

#include "arrow/type.h"
#include "core/error_detail.h"
#include "fmt/format.h"
#include "scan/batch_queue.h"
#include "scan/esql_reader.h"
#include "scan/page_check.h"
#include "scan/shard_view.h"

namespace recurve::scan {

namespace {

// One part of one shard to read; its cursor is made when it is first read.
struct Task {
  size_t view = 0;
  int64_t slice = 0;
  std::unique_ptr<PageCursor> cursor;
};

class SourceScan final : public ScanStream {
 public:
  SourceScan(const ScanParts& parts, const plan::ScanRequest& request,
             core::CancelToken cancel)
      : parts_(parts),
        request_(request),
        schema_(plan::OutputSchema(request)),
        exchanger_(parts.transport, parts.budget, parts.options),
        client_cancel_(std::move(cancel)),
        queue_(static_cast<size_t>(parts.options.max_concurrent_requests) + 2),
        remaining_(request.limit.value_or(0)),
        on_client_cancel_(client_cancel_, [this] { stop_.request_stop(); }) {}

  ~SourceScan() override { CloseNow(); }

  void Start() {
    conductor_ = std::jthread([this] { Conduct(); });
  }

  std::shared_ptr<arrow::Schema> schema() const override { return schema_; }

  arrow::Status ReadNext(std::shared_ptr<arrow::RecordBatch>* batch) override {
    ARROW_ASSIGN_OR_RAISE(*batch, queue_.Pop(client_cancel_));
    return arrow::Status::OK();
  }

  arrow::Status Close() override {
    CloseNow();
    return arrow::Status::OK();
  }

  ScanStatistics statistics() const override {
    ScanStatistics statistics;
    {
      const std::lock_guard lock(road_mutex_);
      statistics.road = road_;
      statistics.mechanism = road_detail_;
    }
    statistics.num_requests = exchanger_.num_requests();
    statistics.num_retries = exchanger_.num_retries();
    statistics.response_bytes = exchanger_.response_bytes();
    statistics.rows = delivered_.load();
    return statistics;
  }

 private:
  void CloseNow() {
    stop_.request_stop();
    queue_.Close(
        core::MakeError(core::ErrorKind::kCancelled, "the statement was cancelled"));
    if (conductor_.joinable()) conductor_.join();
  }

  // The scan's own thread: everything from the first request to the release of the views.
  void Conduct() {
    arrow::Status status = ScanError(request_.filter, Read());
    queue_.Close(std::move(status));
    stop_.request_stop();
    for (const auto& view : views_) view->Close();
  }

  arrow::Status Read() {
    ARROW_ASSIGN_OR_RAISE(capabilities_,
                          parts_.catalog->GetCapabilities(stop_.get_token()));
    mechanism_ = MechanismOf(capabilities_);
    esql_ = std::make_unique<EsqlReader>(parts_, context_);
    ARROW_RETURN_NOT_OK(OpenSnapshot());
    int64_t expected = 0;
    for (const auto& view : views_) expected += view->expected_rows();
    const int64_t wanted = std::min(expected, request_.limit.value_or(expected));
    NoteRoad("source", ToString(mechanism_));
    if (NeedsDocuments(request_)) {
      ARROW_ASSIGN_OR_RAISE(const bool is_all, ReadByEsql());
      if (!is_all) {
        PlanTasks();
        ARROW_RETURN_NOT_OK(InParallel(tasks_.size(), [this] { return ReadTasks(); }));
      }
    } else {
      ARROW_RETURN_NOT_OK(PushEmptyColumns(wanted));
    }
    if (delivered_ != wanted) {
      return core::MakeError(
          core::ErrorKind::kIncomplete,
          fmt::format("{} rows were read where the snapshot of {} has {}",
                      delivered_.load(), request_.table->name, wanted));
    }
    return arrow::Status::OK();
  }

  // True: nothing is left to be read from the views.
  arrow::Result<bool> ReadByEsql() {
    if (!esql_->taken()) {
      if (request_.road != plan::Road::kSource && capabilities_.esql_arrow) {
        NoteRoad("source", fmt::format("{} (not esql: {})", ToString(mechanism_),
                                       esql_->why_not()));
      }
      return false;
    }
    // Both roads refuse the same columns.
    ARROW_RETURN_NOT_OK(decode::HitsDecoder::Make(DecoderColumns(request_)).status());
    NoteRoad("esql", "ES|QL");
    const auto push =
        [this](std::shared_ptr<arrow::RecordBatch> batch) -> arrow::Result<bool> {
      if (!enough_) ARROW_RETURN_NOT_OK(Push(std::move(batch)));
      return !enough_;
    };
    ARROW_RETURN_NOT_OK(
        InParallel(static_cast<size_t>(parts_.options.max_concurrent_requests),
                   [&] { return esql_->Read(push, reading_.get_token()); }));
    context_.ranges = esql_->remaining();
    const bool is_all = context_.ranges.empty() || enough_;
    NoteRoad(is_all ? "esql" : "esql, source", esql_->Describe(mechanism_));
    // Slices without a range are cheaper.
    if (esql_->nothing_read()) context_.ranges.clear();
    return is_all;
  }

  void NoteRoad(std::string road, std::string_view detail) {
    const std::lock_guard lock(road_mutex_);
    road_ = std::move(road);
    road_detail_ = detail;
  }

  // Views are a snapshot of the table only if its shards are still the same when all are
  // open: an index that was made again meanwhile may have more of them, a pattern more
  // indices.
  arrow::Status OpenSnapshot() {
    constexpr int kMaxAttempts = 4;
    const std::string& name = request_.table->name;
    shards_ = request_.table->shards;
    bool remembers_proofs = !request_.proofs.empty() && capabilities_.esql_arrow &&
                            parts_.proofs->IsLarge(name);
    for (int attempt = 0; attempt < kMaxAttempts; ++attempt) {
      arrow::Result<SegmentFingerprint> before = arrow::Status::Invalid("not asked for");
      if (esql_->taken() || remembers_proofs) {
        before = TakeSegmentFingerprint(shards_, exchanger_, reading_.get_token());
        ARROW_RETURN_NOT_OK(CheckNotCancelled());
      }
      esql_->Begin(shards_, before, reading_.get_token());
      context_.seq_no_facts.reset();
      if (esql_->taken()) context_.seq_no_facts = esql_->facts();
      const bool known =
          remembers_proofs && before.ok() &&
          parts_.proofs->Unproven(name, Proof::kPushable, request_.proofs, *before)
              .empty();
      context_.proofs = request_.proofs;
      if (known) context_.proofs.clear();
      for (const catalog::Shard& shard : shards_) {
        views_.push_back(std::make_unique<ShardView>(context_, shard));
      }
      next_view_ = 0;
      ARROW_RETURN_NOT_OK(InParallel(views_.size(), [this] { return OpenViews(); }));
      ARROW_ASSIGN_OR_RAISE(
          const auto now,
          parts_.catalog->GetTable(request_.table->name, reading_.get_token()));
      if (now->shards == shards_) {
        arrow::Result<SegmentFingerprint> after = before;
        if (before.ok()) {
          after = TakeSegmentFingerprint(shards_, exchanger_, reading_.get_token());
          ARROW_RETURN_NOT_OK(CheckNotCancelled());
        }
        const bool same = before.ok() && after.ok() && *before == *after;
        if (!known || same) {
          if (!known) NoteProofs(same ? &*before : nullptr);
          esql_->Confirm(views_, now, after);
          return arrow::Status::OK();
        }
        // What was proved is not what the views see: once more, with proofs.
        remembers_proofs = false;
      }
      if (!now->mapped_schema()->Equals(*request_.table->mapped_schema())) break;
      for (const auto& view : views_) view->Close();
      views_.clear();
      shards_ = now->shards;
    }
    core::ErrorDetail detail(core::ErrorKind::kUnavailable);
    detail.retryable = true;
    return core::MakeError(
        std::move(detail),
        fmt::format("indices came or went while the scan began, run it again: {}",
                    request_.table->name));
  }

  arrow::Status CheckNotCancelled() const {
    if (!reading_.stop_requested()) return arrow::Status::OK();
    return core::MakeError(core::ErrorKind::kCancelled, "the statement was cancelled");
  }

  // `fingerprint`: of what the proofs were made on, null where it is not certain.
  void NoteProofs(const SegmentFingerprint* fingerprint) {
    if (request_.proofs.empty()) return;
    int64_t num_documents = 0;
    for (const auto& view : views_) num_documents += view->proved_documents();
    parts_.proofs->NoteSize(request_.table->name, num_documents);
    if (fingerprint == nullptr) return;
    parts_.proofs->Remember(request_.table->name, Proof::kPushable, request_.proofs,
                            std::make_shared<SegmentFingerprint>(*fingerprint));
  }

  // Runs `work` on as many threads as there are requests allowed and parts to do; the
  // first error stops all and is the result.
  template <typename Work>
  arrow::Status InParallel(size_t num_parts, Work work) {
    const size_t num_threads =
        std::min(num_parts, static_cast<size_t>(parts_.options.max_concurrent_requests));
    std::mutex mutex;
    arrow::Status first_error;
    const auto run = [&] {
      const arrow::Status status = work();
      if (status.ok()) return;
      const std::lock_guard lock(mutex);
      if (first_error.ok()) first_error = status;
      reading_.request_stop();
    };
    {
      const std::stop_callback stop_reading(stop_.get_token(),
                                            [this] { reading_.request_stop(); });
      std::vector<std::jthread> threads;
      for (size_t i = 1; i < num_threads; ++i) threads.emplace_back(run);
      if (num_threads > 0) run();
    }
    return first_error;
  }

  arrow::Status OpenViews() {
    for (size_t i; (i = next_view_++) < views_.size();) {
      ARROW_RETURN_NOT_OK(views_[i]->Open(reading_.get_token()));
    }
    return arrow::Status::OK();
  }

  // Slices of all shards in turn.
  void PlanTasks() {
    int64_t most_slices = 0;
    for (const auto& view : views_)
      most_slices = std::max(most_slices, view->num_slices());
    for (int64_t slice = 0; slice < most_slices; ++slice) {
      for (size_t i = 0; i < views_.size(); ++i) {
        if (slice < views_[i]->num_slices() && views_[i]->expected_rows() > 0) {
          tasks_.push_back({i, slice, nullptr});
        }
      }
    }
  }

  // A page of each part in turn: a view that is not read for its keep-alive expires.
  arrow::Status ReadTasks() {
    ARROW_ASSIGN_OR_RAISE(auto decoder, decode::HitsDecoder::Make(
                                            DecoderColumns(request_), LabelOf(request_)));
    for (Task task; !enough_ && TakeTask(task);) {
      if (!task.cursor) task.cursor = views_[task.view]->MakeCursor(task.slice);
      ARROW_ASSIGN_OR_RAISE(const bool more,
                            task.cursor->Next(*decoder, reading_.get_token()));
      if (!more) continue;
      if (IsFull(*decoder)) ARROW_RETURN_NOT_OK(PushRows(*decoder));
      PutBack(std::move(task));
    }
    return PushRows(*decoder);
  }

  // False: all that is left is in the hands of other readers.
  bool TakeTask(Task& task) {
    const std::lock_guard lock(tasks_mutex_);
    if (tasks_.empty()) return false;
    task = std::move(tasks_.front());
    tasks_.pop_front();
    return true;
  }

  void PutBack(Task task) {
    const std::lock_guard lock(tasks_mutex_);
    tasks_.push_back(std::move(task));
  }

  // The first rows go out at once: a client waits for them.
  bool IsFull(const decode::HitsDecoder& decoder) const {
    return delivered_ == 0 || request_.limit ||
           decoder.num_bytes() >= parts_.options.target_batch_bytes ||
           decoder.num_rows() + parts_.options.max_page_rows >
               parts_.options.max_batch_rows;
  }

  arrow::Status PushRows(decode::HitsDecoder& decoder) {
    if (decoder.num_rows() == 0) return arrow::Status::OK();
    ARROW_ASSIGN_OR_RAISE(auto batch, decoder.Flush());
    return Push(std::move(batch));
  }

  arrow::Status PushEmptyColumns(int64_t num_rows) {
    while (delivered_ < num_rows) {
      const int64_t rows =
          std::min(num_rows - delivered_.load(), parts_.options.max_batch_rows);
      ARROW_RETURN_NOT_OK(
          Push(arrow::RecordBatch::Make(schema_, rows, arrow::ArrayVector{})));
    }
    return arrow::Status::OK();
  }

  arrow::Status Push(std::shared_ptr<arrow::RecordBatch> batch) {
    if (request_.limit) {
      // The readers share what the limit leaves.
      const int64_t before = remaining_.fetch_sub(batch->num_rows());
      if (before <= batch->num_rows()) enough_ = true;
      if (before <= 0) return arrow::Status::OK();
      batch = batch->Slice(0, std::min(before, batch->num_rows()));
    }
    const auto keep_alive =
        std::chrono::duration_cast<std::chrono::milliseconds>(parts_.options.keep_alive);
    const auto patience = keep_alive / 4;
    for (;;) {
      switch (queue_.Push(batch, patience, reading_.get_token())) {
        case BatchQueue::PushOutcome::kPushed:
          delivered_ += batch->num_rows();
          return arrow::Status::OK();
        case BatchQueue::PushOutcome::kStopped:
          return core::MakeError(core::ErrorKind::kCancelled,
                                 "the statement was cancelled");
        case BatchQueue::PushOutcome::kTimedOut:
          // A slow client: nobody reads, and the views must not expire meanwhile.
          for (const auto& view : views_) {
            ARROW_RETURN_NOT_OK(view->RenewIfIdle(patience, reading_.get_token()));
          }
      }
    }
  }

  const ScanParts parts_;
  const plan::ScanRequest request_;
  const std::shared_ptr<arrow::Schema> schema_;
  Exchanger exchanger_;
  catalog::Capabilities capabilities_;
  std::atomic<Mechanism> mechanism_ = Mechanism::kScroll;
  ViewContext context_{request_, parts_.options, capabilities_, exchanger_};
  const core::CancelToken client_cancel_;
  core::CancelSource stop_;     ///< ends the scan: client, Close, or its own end
  core::CancelSource reading_;  ///< ends the readers: stop_, or an error of one of them
  BatchQueue queue_;

  mutable std::mutex road_mutex_;
  std::string road_ = "source";  ///< guarded by road_mutex_, as the next
  std::string road_detail_;

  std::vector<catalog::Shard> shards_;
  std::unique_ptr<EsqlReader> esql_;
  std::vector<std::unique_ptr<ShardView>> views_;
  std::atomic<size_t> next_view_ = 0;
  std::mutex tasks_mutex_;
  std::deque<Task> tasks_;
  std::atomic<int64_t> delivered_ = 0;
  std::atomic<int64_t> remaining_;
  std::atomic<bool> enough_ = false;

  // Last, so that they end before what they use.
  std::stop_callback<std::function<void()>> on_client_cancel_;
  std::jthread conductor_;
};

}  // namespace

decode::TableLabel LabelOf(const plan::ScanRequest& request) {
  return {request.table->cluster, request.table->name};
}

std::vector<decode::OutputColumn> DecoderColumns(const plan::ScanRequest& request) {
  std::vector<decode::OutputColumn> columns;
  for (const plan::Column& column : request.columns) {
    columns.push_back({column.name, column.field, column.virtual_column, column.type});
  }
  return columns;
}

std::shared_ptr<ScanStream> StartSourceScan(const ScanParts& parts,
                                            const plan::ScanRequest& request,
                                            core::CancelToken cancel) {
  auto scan = std::make_shared<SourceScan>(parts, request, std::move(cancel));
  scan->Start();
  return scan;
}

}  // namespace recurve::scan
