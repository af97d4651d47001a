// SPDX-License-Identifier: Apache-2.0
#include "engine/fake_cluster_test.h"

#include <algorithm>
#include <chrono>
#include <optional>
#include <set>
#include <thread>
#include <utility>

#include "arrow/api.h"
#include "core/error_detail.h"

namespace recurve::engine {

using plan::Predicate;

catalog::Field MakeField(std::string path, catalog::FieldKind kind,
                         std::shared_ptr<arrow::DataType> type) {
  catalog::Field field;
  const size_t dot = path.rfind('.');
  field.name = dot == std::string::npos ? path : path.substr(dot + 1);
  field.path = std::move(path);
  field.kind = kind;
  field.es_type = "test";
  field.date_format = "strict_date_optional_time";
  field.type = std::move(type);
  return field;
}

catalog::Field MakeObject(std::string path, catalog::FieldKind kind,
                          std::vector<catalog::Field> children) {
  arrow::FieldVector members;
  for (const auto& child : children) {
    members.push_back(arrow::field(child.name, child.type));
  }
  auto type = arrow::struct_(members);
  if (kind == catalog::FieldKind::kNested) type = arrow::list(type);
  catalog::Field field = MakeField(std::move(path), kind, std::move(type));
  field.children = std::move(children);
  return field;
}

namespace {

template <typename Builder, typename Value>
std::shared_ptr<arrow::Array> Build(Builder builder,
                                    const std::vector<std::optional<Value>>& values) {
  for (const auto& value : values) {
    const auto status = value ? builder.Append(*value) : builder.AppendNull();
    if (!status.ok()) status.Warn();
  }
  return builder.Finish().ValueOrDie();
}

std::shared_ptr<arrow::Array> Follow(const arrow::RecordBatch& rows,
                                     const std::string& path) {
  std::shared_ptr<arrow::Array> array;
  size_t begin = 0;
  while (begin <= path.size()) {
    const size_t dot = std::min(path.find('.', begin), path.size());
    const std::string step = path.substr(begin, dot - begin);
    array =
        array
            ? static_cast<const arrow::StructArray&>(*array)
                  .GetFlattenedField(static_cast<const arrow::StructType&>(*array->type())
                                         .GetFieldIndex(step))
                  .ValueOrDie()
            : rows.GetColumnByName(step);
    begin = dot + 1;
  }
  return array;
}

/// A column's values; of an object those of the members that it has in the request.
std::shared_ptr<arrow::Array> ValuesOf(const plan::Column& column,
                                       const arrow::RecordBatch& rows) {
  auto values = Follow(rows, column.field ? column.field->path : column.name);
  if (column.field == nullptr || !catalog::IsStruct(*column.field)) return values;
  arrow::ArrayVector members;
  for (const catalog::Field& member : column.field->children) {
    members.push_back(Follow(rows, member.path));
  }
  return std::make_shared<arrow::StructArray>(column.type, rows.num_rows(), members,
                                              values->null_bitmap());
}

/// The literal as a scalar of the field's type.
std::shared_ptr<arrow::Scalar> ScalarOf(const plan::Literal& literal,
                                        const std::shared_ptr<arrow::DataType>& type) {
  return std::visit(
      [&](const auto& value) -> std::shared_ptr<arrow::Scalar> {
        using Value = std::decay_t<decltype(value)>;
        if constexpr (std::is_same_v<Value, std::string>) {
          return std::make_shared<arrow::StringScalar>(value);
        } else if constexpr (std::is_same_v<Value, plan::TimestampMicros>) {
          return std::make_shared<arrow::TimestampScalar>(value.value, type);
        } else if constexpr (std::is_same_v<Value, bool>) {
          return std::make_shared<arrow::BooleanScalar>(value);
        } else {
          return arrow::MakeScalar(type, value).ValueOrDie();
        }
      },
      literal);
}

template <typename T>
int Order(const T& left, const T& right) {
  return left < right ? -1 : (right < left ? 1 : 0);
}

int Compare(const arrow::Scalar& left, const arrow::Scalar& right) {
  switch (left.type->id()) {
    case arrow::Type::INT32:
      return Order(static_cast<const arrow::Int32Scalar&>(left).value,
                   static_cast<const arrow::Int32Scalar&>(right).value);
    case arrow::Type::INT64:
      return Order(static_cast<const arrow::Int64Scalar&>(left).value,
                   static_cast<const arrow::Int64Scalar&>(right).value);
    case arrow::Type::DOUBLE:
      return Order(static_cast<const arrow::DoubleScalar&>(left).value,
                   static_cast<const arrow::DoubleScalar&>(right).value);
    case arrow::Type::BOOL:
      return Order(static_cast<const arrow::BooleanScalar&>(left).value,
                   static_cast<const arrow::BooleanScalar&>(right).value);
    case arrow::Type::TIMESTAMP:
      return Order(static_cast<const arrow::TimestampScalar&>(left).value,
                   static_cast<const arrow::TimestampScalar&>(right).value);
    case arrow::Type::STRING:
      return Order(static_cast<const arrow::StringScalar&>(left).view(),
                   static_cast<const arrow::StringScalar&>(right).view());
    default:
      std::abort();
  }
}

/// Where a pattern can end that starts at one of `starts`.
std::set<size_t> Ends(const plan::TextPattern& pattern, const std::u32string& text,
                      const std::set<size_t>& starts) {
  std::set<size_t> ends;
  switch (pattern.kind) {
    case plan::TextPattern::Kind::kChars:
      for (const size_t start : starts) {
        if (start == text.size()) continue;
        for (const auto& range : pattern.chars) {
          if (range.first <= text[start] && text[start] <= range.last) {
            ends.insert(start + 1);
          }
        }
      }
      return ends;
    case plan::TextPattern::Kind::kSequence:
      ends = starts;
      for (const auto& part : pattern.parts) ends = Ends(part, text, ends);
      return ends;
    case plan::TextPattern::Kind::kChoice:
      for (const auto& part : pattern.parts) ends.merge(Ends(part, text, starts));
      return ends;
    case plan::TextPattern::Kind::kRepeat: {
      std::set<size_t> reached = starts;
      const int most = pattern.max.value_or(static_cast<int>(text.size()) + pattern.min);
      for (int i = 0; i <= most && !reached.empty(); ++i) {
        if (i >= pattern.min) ends.insert(reached.begin(), reached.end());
        reached = Ends(pattern.parts[0], text, reached);
      }
      return ends;
    }
  }
  std::abort();
}

bool Selects(const Predicate& predicate, const arrow::RecordBatch& rows, int64_t row) {
  const auto value = [&] {
    return Follow(rows, predicate.field->path)->GetScalar(row).ValueOrDie();
  };
  const auto compare = [&](const plan::Literal& literal) {
    const auto scalar = value();
    return Compare(*scalar, *ScalarOf(literal, scalar->type));
  };
  const auto selects = [&](const Predicate& child) { return Selects(child, rows, row); };
  switch (predicate.kind) {
    case Predicate::Kind::kAll:
      return true;
    case Predicate::Kind::kNone:
      return false;
    case Predicate::Kind::kExists:
      return value()->is_valid;
    case Predicate::Kind::kTerms:
      return value()->is_valid &&
             std::any_of(predicate.values.begin(), predicate.values.end(),
                         [&](const auto& literal) { return compare(literal) == 0; });
    case Predicate::Kind::kRange: {
      if (!value()->is_valid) return false;
      if (predicate.lower) {
        const int order = compare(predicate.lower->value);
        if (order < 0 || (order == 0 && !predicate.lower->inclusive)) return false;
      }
      if (predicate.upper) {
        const int order = compare(predicate.upper->value);
        if (order > 0 || (order == 0 && !predicate.upper->inclusive)) return false;
      }
      return true;
    }
    case Predicate::Kind::kMatches: {
      if (!value()->is_valid) return false;
      const auto text = plan::CodePoints(value()->ToString());
      return Ends(predicate.pattern, *text, {0}).contains(text->size());
    }
    case Predicate::Kind::kCircle:
    case Predicate::Kind::kBox:  // a circle or box around everything
      return value()->is_valid;
    case Predicate::Kind::kFullText:  // words are found as they stand, queries always
      return predicate.field == nullptr ||
             (value()->is_valid &&
              value()->ToString().find(predicate.full_text->text) != std::string::npos);
    case Predicate::Kind::kNested: {
      const auto list = std::static_pointer_cast<arrow::ListScalar>(value());
      if (!list->is_valid) return false;
      const auto children = arrow::RecordBatch::Make(
          arrow::schema({arrow::field(predicate.field->path, list->value->type())}),
          list->value->length(), {list->value});
      for (int64_t child = 0; child < children->num_rows(); ++child) {
        if (Selects(predicate.children[0], *children, child)) return true;
      }
      return false;
    }
    case Predicate::Kind::kAnd:
      return std::all_of(predicate.children.begin(), predicate.children.end(), selects);
    case Predicate::Kind::kOr:
      return std::any_of(predicate.children.begin(), predicate.children.end(), selects);
    case Predicate::Kind::kNot:
      return !selects(predicate.children[0]);
  }
  std::abort();
}

class FakeStream : public scan::ScanStream {
 public:
  FakeStream(std::shared_ptr<FakeCluster> cluster, plan::ScanRequest request,
             std::shared_ptr<arrow::RecordBatch> rows, core::CancelToken cancel)
      : cluster_(std::move(cluster)),
        request_(std::move(request)),
        rows_(std::move(rows)),
        cancel_(std::move(cancel)),
        schema_(plan::OutputSchema(request_)) {
    ++cluster_->num_open_streams;
  }
  ~FakeStream() override {
    if (const arrow::Status status = Close(); !status.ok()) status.Warn();
  }

