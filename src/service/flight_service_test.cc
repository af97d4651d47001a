// SPDX-License-Identifier: Apache-2.0
#include "service/flight_service.h"

#include <chrono>
#include <memory>
#include <thread>

#include "arrow/array.h"
#include "arrow/builder.h"
#include "arrow/flight/client.h"
#include "arrow/flight/sql/client.h"
#include "arrow/flight/sql/column_metadata.h"
#include "arrow/flight/sql/server.h"
#include "arrow/io/memory.h"
#include "arrow/ipc/reader.h"
#include "arrow/ipc/writer.h"
#include "arrow/table.h"
#include "gmock/gmock.h"
#include "grpcpp/create_channel.h"
#include "grpcpp/generic/generic_stub.h"
#include "gtest/gtest.h"
#include "service/batch_slicer.h"
#include "service/fake_runner.h"

namespace recurve::service {
namespace {

namespace flight = arrow::flight;
namespace sql = arrow::flight::sql;
using testing::ElementsAre;
using testing::HasSubstr;

class FlightServiceTest : public testing::Test {
 protected:
  void SetUp() override {
    // In a message the values of a column begin anywhere.
    options_.read_options.ensure_alignment =
        arrow::ipc::Alignment::kDataTypeSpecificAlignment;
    Start({});
  }

  void Start(ServiceOptions options) {
    options.host = "127.0.0.1";
    options.port = 0;
    options.version = "1.2.3";
    client_.reset();
    service_ = FlightService::Start(options, runner_, metadata_, core::Log::MakeSilent())
                   .ValueOrDie();
    client_ = Connect();
  }

  std::unique_ptr<sql::FlightSqlClient> Connect() const {
    const auto location =
        flight::Location::ForGrpcTcp("127.0.0.1", service_->port()).ValueOrDie();
    return std::make_unique<sql::FlightSqlClient>(
        flight::FlightClient::Connect(location).ValueOrDie());
  }

  arrow::Result<std::shared_ptr<arrow::Table>> Fetch(
      arrow::Result<std::unique_ptr<flight::FlightInfo>> info) {
    ARROW_RETURN_NOT_OK(info.status());
    EXPECT_EQ((*info)->endpoints().size(), 1U);
    EXPECT_TRUE((*info)->endpoints()[0].locations.empty());
    EXPECT_EQ((*info)->total_records(), -1);
    ARROW_ASSIGN_OR_RAISE(auto stream,
                          client_->DoGet(options_, (*info)->endpoints()[0].ticket));
    arrow::ipc::DictionaryMemo memo;
    ARROW_ASSIGN_OR_RAISE(auto promised, (*info)->GetSchema(&memo));
    ARROW_ASSIGN_OR_RAISE(auto sent, stream->GetSchema());
    EXPECT_TRUE(sent->Equals(*promised)) << sent->ToString() << promised->ToString();
    return stream->ToTable();
  }

  arrow::Result<std::shared_ptr<arrow::Table>> Query(const std::string& text) {
    return Fetch(client_->Execute(options_, text));
  }

