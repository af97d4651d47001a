// SPDX-License-Identifier: Apache-2.0
#include "decode/arrow_stream.h"

#include <utility>

#include "arrow/buffer.h"
#include "arrow/io/memory.h"
#include "arrow/ipc/message.h"
#include "arrow/ipc/reader.h"
#include "core/error_detail.h"
#include "fmt/format.h"

namespace recurve::decode {

namespace {

// Lets arrays refer to the bytes of a response and keep them.
class BodyBuffer final : public arrow::Buffer {
 public:
  explicit BodyBuffer(core::PaddedBytes body)
      : Buffer(reinterpret_cast<const uint8_t*>(body.data()),
               static_cast<int64_t>(body.size())),
        body_(std::move(body)) {}

 private:
  core::PaddedBytes body_;
};

// Tells an end-of-stream marker from the mere end of the bytes.
class MarkedMessages final : public arrow::ipc::MessageReader {
 public:
  MarkedMessages(std::shared_ptr<arrow::io::BufferReader> bytes, bool* saw_end)
      : bytes_(std::move(bytes)), saw_end_(saw_end) {}

  arrow::Result<std::unique_ptr<arrow::ipc::Message>> ReadNextMessage() override {
    constexpr int64_t kMarkerBytes = 8;
    ARROW_ASSIGN_OR_RAISE(const int64_t before, bytes_->Tell());
    ARROW_ASSIGN_OR_RAISE(auto message, arrow::ipc::ReadMessage(bytes_.get()));
    if (message) return message;
    ARROW_ASSIGN_OR_RAISE(const int64_t after, bytes_->Tell());
    ARROW_ASSIGN_OR_RAISE(const int64_t size, bytes_->GetSize());
    *saw_end_ = after - before == kMarkerBytes && after == size;
    return nullptr;
  }

 private:
  const std::shared_ptr<arrow::io::BufferReader> bytes_;
  bool* const saw_end_;
};

arrow::Status Broken(std::string_view why) {
  return core::MakeError(core::ErrorKind::kProtocol,
                         fmt::format("a broken Arrow stream: {}", why));
}

arrow::Result<ArrowStream> Read(std::shared_ptr<arrow::Buffer> bytes, bool* saw_end) {
  ARROW_ASSIGN_OR_RAISE(
      auto reader,
      arrow::ipc::RecordBatchStreamReader::Open(std::make_unique<MarkedMessages>(
          std::make_shared<arrow::io::BufferReader>(std::move(bytes)), saw_end)));
  ArrowStream stream;
  stream.schema = reader->schema();
  for (;;) {
    ARROW_ASSIGN_OR_RAISE(auto batch, reader->Next());
    if (!batch) return stream;
    ARROW_RETURN_NOT_OK(batch->ValidateFull());
    stream.num_rows += batch->num_rows();
    stream.batches.push_back(std::move(batch));
  }
}

}  // namespace

arrow::Result<ArrowStream> ReadArrowStream(core::PaddedBytes body) {
  bool saw_end = false;
  auto stream = Read(std::make_shared<BodyBuffer>(std::move(body)), &saw_end);
  if (!stream.ok()) return Broken(stream.status().message());
  if (!saw_end) return Broken("it does not end with an end-of-stream marker");
  return stream;
}

}  // namespace recurve::decode