  std::shared_ptr<arrow::Schema> schema() const override { return schema_; }
  scan::ScanStatistics statistics() const override { return {}; }

  arrow::Status ReadNext(std::shared_ptr<arrow::RecordBatch>* batch) override {
    batch->reset();
    if (cluster_->on_read) cluster_->on_read();
    while (cluster_->hang && !cancel_.stop_requested()) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    if (cancel_.stop_requested()) {
      return core::MakeError(core::ErrorKind::kCancelled, "stopped");
    }
    if (num_batches_++ == cluster_->fail_after_batches) {
      core::ErrorDetail detail(core::ErrorKind::kIncomplete);
      detail.index = request_.table->name;
      return core::MakeError(std::move(detail), "1 of 5 shards failed");
    }
    // All rows are the first ones too.
    const int64_t most =
        request_.limit && request_.order.empty() ? *request_.limit : rows_->num_rows();
    std::vector<int64_t> selected;
    while (next_ < rows_->num_rows() && num_rows_ < most &&
           static_cast<int64_t>(selected.size()) < cluster_->rows_per_batch) {
      if (Selects(request_.filter, *rows_, next_)) {
        selected.push_back(next_);
        ++num_rows_;
      }
      ++next_;
    }
    if (selected.empty()) return arrow::Status::OK();
    return Take(selected, batch);
  }