  bool RunningBecomes(int num_running) const {
    for (int i = 0; i < 100; ++i) {
      if (runner_->num_running() == num_running) return true;
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    return false;
  }

  static std::vector<std::string> Texts(const arrow::Table& table, int column) {
    std::vector<std::string> texts;
    for (const auto& chunk : table.column(column)->chunks()) {
      const auto& array = static_cast<const arrow::StringArray&>(*chunk);
      for (int64_t i = 0; i < array.length(); ++i) texts.push_back(array.GetString(i));
    }
    return texts;
  }

  std::shared_ptr<FakeRunner> runner_ = std::make_shared<FakeRunner>();
  std::shared_ptr<FakeMetadata> metadata_ = std::make_shared<FakeMetadata>();
  std::unique_ptr<FlightService> service_;
  std::unique_ptr<sql::FlightSqlClient> client_;
  flight::FlightCallOptions options_;
};

TEST_F(FlightServiceTest, AQueryIsPlannedOnceAndRunOnce) {
  const auto table = Query("numbers 25000");
  ASSERT_TRUE(table.ok()) << table.status();
  EXPECT_EQ((*table)->num_rows(), 25000);
  EXPECT_EQ(runner_->num_described, 1);
  EXPECT_EQ(runner_->num_runs, 1);
  EXPECT_TRUE(runner_->knew_tables);
  EXPECT_TRUE(RunningBecomes(0));
}

TEST_F(FlightServiceTest, GetFlightInfoRunsNothing) {
  ASSERT_TRUE(client_->Execute(options_, "wait").ok());
  EXPECT_EQ(runner_->num_runs, 0);
}

TEST_F(FlightServiceTest, AnEmptyResultHasItsSchema) {
  const auto table = Query("numbers 0");
  ASSERT_TRUE(table.ok()) << table.status();
  EXPECT_EQ((*table)->num_rows(), 0);
  EXPECT_EQ((*table)->num_columns(), 1);
}

TEST_F(FlightServiceTest, NoMessagePassesTheLimit) {
  const auto info = client_->Execute(options_, "wide 200000").ValueOrDie();  // 20 MB
  auto stream = client_->DoGet(options_, info->endpoints()[0].ticket).ValueOrDie();
  int64_t num_rows = 0;
  while (true) {
    const auto chunk = stream->Next().ValueOrDie();
    if (!chunk.data) break;
    num_rows += chunk.data->num_rows();
    int64_t num_bytes = 0;
    ASSERT_TRUE(arrow::ipc::GetRecordBatchSize(*chunk.data, &num_bytes).ok());
    EXPECT_LE(num_bytes, kMaxMessageBytes);
  }
  EXPECT_EQ(num_rows, 100);
}

TEST_F(FlightServiceTest, ALongErrorArrivesCutWithItsRequestId) {
  std::string text = "fail ";
  while (text.size() < 20000) text += "\xC3\xA9";
  const auto table = Query(text);
  ASSERT_FALSE(table.ok());
  EXPECT_TRUE(table.status().IsInvalid()) << table.status();
  EXPECT_THAT(table.status().message(), HasSubstr("... [invalid_sql, request "));
  EXPECT_LE(table.status().message().size(), 1100U);  // the client adds its own words
}

TEST_F(FlightServiceTest, AnExceptionBecomesAnInternalError) {
  const auto table = Query("throw");
  ASSERT_FALSE(table.ok());
  EXPECT_THAT(table.status().message(), HasSubstr("thrown by a room below [internal"));
}

TEST_F(FlightServiceTest, AForeignTicketIsRefused) {
  flight::Ticket ticket{sql::CreateStatementQueryTicket("RCV1nonsense").ValueOrDie()};
  const auto stream = client_->DoGet(options_, ticket);
  ASSERT_FALSE(stream.ok() && (*stream)->ToTable().ok());
}

TEST_F(FlightServiceTest, AClientThatGoesAwayFreesItsStatementWithinASecond) {
  const auto info = client_->Execute(options_, "wait").ValueOrDie();
  auto other = Connect();
  auto stream = other->DoGet(options_, info->endpoints()[0].ticket).ValueOrDie();
  ASSERT_TRUE(RunningBecomes(1));
  stream->Cancel();
  stream.reset();
  EXPECT_TRUE(RunningBecomes(0));
}

TEST_F(FlightServiceTest, APreparedStatementIsPlannedOnce) {
  auto prepared = client_->Prepare(options_, "numbers 3").ValueOrDie();
  EXPECT_EQ(prepared->dataset_schema()->num_fields(), 1);
  EXPECT_EQ(prepared->parameter_schema()->num_fields(), 0);
  const auto table = Fetch(prepared->Execute(options_));
  ASSERT_TRUE(table.ok()) << table.status();
  EXPECT_EQ((*table)->num_rows(), 3);
  EXPECT_EQ(runner_->num_described, 1);
  EXPECT_TRUE(runner_->knew_tables);
  EXPECT_TRUE(prepared->Close(options_).ok());
}

TEST_F(FlightServiceTest, EveryRowOfParametersIsRun) {
  auto prepared = client_->Prepare(options_, "echo ?").ValueOrDie();
  EXPECT_EQ(prepared->parameter_schema()->num_fields(), 1);
  // int32, where the statement declares int64: the schema follows what is bound.
  arrow::Int32Builder builder;
  ASSERT_TRUE(builder.AppendValues({7, 8, 9}).ok());
  const auto column = builder.Finish().ValueOrDie();
  ASSERT_TRUE(prepared
                  ->SetParameters(arrow::RecordBatch::Make(
                      arrow::schema({arrow::field("x", arrow::int32())}), 3, {column}))
                  .ok());
  const auto table = Fetch(prepared->Execute(options_));
  ASSERT_TRUE(table.ok()) << table.status();
  EXPECT_TRUE(
      (*table)->column(0)->Equals(*std::make_shared<arrow::ChunkedArray>(column)));
}

TEST_F(FlightServiceTest, AWrongNumberOfParametersIsRefused) {
  auto prepared = client_->Prepare(options_, "numbers 3").ValueOrDie();
  arrow::Int64Builder builder;
  ASSERT_TRUE(builder.Append(1).ok());
  const auto batch =
      arrow::RecordBatch::Make(arrow::schema({arrow::field("x", arrow::int64())}), 1,
                               {builder.Finish().ValueOrDie()});
  ASSERT_TRUE(prepared->SetParameters(batch).ok());
  const auto info = prepared->Execute(options_);
  ASSERT_FALSE(info.ok());
  EXPECT_THAT(info.status().message(), HasSubstr("0 parameters, bound were 1"));
}

TEST_F(FlightServiceTest, SessionsLiveByTheirToken) {
  options_.headers = {{"authorization", "Bearer mine"}};
  EXPECT_EQ(client_->ExecuteUpdate(options_, "USE eu").ValueOrDie(), 0);
  auto options = client_->GetSessionOptions(options_, {}).ValueOrDie();
  EXPECT_EQ(std::get<std::string>(options.session_options["catalog"]), "eu");

  const auto set = client_->SetSessionOptions(
      options_, flight::SetSessionOptionsRequest(
                    {{"catalog", "es"}, {"pushdown", "false"}, {"speed", int64_t{11}}}));
  ASSERT_TRUE(set.ok()) << set.status();
  ASSERT_EQ(set->errors.size(), 1U);
  EXPECT_EQ(set->errors.begin()->first, "speed");
  options = client_->GetSessionOptions(options_, {}).ValueOrDie();
  EXPECT_FALSE(std::get<bool>(options.session_options["pushdown"]));

  const flight::FlightCallOptions stranger;
  auto others = client_->GetSessionOptions(stranger, {}).ValueOrDie();
  EXPECT_TRUE(std::get<bool>(others.session_options["pushdown"]));

  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(client_->CloseSession(options_, {}).ValueOrDie().status,
              flight::CloseSessionStatus::kClosed);
  }
  options = client_->GetSessionOptions(options_, {}).ValueOrDie();
  EXPECT_TRUE(std::get<bool>(options.session_options["pushdown"]));
}

TEST_F(FlightServiceTest, ASessionStatementTakesEffectWithoutAFetch) {
  options_.headers = {{"authorization", "Bearer mine"}};
  ASSERT_TRUE(client_->Execute(options_, "USE eu").ok());
  auto options = client_->GetSessionOptions(options_, {}).ValueOrDie();
  EXPECT_EQ(std::get<std::string>(options.session_options["catalog"]), "eu");
  EXPECT_EQ((*Query("USE eu"))->num_rows(), 1);
}

TEST_F(FlightServiceTest, WritesAreRefused) {
  const auto update = client_->ExecuteUpdate(options_, "numbers 3");
  ASSERT_FALSE(update.ok());
  EXPECT_TRUE(update.status().IsNotImplemented()) << update.status();
  EXPECT_TRUE(client_->BeginTransaction(options_).status().IsNotImplemented());
}

TEST_F(FlightServiceTest, HandshakeAndEveryCallCheckCredentials) {
  ServiceOptions options;
  options.user = "reader";
  options.password = "secret";
  options.token = "a-token";
  Start(options);

  EXPECT_THAT(Query("numbers 1").status().message(),
              HasSubstr("no authorization header"));
  const auto location =
      flight::Location::ForGrpcTcp("127.0.0.1", service_->port()).ValueOrDie();
  auto raw = flight::FlightClient::Connect(location).ValueOrDie();
  EXPECT_FALSE(raw->AuthenticateBasicToken({}, "reader", "wrong").ok());
  EXPECT_FALSE(raw->AuthenticateBasicToken({}, "other", "secret").ok());
  EXPECT_TRUE(raw->AuthenticateBasicToken({}, "anyone", "a-token").ok());
  const auto header = raw->AuthenticateBasicToken({}, "reader", "secret");
  ASSERT_TRUE(header.ok()) << header.status();
  EXPECT_THAT(header->second, testing::StartsWith("Bearer "));

  options_.headers = {*header};
  EXPECT_TRUE(Query("numbers 1").ok());
  options_.headers = {{"authorization", "bearer a-token"}};
  EXPECT_TRUE(Query("numbers 1").ok());
  options_.headers = {{"authorization", "Basic cmVhZGVyOnNlY3JldA"}};  // not padded
  EXPECT_TRUE(Query("numbers 1").ok());
  options_.headers = {{"authorization", "Bearer guessed"}};
  const arrow::Status refused = Query("numbers 1").status();
  EXPECT_THAT(flight::FlightStatusDetail::UnwrapStatus(refused)->code(),
              flight::FlightStatusCode::Unauthenticated);
}

TEST_F(FlightServiceTest, ListsCatalogsSchemasAndTableTypes) {
  EXPECT_THAT(Texts(**Fetch(client_->GetCatalogs(options_)), 0), ElementsAre("es", "eu"));
  EXPECT_THAT(Texts(**Fetch(client_->GetDbSchemas(options_, nullptr, nullptr)), 1),
              ElementsAre("main", "main"));
  EXPECT_THAT(Texts(**Fetch(client_->GetTableTypes(options_)), 0),
              ElementsAre("TABLE", "VIEW"));
}

TEST_F(FlightServiceTest, TheExactTableComesFirstAndCostsNoMapping) {
  const std::string pattern = "logs_1";
  const auto table =
      Fetch(client_->GetTables(options_, nullptr, nullptr, &pattern, false, nullptr));
  ASSERT_TRUE(table.ok()) << table.status();
  EXPECT_THAT(Texts(**table, 2), ElementsAre("logs_1", "logsX1"));
  EXPECT_EQ(metadata_->num_schemas_read, 0);
  const std::string escaped = R"(logs\_%)";
  EXPECT_THAT(Texts(**Fetch(client_->GetTables(options_, nullptr, nullptr, &escaped,
                                               false, nullptr)),
                    2),
              ElementsAre("logs_1", "logs_old"));
}

TEST_F(FlightServiceTest, TableSchemasCarryColumnMetadata) {
  const std::vector<std::string> types = {"TABLE"};
  const auto table =
      Fetch(client_->GetTables(options_, nullptr, nullptr, nullptr, true, &types));
  ASSERT_TRUE(table.ok()) << table.status();
  EXPECT_THAT(Texts(**table, 2), ElementsAre("logsX1", "logs_1"));  // one was deleted
  const auto& bytes =
      static_cast<const arrow::BinaryArray&>(*(*table)->column(4)->chunk(0));
  arrow::io::BufferReader reader(std::make_shared<arrow::Buffer>(bytes.GetView(1)));
  arrow::ipc::DictionaryMemo memo;
  const auto schema = arrow::ipc::ReadSchema(&reader, &memo).ValueOrDie();
  const sql::ColumnMetadata metadata(schema->field(0)->metadata());
  EXPECT_EQ(metadata.GetTypeName().ValueOrDie(), "TIMESTAMP WITH TIME ZONE");
  EXPECT_EQ(metadata.GetTableName().ValueOrDie(), "logs_1");
  EXPECT_EQ(metadata.GetScale().ValueOrDie(), 3);
}

TEST_F(FlightServiceTest, AnswersEverySqlInfoCodeAndTypeInfo) {
  const auto info = Fetch(client_->GetSqlInfo(options_, {}));
  ASSERT_TRUE(info.ok()) << info.status();
  EXPECT_EQ((*info)->num_rows(), 12 + 2 + 77);
  EXPECT_TRUE((*info)->ValidateFull().ok());
  const auto types = Fetch(client_->GetXdbcTypeInfo(options_));
  ASSERT_TRUE(types.ok()) << types.status();
  EXPECT_TRUE((*types)->ValidateFull().ok());
  EXPECT_EQ((*Fetch(client_->GetXdbcTypeInfo(options_, 12)))->num_rows(), 1);
}

TEST_F(FlightServiceTest, KeysAreEmpty) {
  const sql::TableRef table{std::nullopt, std::nullopt, "logs_1"};
  EXPECT_EQ((*Fetch(client_->GetPrimaryKeys(options_, table)))->num_rows(), 0);
  EXPECT_EQ((*Fetch(client_->GetExportedKeys(options_, table)))->num_rows(), 0);
  EXPECT_EQ((*Fetch(client_->GetImportedKeys(options_, table)))->num_rows(), 0);
  EXPECT_EQ((*Fetch(client_->GetCrossReference(options_, table, table)))->num_rows(), 0);
}

TEST_F(FlightServiceTest, TakesHeadersFarAboveGrpcsDefault) {
  // JDBC sends every unknown URL property and all cookies.
  options_.headers = {{"x-filler", std::string(30000, 'x')}};
  EXPECT_TRUE(Query("numbers 1").ok());
}

TEST_F(FlightServiceTest, AnswersHealthChecksWithoutCredentials) {
  ServiceOptions options;
  options.token = "a-token";
  Start(options);
  const auto channel =
      grpc::CreateChannel("127.0.0.1:" + std::to_string(service_->port()),
                          grpc::InsecureChannelCredentials());
  grpc::GenericStub stub(channel);
  grpc::ClientContext context;
  grpc::CompletionQueue queue;
  const grpc::Slice whole_server;  // an empty HealthCheckRequest
  const grpc::ByteBuffer request(&whole_server, 1);
  grpc::ByteBuffer response;
  grpc::Status status;
  const auto call =
      stub.PrepareUnaryCall(&context, "/grpc.health.v1.Health/Check", request, &queue);
  call->StartCall();
  call->Finish(&response, &status, nullptr);
  void* tag = nullptr;
  bool ok = false;
  ASSERT_TRUE(queue.Next(&tag, &ok));
  ASSERT_TRUE(status.ok()) << status.error_message();
  grpc::Slice bytes;
  ASSERT_TRUE(response.DumpToSingleSlice(&bytes).ok());
  EXPECT_EQ(std::string(reinterpret_cast<const char*>(bytes.begin()), bytes.size()),
            "\x08\x01");  // SERVING
}

TEST_F(FlightServiceTest, SaysWhereItCannotListen) {
  ServiceOptions options;
  options.host = "127.0.0.1";
  options.port = service_->port();
  const auto second =
      FlightService::Start(options, runner_, metadata_, core::Log::MakeSilent());
  ASSERT_FALSE(second.ok());
  EXPECT_THAT(second.status().message(),
              HasSubstr("cannot listen on 127.0.0.1:" + std::to_string(options.port)));
}

TEST_F(FlightServiceTest, StopCancelsWhatRunsAfterTheGrace) {
  const auto info = client_->Execute(options_, "wait").ValueOrDie();
  auto stream = client_->DoGet(options_, info->endpoints()[0].ticket).ValueOrDie();
  ASSERT_TRUE(RunningBecomes(1));
  const auto start = std::chrono::steady_clock::now();
  EXPECT_TRUE(service_->Stop(std::chrono::milliseconds(200)).ok());
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(2));
  EXPECT_EQ(runner_->num_running(), 0);
}

}  // namespace
}  // namespace recurve::service
