// SPDX-License-Identifier: Apache-2.0
#include "decode/esql_columns.h"

#include <limits>
#include <utility>

#include "arrow/array.h"
#include "arrow/array/concatenate.h"
#include "arrow/buffer.h"
#include "arrow/builder.h"
#include "arrow/type.h"
#include "arrow/util/bitmap_ops.h"
#include "core/error_detail.h"
#include "core/ip_address.h"
#include "fmt/format.h"

namespace recurve::decode {

namespace {

constexpr int64_t kMicrosPerMilli = 1000;

arrow::Status NotPromised(const arrow::Field& field, std::string_view why) {
  return core::MakeError(core::ErrorKind::kProtocol,
                         fmt::format("ES|QL column {}: {}", field.name(), why));
}

/// The type in which ES|QL hands out a column.
std::shared_ptr<arrow::DataType> TypeInAnswer(const EsqlColumn& column) {
  if (column.is_ip) return arrow::binary();
  switch (column.field->type()->id()) {
    case arrow::Type::INT8:
    case arrow::Type::INT16:
      return arrow::int32();
    case arrow::Type::FLOAT:
      return arrow::float64();
    case arrow::Type::TIMESTAMP:
      return arrow::timestamp(arrow::TimeUnit::MILLI);
    case arrow::Type::INT32:
      return arrow::int32();
    case arrow::Type::INT64:
      return arrow::int64();
    case arrow::Type::DOUBLE:
      return arrow::float64();
    case arrow::Type::BOOL:
      return arrow::boolean();
    case arrow::Type::STRING:
      return arrow::utf8();
    default:
      return nullptr;
  }
}

arrow::Status CheckTypes(const arrow::Schema& schema,
                         const std::vector<EsqlColumn>& columns) {
  for (const EsqlColumn& column : columns) {
    const arrow::Field& field = *column.field;
    if (column.source >= schema.num_fields()) return NotPromised(field, "is missing");
    const arrow::DataType& type = *schema.field(column.source)->type();
    const auto wanted = TypeInAnswer(column);
    if (type.id() == arrow::Type::LIST) {
      return core::MakeError(
          core::ErrorKind::kBadValue,
          fmt::format("a document has several values in {}", field.name()));
    }
    if (wanted == nullptr || !type.Equals(*wanted)) {
      return NotPromised(field, fmt::format("came as {}", type.ToString()));
    }
  }
  return arrow::Status::OK();
}

// The same array with each value changed by `change`, which says whether it could.
template <typename From, typename To, typename Change>
arrow::Result<std::shared_ptr<arrow::Array>> Map(const arrow::Array& from,
                                                 const std::shared_ptr<arrow::Field>& to,
                                                 Change change) {
  const int64_t length = from.length();
  ARROW_ASSIGN_OR_RAISE(auto buffer,
                        arrow::AllocateBuffer(length * static_cast<int64_t>(sizeof(To))));
  const From* const values = from.data()->GetValues<From>(1);
  auto* const changed = reinterpret_cast<To*>(buffer->mutable_data());
  bool fits = true;
  for (int64_t i = 0; i < length; ++i) {
    const bool is_fine = change(values[i], &changed[i]);
    // What stands under a null is nobody's value.
    if (!is_fine) fits = fits && from.IsNull(i);
  }
  if (!fits) return NotPromised(*to, "a value does not fit its type");
  std::shared_ptr<arrow::Buffer> validity;
  if (from.null_count() > 0) {
    ARROW_ASSIGN_OR_RAISE(validity, arrow::internal::CopyBitmap(
                                        arrow::default_memory_pool(),
                                        from.null_bitmap_data(), from.offset(), length));
  }
  return arrow::MakeArray(arrow::ArrayData::Make(
      to->type(), length, {std::move(validity), std::move(buffer)}, from.null_count()));
}

template <typename To>
bool Narrow(int32_t value, To* narrow) {
  *narrow = static_cast<To>(value);
  return *narrow == value;
}

arrow::Result<std::shared_ptr<arrow::Array>> Convert(
    const std::shared_ptr<arrow::Array>& array, const EsqlColumn& column) {
  const std::shared_ptr<arrow::Field>& to = column.field;
  if (column.is_ip) return AddressTexts(*array);
  switch (to->type()->id()) {
    case arrow::Type::INT8:
      return Map<int32_t, int8_t>(*array, to, Narrow<int8_t>);
    case arrow::Type::INT16:
      return Map<int32_t, int16_t>(*array, to, Narrow<int16_t>);
    case arrow::Type::FLOAT:
      return Map<double, float>(*array, to, [](double value, float* narrow) {
        *narrow = static_cast<float>(value);
        return static_cast<double>(*narrow) == value;
      });
    case arrow::Type::TIMESTAMP:
      return Map<int64_t, int64_t>(*array, to, [](int64_t millis, int64_t* micros) {
        return !__builtin_mul_overflow(millis, kMicrosPerMilli, micros);
      });
    default:
      return array;
  }
}

}  // namespace

arrow::Result<std::shared_ptr<arrow::Array>> AddressTexts(const arrow::Array& array) {
  if (array.type_id() != arrow::Type::BINARY) {
    return core::MakeError(core::ErrorKind::kProtocol,
                           "ES|QL gave addresses as " + array.type()->ToString());
  }
  const auto& addresses = static_cast<const arrow::BinaryArray&>(array);
  arrow::StringBuilder texts;
  ARROW_RETURN_NOT_OK(texts.Reserve(addresses.length()));
  for (int64_t i = 0; i < addresses.length(); ++i) {
    if (addresses.IsNull(i)) {
      texts.UnsafeAppendNull();
      continue;
    }
    const auto address = core::IpOfBytes(addresses.GetView(i));
    if (!address) {
      return core::MakeError(core::ErrorKind::kProtocol,
                             "ES|QL gave an address of another length than 4 or 16");
    }
    ARROW_RETURN_NOT_OK(texts.Append(core::ToString(*address)));
  }
  return texts.Finish();
}

EsqlBatches::EsqlBatches(ArrowStream stream, std::vector<EsqlColumn> columns)
    : stream_(std::move(stream)), columns_(std::move(columns)) {
  arrow::FieldVector fields;
  for (const EsqlColumn& column : columns_) fields.push_back(column.field);
  schema_ = arrow::schema(std::move(fields));
}

arrow::Result<EsqlBatches> EsqlBatches::Make(ArrowStream stream,
                                             const std::vector<EsqlColumn>& columns) {
  ARROW_RETURN_NOT_OK(CheckTypes(*stream.schema, columns));
  return EsqlBatches(std::move(stream), columns);
}

arrow::Result<std::shared_ptr<arrow::RecordBatch>> EsqlBatches::Next(int64_t min_rows) {
  int64_t num_rows = 0;
  const size_t first = next_;
  while (next_ < stream_.batches.size() && num_rows < min_rows) {
    num_rows += stream_.batches[next_++]->num_rows();
  }
  if (num_rows == 0) return nullptr;
  arrow::ArrayVector arrays;
  arrays.reserve(columns_.size());
  for (const EsqlColumn& column : columns_) {
    arrow::ArrayVector parts;
    for (size_t i = first; i < next_; ++i) {
      parts.push_back(stream_.batches[i]->column(column.source));
    }
    ARROW_ASSIGN_OR_RAISE(auto whole, arrow::Concatenate(parts));
    ARROW_ASSIGN_OR_RAISE(whole, Convert(whole, column));
    arrays.push_back(std::move(whole));
  }
  return arrow::RecordBatch::Make(schema_, num_rows, std::move(arrays));
}

}  // namespace recurve::decode