  arrow::Status Close() override {
    if (!std::exchange(closed_, true)) --cluster_->num_open_streams;
    return arrow::Status::OK();
  }

 private:
  arrow::Status Take(const std::vector<int64_t>& selected,
                     std::shared_ptr<arrow::RecordBatch>* batch) {
    arrow::ArrayVector columns;
    for (const plan::Column& column : request_.columns) {
      const auto source = ValuesOf(column, *rows_);
      arrow::ArrayVector pieces;
      for (const int64_t row : selected) pieces.push_back(source->Slice(row, 1));
      ARROW_ASSIGN_OR_RAISE(auto taken, arrow::Concatenate(pieces));
      columns.push_back(std::move(taken));
    }
    *batch = arrow::RecordBatch::Make(schema_, static_cast<int64_t>(selected.size()),
                                      std::move(columns));
    return arrow::Status::OK();
  }

  const std::shared_ptr<FakeCluster> cluster_;
  const plan::ScanRequest request_;
  const std::shared_ptr<arrow::RecordBatch> rows_;
  const core::CancelToken cancel_;
  const std::shared_ptr<arrow::Schema> schema_;
  int64_t next_ = 0;
  int64_t num_rows_ = 0;
  int num_batches_ = 0;
  bool closed_ = false;
};

double NumberOf(const arrow::Scalar& value) {
  switch (value.type->id()) {
    case arrow::Type::INT32:
      return static_cast<const arrow::Int32Scalar&>(value).value;
    case arrow::Type::INT64:
      return static_cast<double>(static_cast<const arrow::Int64Scalar&>(value).value);
    case arrow::Type::DOUBLE:
      return static_cast<const arrow::DoubleScalar&>(value).value;
    default:
      std::abort();
  }
}

std::shared_ptr<arrow::Scalar> KeyAt(const plan::GroupKey& key,
                                     const arrow::RecordBatch& rows, int64_t row) {
  auto value = Follow(rows, key.field->path)->GetScalar(row).ValueOrDie();
  if (!key.bucket || !value->is_valid) return value;
  if (key.bucket->unit != plan::DateBucket::Unit::kSeconds) std::abort();
  const int64_t width = key.bucket->seconds * 1000000;
  const int64_t micros = static_cast<const arrow::TimestampScalar&>(*value).value;
  return std::make_shared<arrow::TimestampScalar>(micros / width * width, key.type);
}

std::shared_ptr<arrow::Scalar> Evaluate(const plan::Aggregate& aggregate,
                                        const arrow::RecordBatch& rows,
                                        const std::vector<int64_t>& group) {
  std::shared_ptr<arrow::Scalar> extreme;
  double sum = 0;
  int64_t count = 0;
  std::set<std::string> distinct;
  for (const int64_t row : group) {
    if (!Selects(aggregate.filter, rows, row)) continue;
    if (aggregate.field == nullptr) {
      ++count;
      continue;
    }
    const auto value = Follow(rows, aggregate.field->path)->GetScalar(row).ValueOrDie();
    if (!value->is_valid) continue;
    ++count;
    distinct.insert(value->ToString());
    const bool adds = aggregate.function == plan::AggregateFunction::kSum ||
                      aggregate.function == plan::AggregateFunction::kAvg;
    if (adds) sum += NumberOf(*value);
    const bool least = aggregate.function == plan::AggregateFunction::kMin;
    if (!adds && (!extreme || (Compare(*value, *extreme) < 0) == least)) extreme = value;
  }
  switch (aggregate.function) {
    case plan::AggregateFunction::kCountRows:
    case plan::AggregateFunction::kCount:
      return arrow::MakeScalar(count);
    case plan::AggregateFunction::kCountDistinct:
      return arrow::MakeScalar(static_cast<int64_t>(distinct.size()));
    case plan::AggregateFunction::kSum:
    case plan::AggregateFunction::kAvg: {
      if (count == 0) break;
      if (aggregate.type->id() == arrow::Type::INT64) {
        return arrow::MakeScalar(static_cast<int64_t>(sum));
      }
      const bool average = aggregate.function == plan::AggregateFunction::kAvg;
      return arrow::MakeScalar(sum / (average ? static_cast<double>(count) : 1.0));
    }
    default:
      if (extreme) return extreme;
  }
  return arrow::MakeNullScalar(aggregate.type);
}

class OneBatch : public scan::ScanStream {
 public:
  explicit OneBatch(std::shared_ptr<arrow::RecordBatch> batch)
      : schema_(batch->schema()), batch_(std::move(batch)) {}
  std::shared_ptr<arrow::Schema> schema() const override { return schema_; }
  scan::ScanStatistics statistics() const override { return {}; }
  arrow::Status ReadNext(std::shared_ptr<arrow::RecordBatch>* batch) override {
    *batch = std::exchange(batch_, nullptr);
    return arrow::Status::OK();
  }

