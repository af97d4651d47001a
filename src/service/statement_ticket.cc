// SPDX-License-Identifier: Apache-2.0
#include "service/statement_ticket.h"

#include <cstring>
#include <utility>
#include <vector>

#include "arrow/buffer.h"
#include "arrow/io/memory.h"
#include "arrow/ipc/reader.h"
#include "arrow/ipc/writer.h"
#include "arrow/type.h"
#include "core/error_detail.h"
#include "core/fnv.h"
#include "fmt/format.h"

namespace recurve::service {

namespace {

constexpr std::string_view kMagic = "RCV2";
constexpr uint64_t kPushdown = 1;
constexpr uint64_t kStraightRoad = 2;
constexpr int kRoadShift = 2;  // and two bits for the road
constexpr uint64_t kRoadMask = 3;

// Little-endian on every machine we run on; a ticket from another one fails the magic.
void AppendNumber(std::string& out, uint64_t number) {
  char bytes[sizeof(number)];
  std::memcpy(bytes, &number, sizeof(number));
  out.append(bytes, sizeof(bytes));
}

void AppendText(std::string& out, std::string_view text) {
  AppendNumber(out, text.size());
  out += text;
}

bool TakeNumber(std::string_view& bytes, uint64_t& number) {
  if (bytes.size() < sizeof(number)) return false;
  std::memcpy(&number, bytes.data(), sizeof(number));
  bytes.remove_prefix(sizeof(number));
  return true;
}

bool TakeText(std::string_view& bytes, std::string& text) {
  uint64_t num_bytes = 0;
  if (!TakeNumber(bytes, num_bytes) || bytes.size() < num_bytes) return false;
  text = bytes.substr(0, num_bytes);
  bytes.remove_prefix(num_bytes);
  return true;
}

void AppendTables(std::string& out, const std::vector<engine::DescribedTable>& tables) {
  size_t num_marks = 0;
  for (const auto& table : tables) num_marks += table.columns.size();
  const bool fits = num_marks <= StatementTicket::kMaxMarks;
  AppendNumber(out, fits ? tables.size() : 0);
  if (!fits) return;
  for (const auto& table : tables) {
    AppendText(out, table.cluster);
    AppendText(out, table.name);
    AppendText(out, {reinterpret_cast<const char*>(table.columns.data()),
                     table.columns.size() * sizeof(uint32_t)});
  }
}

bool TakeTables(std::string_view& bytes, std::vector<engine::DescribedTable>& tables) {
  uint64_t num_tables = 0;
  if (!TakeNumber(bytes, num_tables)) return false;
  for (uint64_t i = 0; i < num_tables; ++i) {
    engine::DescribedTable& table = tables.emplace_back();
    std::string marks;
    if (!TakeText(bytes, table.cluster) || !TakeText(bytes, table.name) ||
        !TakeText(bytes, marks) || marks.size() % sizeof(uint32_t) != 0) {
      return false;
    }
    table.columns.resize(marks.size() / sizeof(uint32_t));
    if (!marks.empty()) std::memcpy(table.columns.data(), marks.data(), marks.size());
  }
  return true;
}

arrow::Result<std::string> WriteBatch(const arrow::RecordBatch& batch) {
  ARROW_ASSIGN_OR_RAISE(const auto out, arrow::io::BufferOutputStream::Create());
  ARROW_ASSIGN_OR_RAISE(const auto writer,
                        arrow::ipc::MakeStreamWriter(out, batch.schema()));
  ARROW_RETURN_NOT_OK(writer->WriteRecordBatch(batch));
  ARROW_RETURN_NOT_OK(writer->Close());
  ARROW_ASSIGN_OR_RAISE(const auto buffer, out->Finish());
  return buffer->ToString();
}

arrow::Result<std::shared_ptr<arrow::RecordBatch>> ReadBatch(std::string bytes) {
  const auto buffer = arrow::Buffer::FromString(std::move(bytes));
  ARROW_ASSIGN_OR_RAISE(const auto reader,
                        arrow::ipc::RecordBatchStreamReader::Open(
                            std::make_shared<arrow::io::BufferReader>(buffer)));
  std::shared_ptr<arrow::RecordBatch> batch;
  ARROW_RETURN_NOT_OK(reader->ReadNext(&batch));
  if (batch) ARROW_RETURN_NOT_OK(batch->ValidateFull());
  return batch;
}

arrow::Status NotOurs() {
  return core::MakeError(core::ErrorKind::kInvalidSql, "not a ticket of this server");
}

}  // namespace

arrow::Result<std::string> StatementTicket::Write() const {
  std::string bytes(kMagic);
  AppendNumber(bytes, (session.pushdown ? kPushdown : 0) |
                          (session.straight_road ? kStraightRoad : 0) |
                          static_cast<uint64_t>(session.road) << kRoadShift);
  AppendNumber(bytes, schema_hash);
  AppendText(bytes, sql);
  AppendText(bytes, session.catalog);
  AppendText(bytes, session.schema);
  std::string batch;
  if (parameters) {
    ARROW_ASSIGN_OR_RAISE(batch, WriteBatch(*parameters));
    if (static_cast<int64_t>(batch.size()) > kMaxParameterBytes) {
      return core::MakeError(core::ErrorKind::kUnsupported,
                             fmt::format("the bound parameters are larger than {} bytes",
                                         kMaxParameterBytes));
    }
  }
  AppendText(bytes, batch);
  AppendTables(bytes, session.tables);
  return bytes;
}

arrow::Result<StatementTicket> StatementTicket::Parse(std::string_view bytes) {
  if (!bytes.starts_with(kMagic)) return NotOurs();
  bytes.remove_prefix(kMagic.size());
  StatementTicket ticket;
  uint64_t flags = 0;
  std::string batch;
  const bool complete =
      TakeNumber(bytes, flags) && TakeNumber(bytes, ticket.schema_hash) &&
      TakeText(bytes, ticket.sql) && TakeText(bytes, ticket.session.catalog) &&
      TakeText(bytes, ticket.session.schema) && TakeText(bytes, batch) &&
      TakeTables(bytes, ticket.session.tables) && bytes.empty();
  if (!complete) return NotOurs();
  ticket.session.pushdown = (flags & kPushdown) != 0;
  ticket.session.straight_road = (flags & kStraightRoad) != 0;
  const uint64_t road = flags >> kRoadShift & kRoadMask;
  if (road > static_cast<uint64_t>(plan::Road::kEsql)) return NotOurs();
  ticket.session.road = static_cast<plan::Road>(road);
  if (!batch.empty()) {
    auto parameters = ReadBatch(std::move(batch));
    if (!parameters.ok()) return NotOurs();
    ticket.parameters = std::move(*parameters);
  }
  return ticket;
}

uint64_t HashOf(const arrow::Schema& schema) {
  return core::Fnv1a(schema.ToString(/*show_metadata=*/false));
}

}  // namespace recurve::service
