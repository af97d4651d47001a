// SPDX-License-Identifier: Apache-2.0
#include "engine/database_fixture_test.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "arrow/api.h"

namespace recurve::engine {

namespace {

using catalog::FieldKind;

void AddOrders(FakeCluster& cluster) {
  const auto utc = arrow::timestamp(arrow::TimeUnit::MICRO, "UTC");
  catalog::Field text = MakeField("note", FieldKind::kText, arrow::utf8());
  const auto customer =
      MakeObject("customer", FieldKind::kObject,
                 {MakeField("customer.name", FieldKind::kKeyword, arrow::utf8()),
                  MakeField("customer.age", FieldKind::kLong, arrow::int64())});
  const auto customers =
      arrow::StructArray::Make(
          {Strings({"ann", "bob", "cy", "dee", "eve"}), Longs({30, 40, {}, 50, 60})},
          customer.type->fields())
          .ValueOrDie();
  cluster.AddTable(
      "orders",
      {MakeField("id", FieldKind::kLong, arrow::int64()),
       MakeField("status", FieldKind::kKeyword, arrow::utf8()),
       MakeField("amount", FieldKind::kDouble, arrow::float64()),
       MakeField("ts", FieldKind::kDate, utc), std::move(text), customer,
       MakeField("paid", FieldKind::kBoolean, arrow::boolean()),
       MakeField("precise", FieldKind::kDateNanos,
                 arrow::timestamp(arrow::TimeUnit::NANO, "UTC"))},
      {Longs({1, 2, 3, 4, {}}), Strings({"new", "done", "new", {}, "done"}),
       Doubles({1.5, 2.5, {}, 4.5, 5.5}),
       Times(
           {1700000000000000, 1700086400000000, {}, 1700172800000000, 1700259200000000}),
       Strings({"a b", "c", "d", "e", {}}), customers,
       Bools({true, false, {}, true, false}),
       Times({1700000000000000001, 1, {}, 2, 3}, arrow::TimeUnit::NANO)});
}

void AddNested(FakeCluster& cluster) {
  auto item = MakeField("items.sku", FieldKind::kKeyword, arrow::utf8());
  item.inside_nested = true;
  const auto items = MakeObject("items", FieldKind::kNested, {item});
  const auto skus = arrow::StructArray::Make({Strings({"x", "y", {}})},
                                             items.type->field(0)->type()->fields())
                        .ValueOrDie();
  arrow::Int32Builder offsets;
  ASSERT_TRUE(offsets.AppendValues({0, 2, 2, 3}).ok());
  const auto lists =
      arrow::ListArray::FromArrays(items.type, *offsets.Finish().ValueOrDie(), *skus)
          .ValueOrDie();
  cluster.AddTable(
      "nested",
      {MakeField("id", FieldKind::kLong, arrow::int64()), items,
       MakeField("Name", FieldKind::kKeyword, arrow::utf8()),
       MakeField("name", FieldKind::kKeyword, arrow::utf8())},
      {Longs({1, 2, 3}), lists, Strings({"A", "B", "C"}), Strings({"a", "b", "c"})});
}

}  // namespace

std::string TestDirectory() {
  return (std::filesystem::temp_directory_path() / "recurve_engine_test").string();
}

void DatabaseTest::SetUp() {
  AddOrders(*eu_);
  AddNested(*eu_);
  us_->AddTable("customers",
                {MakeField("name", FieldKind::kKeyword, arrow::utf8()),
                 MakeField("city", FieldKind::kKeyword, arrow::utf8())},
                {Strings({"ann", "bob"}), Strings({"Rome", "Oslo"})});
  us_->AddNumbers("numbers", 100000);
  us_->rows_per_batch = 5000;
  DatabaseOptions options;
  options.clusters = {{"eu", eu_, eu_}, {"us", us_, us_}};
  options.temp_directory = TestDirectory();
  auto made = Database::Make(options);
  ASSERT_TRUE(made.ok()) << made.status();
  database_ = *made;
}

arrow::Result<std::shared_ptr<arrow::Table>> DatabaseTest::Try(
    const std::string& sql, std::shared_ptr<arrow::RecordBatch> parameters) {
  ARROW_ASSIGN_OR_RAISE(auto reader,
                        database_->Run(sql, std::move(parameters), session_, {}));
  ARROW_ASSIGN_OR_RAISE(auto batches, reader->ToRecordBatches());
  for (const auto& batch : batches) ARROW_RETURN_NOT_OK(batch->ValidateFull());
  return arrow::Table::FromRecordBatches(reader->schema(), batches);
}

std::vector<std::string> DatabaseTest::Rows(
    const std::string& sql, std::shared_ptr<arrow::RecordBatch> parameters) {
  auto table = Try(sql, std::move(parameters));
  EXPECT_TRUE(table.ok()) << sql << ": " << table.status();
  std::vector<std::string> rows;
  if (!table.ok()) return rows;
  for (int64_t i = 0; i < (*table)->num_rows(); ++i) {
    std::string row;
    for (const auto& column : (*table)->columns()) {
      if (!row.empty()) row += "|";
      row += column->GetScalar(i).ValueOrDie()->ToString();
    }
    rows.push_back(std::move(row));
  }
  std::sort(rows.begin(), rows.end());
  return rows;
}

core::ErrorKind DatabaseTest::KindOf(const std::string& sql) {
  const arrow::Status status = Error(sql);
  EXPECT_FALSE(status.ok()) << sql;
  return core::KindOf(status);
}

std::string DatabaseTest::Explain(const std::string& sql) {
  std::string text;
  auto table = Try("EXPLAIN " + sql);
  EXPECT_TRUE(table.ok()) << table.status();
  if (!table.ok()) return text;
  for (int64_t i = 0; i < (*table)->num_rows(); ++i) {
    text += (*table)->column(0)->GetScalar(i).ValueOrDie()->ToString() + " = " +
            (*table)->column(1)->GetScalar(i).ValueOrDie()->ToString() + "\n";
  }
  return text;
}

}  // namespace recurve::engine