 private:
  const std::shared_ptr<arrow::Schema> schema_;
  std::shared_ptr<arrow::RecordBatch> batch_;
};

}  // namespace

std::shared_ptr<arrow::Array> Longs(const std::vector<std::optional<int64_t>>& values) {
  return Build(arrow::Int64Builder(), values);
}
std::shared_ptr<arrow::Array> Doubles(const std::vector<std::optional<double>>& values) {
  return Build(arrow::DoubleBuilder(), values);
}
std::shared_ptr<arrow::Array> Bools(const std::vector<std::optional<bool>>& values) {
  return Build(arrow::BooleanBuilder(), values);
}
std::shared_ptr<arrow::Array> Strings(
    const std::vector<std::optional<std::string>>& values) {
  return Build(arrow::StringBuilder(), values);
}
std::shared_ptr<arrow::Array> Times(const std::vector<std::optional<int64_t>>& values,
                                    arrow::TimeUnit::type unit) {
  return Build(arrow::TimestampBuilder(arrow::timestamp(unit, "UTC"),
                                       arrow::default_memory_pool()),
               values);
}

void FakeCluster::AddTable(const std::string& name, std::vector<catalog::Field> fields,
                           arrow::ArrayVector columns) {
  auto table = std::make_shared<catalog::Table>();
  table->name = name;
  arrow::FieldVector schema;
  for (const auto& field : fields) {
    schema.push_back(arrow::field(field.name, field.type));
  }
  table->fields = std::move(fields);
  table->schema = arrow::schema(schema);
  const int64_t num_rows = columns[0]->length();
  std::vector<std::optional<std::string>> ids;
  for (int64_t i = 0; i < num_rows; ++i) ids.emplace_back(std::to_string(i));
  columns.push_back(Strings(ids));
  columns.push_back(Strings(
      std::vector<std::optional<std::string>>(static_cast<size_t>(num_rows), name)));
  schema.push_back(arrow::field("_id", arrow::utf8()));
  schema.push_back(arrow::field("_index", arrow::utf8()));
  const std::vector<std::optional<float>> scores(static_cast<size_t>(num_rows), 1.5F);
  columns.push_back(Build(arrow::FloatBuilder(), scores));
  schema.push_back(arrow::field("_score", arrow::float32()));
  auto rows = arrow::RecordBatch::Make(arrow::schema(schema), num_rows, columns);
  const std::scoped_lock lock(mutex_);
  tables_[name] = {std::move(table), std::move(rows)};
}

void FakeCluster::AddNumbers(const std::string& name, int64_t num_rows) {
  std::vector<std::optional<int64_t>> numbers;
  for (int64_t i = 0; i < num_rows; ++i) numbers.emplace_back(i);
  AddTable(name, {MakeField("n", catalog::FieldKind::kLong, arrow::int64())},
           {Longs(numbers)});
}

std::vector<plan::ScanRequest> FakeCluster::requests() const {
  const std::scoped_lock lock(mutex_);
  return requests_;
}

const FakeCluster::Content& FakeCluster::ContentOf(const catalog::Table& table) const {
  const std::scoped_lock lock(mutex_);
  return tables_.at(table.name);
}

arrow::Result<catalog::Capabilities> FakeCluster::GetCapabilities(
    const core::CancelToken&) {
  return catalog::Capabilities{};
}

arrow::Result<std::vector<catalog::TableName>> FakeCluster::ListTables(
    const core::CancelToken&) {
  ++num_list_tables;
  const std::scoped_lock lock(mutex_);
  std::vector<catalog::TableName> names;
  for (const auto& [name, content] : tables_) names.push_back({name, "index"});
  return names;
}

arrow::Result<catalog::TablePtr> FakeCluster::GetTable(std::string_view name,
                                                       const core::CancelToken&) {
  ++num_get_table;
  if (unavailable) {
    core::ErrorDetail detail(core::ErrorKind::kUnavailable);
    detail.retryable = true;
    detail.http_status = 503;
    return core::MakeError(std::move(detail), "connection refused");
  }
  const std::scoped_lock lock(mutex_);
  const auto found = tables_.find(std::string(name));
  if (found != tables_.end()) return found->second.table;
  core::ErrorDetail detail(core::ErrorKind::kNotFound);
  detail.index = std::string(name);
  return core::MakeError(std::move(detail),
                         "no such index: " + std::string(name) + ", near: orders");
}

arrow::Result<std::shared_ptr<scan::ScanStream>> FakeCluster::Open(
    const plan::ScanRequest& request, core::CancelToken cancel) {
  const auto rows = ContentOf(*request.table).rows;
  {
    const std::scoped_lock lock(mutex_);
    requests_.push_back(request);
  }
  return std::make_shared<FakeStream>(shared_from_this(), request, rows,
                                      std::move(cancel));
}

arrow::Result<int64_t> FakeCluster::Count(const plan::ScanRequest& request,
                                          core::CancelToken) {
  ++num_counts;
  const auto rows = ContentOf(*request.table).rows;
  int64_t num_rows = 0;
  for (int64_t i = 0; i < rows->num_rows(); ++i) {
    if (Selects(request.filter, *rows, i)) ++num_rows;
  }
  return num_rows;
}

arrow::Result<std::shared_ptr<scan::ScanStream>> FakeCluster::OpenAggregate(
    const plan::AggregateRequest& request, core::CancelToken) {
  ++num_aggregates;
  const auto rows = ContentOf(*request.table).rows;
  std::map<std::vector<std::string>, std::vector<int64_t>> groups;
  if (request.keys.empty()) groups[{}];
  for (int64_t row = 0; row < rows->num_rows(); ++row) {
    if (!Selects(request.filter, *rows, row)) continue;
    std::vector<std::string> name;
    for (const plan::GroupKey& key : request.keys) {
      const auto value = KeyAt(key, *rows, row);
      name.push_back(value->is_valid ? "=" + value->ToString() : "");
    }
    groups[name].push_back(row);
  }
  const auto schema = plan::OutputSchema(request);
  std::vector<std::unique_ptr<arrow::ArrayBuilder>> builders;
  for (const auto& field : schema->fields()) {
    builders.push_back(arrow::MakeBuilder(field->type()).ValueOrDie());
  }
  for (const auto& [name, group] : groups) {
    size_t column = 0;
    for (const plan::GroupKey& key : request.keys) {
      ARROW_RETURN_NOT_OK(builders[column++]->AppendScalar(*KeyAt(key, *rows, group[0])));
    }
    for (const plan::Aggregate& aggregate : request.aggregates) {
      ARROW_RETURN_NOT_OK(
          builders[column++]->AppendScalar(*Evaluate(aggregate, *rows, group)));
    }
  }
  arrow::ArrayVector columns;
  for (const auto& builder : builders) {
    ARROW_ASSIGN_OR_RAISE(auto column, builder->Finish());
    columns.push_back(std::move(column));
  }
  return std::make_shared<OneBatch>(arrow::RecordBatch::Make(
      schema, static_cast<int64_t>(groups.size()), std::move(columns)));
}

arrow::Result<std::string> FakeCluster::DescribeAggregate(
    const plan::AggregateRequest& request, core::CancelToken) {
  return "POST /" + request.table->name + "/_search";
}

arrow::Result<std::string> FakeCluster::Describe(const plan::ScanRequest& request,
                                                 core::CancelToken) {
  return "POST /" + request.table->name + "/_search";
}

}  // namespace recurve::engine
