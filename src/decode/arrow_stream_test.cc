// SPDX-License-Identifier: Apache-2.0
#include "decode/arrow_stream.h"

#include <cstring>
#include <string>

#include "arrow/api.h"
#include "arrow/io/memory.h"
#include "arrow/ipc/writer.h"
#include "core/error_detail.h"
#include "gtest/gtest.h"

namespace recurve::decode {
namespace {

// The last number looks like an end-of-stream marker.
constexpr int64_t kLikeAMarker = 0xFFFFFFFF;

std::shared_ptr<arrow::RecordBatch> Numbers(std::vector<int64_t> numbers) {
  arrow::Int64Builder builder;
  EXPECT_TRUE(builder.AppendValues(numbers).ok());
  auto array = *builder.Finish();
  return arrow::RecordBatch::Make(arrow::schema({arrow::field("n", arrow::int64())}),
                                  array->length(), {array});
}

std::string Written(const arrow::RecordBatchVector& batches) {
  auto sink = *arrow::io::BufferOutputStream::Create();
  auto writer = *arrow::ipc::MakeStreamWriter(
      sink, arrow::schema({arrow::field("n", arrow::int64())}));
  for (const auto& batch : batches) EXPECT_TRUE(writer->WriteRecordBatch(*batch).ok());
  EXPECT_TRUE(writer->Close().ok());
  return (*sink->Finish())->ToString();
}

core::ErrorKind KindOf(const std::string& bytes) {
  return core::KindOf(ReadArrowStream(core::PaddedBytes(bytes)).status());
}

TEST(ArrowStream, GivesEveryBatch) {
  const auto stream = ReadArrowStream(
      core::PaddedBytes(Written({Numbers({1, 2}), Numbers({}), Numbers({3})})));
  ASSERT_TRUE(stream.ok()) << stream.status();
  EXPECT_EQ(stream->num_rows, 3);
  ASSERT_EQ(stream->batches.size(), 3u);
  EXPECT_TRUE(stream->batches[2]->Equals(*Numbers({3})));
}

TEST(ArrowStream, WithoutRowsHasASchema) {
  const auto stream = ReadArrowStream(core::PaddedBytes(Written({})));
  ASSERT_TRUE(stream.ok()) << stream.status();
  EXPECT_EQ(stream->num_rows, 0);
  EXPECT_EQ(stream->schema->num_fields(), 1);
}

TEST(ArrowStream, CutOffAnywhereIsAnError) {
  const std::string whole = Written({Numbers({1, 2}), Numbers({3, kLikeAMarker})});
  for (size_t size = 0; size < whole.size(); ++size) {
    EXPECT_EQ(KindOf(whole.substr(0, size)), core::ErrorKind::kProtocol) << size;
  }
}

TEST(ArrowStream, BytesBehindTheEndAreAnError) {
  EXPECT_EQ(KindOf(Written({Numbers({1})}) + "12345678"), core::ErrorKind::kProtocol);
}

TEST(ArrowStream, OffsetsOutsideOfTheTextAreAnError) {
  arrow::StringBuilder builder;
  ASSERT_TRUE(builder.AppendValues({"first", "second"}).ok());
  auto array = *builder.Finish();
  auto data = array->data()->Copy();
  auto offsets = *arrow::AllocateBuffer(3 * sizeof(int32_t));
  const int32_t wrong[] = {0, 900, 11};
  std::memcpy(offsets->mutable_data(), wrong, sizeof(wrong));
  data->buffers[1] = std::move(offsets);
  auto schema = arrow::schema({arrow::field("s", arrow::utf8())});
  auto sink = *arrow::io::BufferOutputStream::Create();
  auto writer = *arrow::ipc::MakeStreamWriter(sink, schema);
  ASSERT_TRUE(writer
                  ->WriteRecordBatch(
                      *arrow::RecordBatch::Make(schema, 2, {arrow::MakeArray(data)}))
                  .ok());
  ASSERT_TRUE(writer->Close().ok());
  EXPECT_EQ(KindOf((*sink->Finish())->ToString()), core::ErrorKind::kProtocol);
}

TEST(ArrowStream, JsonIsAnError) {
  EXPECT_EQ(KindOf(R"({"error":{"type":"verification_exception"},"status":400})"),
            core::ErrorKind::kProtocol);
}

}  // namespace
}  // namespace recurve::decode
