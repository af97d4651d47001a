// SPDX-License-Identifier: Apache-2.0
#include "transport/curl_transport.h"

#include <chrono>
#include <thread>

#include "core/error_detail.h"
#include "fmt/format.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "transport/http_test_server.h"

namespace recurve::transport {
namespace {

using core::ErrorKind;
using std::chrono::steady_clock;
using testing::HasSubstr;
using testing::Not;
using Then = ScriptedReply::Then;

std::shared_ptr<HttpTransport> MakeTransport(std::vector<std::string> urls,
                                             TransportOptions options = {}) {
  options.urls = std::move(urls);
  auto transport = CurlTransport::Make(std::move(options));
  EXPECT_TRUE(transport.ok()) << transport.status();
  return *transport;
}

HttpRequest Get(std::string target = "/") {
  HttpRequest request;
  request.target = std::move(target);
  return request;
}

ScriptedReply Answer(const std::string&) { return {OkReply("{}")}; }

bool IsRetryable(const arrow::Status& status) {
  const auto* detail = core::FindDetail(status);
  return detail != nullptr && detail->retryable;
}

TEST(CurlTransport, KeepsOneConnectionForSequentialExchanges) {
  HttpTestServer server(Answer);
  const auto transport = MakeTransport({server.url()});
  for (int i = 0; i < 3; ++i) ASSERT_TRUE(transport->Send(Get(), {}).ok());
  EXPECT_EQ(server.num_connections(), 1);
  EXPECT_EQ(server.requests().size(), 3u);
}

TEST(CurlTransport, SendsMethodBodyAndHeadersTheClusterExpects) {
  HttpTestServer server([](const std::string&) {
    return ScriptedReply{OkReply("{\"a\":1}", "X-elastic-product: Elasticsearch\r\n")};
  });
  const auto transport = MakeTransport({server.url()});
  HttpRequest request{.method = HttpMethod::kPost,
                      .target = "/%3Clogs-%7Bnow%2Fd%7D%3E/_search?size=1",
                      .body = "{\"query\":{}}"};
  auto response = transport->Send(request, {});
  ASSERT_TRUE(response.ok()) << response.status();
  EXPECT_EQ(response->status, 200);
  EXPECT_EQ(response->body.view(), "{\"a\":1}");
  EXPECT_EQ(response->content_type, "application/json");
  EXPECT_EQ(response->product, "Elasticsearch");

  request.method = HttpMethod::kDelete;
  ASSERT_TRUE(transport->Send(request, {}).ok());
  request.body.clear();
  request.method = HttpMethod::kPost;
  ASSERT_TRUE(transport->Send(request, {}).ok());

  const auto requests = server.requests();
  EXPECT_THAT(requests[0],
              HasSubstr("POST /%3Clogs-%7Bnow%2Fd%7D%3E/_search?size=1 HTTP/1.1\r\n"));
  EXPECT_THAT(requests[0], HasSubstr("Content-Type: application/json\r\n"));
  EXPECT_THAT(requests[0], HasSubstr("User-Agent: recurve/0.1\r\n"));
  EXPECT_THAT(requests[0], HasSubstr("\r\n\r\n{\"query\":{}}"));
  EXPECT_THAT(requests[0], Not(HasSubstr("Expect")));
  EXPECT_THAT(requests[0], Not(HasSubstr("Accept-Encoding")));
  EXPECT_THAT(requests[0], Not(HasSubstr("Authorization")));
  EXPECT_THAT(requests[1], HasSubstr("DELETE /"));
  EXPECT_THAT(requests[1], HasSubstr("{\"query\":{}}"));
  EXPECT_THAT(requests[2], HasSubstr("Content-Length: 0\r\n"));
  EXPECT_THAT(requests[2], Not(HasSubstr("Content-Type")));
}

TEST(CurlTransport, SendsEachKindOfCredential) {
  HttpTestServer server(Answer);
  const std::pair<Authentication, std::string> cases[] = {
      {BasicAuthentication{"elastic", "s:cret"}, "Basic ZWxhc3RpYzpzOmNyZXQ="},
      {ApiKeyAuthentication{"id:key"}, "ApiKey aWQ6a2V5"},
      {ApiKeyAuthentication{"aWQ6a2V5"}, "ApiKey aWQ6a2V5"},
      {BearerAuthentication{"token"}, "Bearer token"},
  };
  for (const auto& [authentication, value] : cases) {
    TransportOptions options;
    options.authentication = authentication;
    ASSERT_TRUE(MakeTransport({server.url()}, options)->Send(Get(), {}).ok());
    EXPECT_THAT(server.requests().back(), HasSubstr("Authorization: " + value + "\r\n"));
  }
}

TEST(CurlTransport, RefusesOptionsThatCannotBeUsed) {
  const std::string bad_urls[] = {"localhost:9200", "ftp://a", "http://user:pw@a",
                                  "http://a/?x=1", ""};
  for (const std::string& url : bad_urls) {
    TransportOptions options;
    options.urls = {url};
    const auto made = CurlTransport::Make(options);
    ASSERT_FALSE(made.ok()) << url;
    EXPECT_THAT(made.status().message(), Not(HasSubstr("pw")));
  }
  EXPECT_FALSE(CurlTransport::Make({}).ok());
  TransportOptions options;
  options.urls = {"http://a"};
  options.authentication = BearerAuthentication{"a\r\nX: y"};
  EXPECT_FALSE(CurlTransport::Make(options).ok());
}

TEST(CurlTransport, RefusesATargetThatIsNotEncoded) {
  const auto transport = MakeTransport({"http://127.0.0.1:1"});
  for (const char* target : {"", "x", "/a b", "/a\r\nX: y", "/\xC3\xA4", "/a#b"}) {
    EXPECT_EQ(core::KindOf(transport->Send(Get(target), {}).status()),
              ErrorKind::kInternal);
  }
}

TEST(CurlTransport, ReadsChunkedBodies) {
  HttpTestServer server([](const std::string&) {
    return ScriptedReply{
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: "
        "chunked\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n"};
  });
  auto response = MakeTransport({server.url("localhost")})->Send(Get(), {});
  ASSERT_TRUE(response.ok()) << response.status();
  EXPECT_EQ(response->body.view(), "abcde");
}

TEST(CurlTransport, TakesATruncatedBodyForABrokenConnection) {
  const std::string truncated[] = {
      "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n9\r\nabc",
      "HTTP/1.1 200 OK\r\nConte",
      "HTTP/1.1 200 OK\r\nContent-Length: 10\r\nX-",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nX-",
      "HTTP/1.1 200 OK\r\n\r\nabc",
      "",
  };
  for (const std::string& bytes : truncated) {
    HttpTestServer server(
        [&](const std::string&) { return ScriptedReply{bytes, Then::kClose}; });
    const auto status = MakeTransport({server.url()})->Send(Get(), {}).status();
    EXPECT_EQ(core::KindOf(status), ErrorKind::kUnavailable) << bytes;
    EXPECT_TRUE(IsRetryable(status)) << status;
  }
}

TEST(CurlTransport, StopRequestEndsTheExchangeAndClosesTheConnection) {
  HttpTestServer server([](const std::string&) {
    return ScriptedReply{"HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc",
                         Then::kWaitForClient};
  });
  const auto transport = MakeTransport({server.url()});
  core::CancelSource source;
  steady_clock::time_point asked;
  std::jthread stopper([&] {
    while (server.requests().empty()) std::this_thread::yield();
    asked = steady_clock::now();
    source.request_stop();
  });
  const auto status = transport->Send(Get(), source.get_token()).status();
  const auto returned = steady_clock::now();
  stopper.join();
  EXPECT_EQ(core::KindOf(status), ErrorKind::kCancelled);
  EXPECT_LT(returned - asked, std::chrono::milliseconds(200));
  const auto give_up = steady_clock::now() + std::chrono::seconds(5);
  while (server.num_clients_gone() == 0 && steady_clock::now() < give_up) {
    std::this_thread::yield();
  }
  EXPECT_EQ(server.num_clients_gone(), 1);
}

TEST(CurlTransport, GraceLetsAStoppedExchangeHaveItsAnswer) {
  core::CancelSource source;
  HttpTestServer server([&](const std::string& request) {
    source.request_stop();
    return Answer(request);
  });
  HttpRequest request = Get();
  request.stop_grace = std::chrono::seconds(5);
  const auto response = MakeTransport({server.url()})->Send(request, source.get_token());
  EXPECT_TRUE(response.ok()) << response.status();
}

TEST(CurlTransport, GraceEnds) {
  core::CancelSource source;
  HttpTestServer server([&](const std::string&) {
    source.request_stop();
    return ScriptedReply{"", Then::kWaitForClient};
  });
  HttpRequest request = Get();
  request.stop_grace = std::chrono::milliseconds(50);
  const auto sent = MakeTransport({server.url()})->Send(request, source.get_token());
  EXPECT_EQ(core::KindOf(sent.status()), ErrorKind::kCancelled);
}

TEST(CurlTransport, SendsNothingAfterAStopRequest) {
  HttpTestServer server(Answer);
  core::CancelSource source;
  source.request_stop();
  HttpRequest request = Get();
  request.stop_grace = std::chrono::seconds(5);
  const auto sent = MakeTransport({server.url()})->Send(request, source.get_token());
  EXPECT_EQ(core::KindOf(sent.status()), ErrorKind::kCancelled);
  EXPECT_TRUE(server.requests().empty());
}

TEST(CurlTransport, TimesOutAsUnavailable) {
  HttpTestServer server(
      [](const std::string&) { return ScriptedReply{"", Then::kWaitForClient}; });
  HttpRequest request = Get();
  request.timeout = std::chrono::milliseconds(50);
  const auto status = MakeTransport({server.url()})->Send(request, {}).status();
  EXPECT_EQ(core::KindOf(status), ErrorKind::kUnavailable);
  EXPECT_TRUE(IsRetryable(status));
  EXPECT_THAT(status.message(), HasSubstr("in time"));
  EXPECT_EQ(server.requests().size(), 1u);
}

TEST(CurlTransport, ReportsARefusedConnection) {
  const auto status =
      MakeTransport({fmt::format("http://127.0.0.1:{}", HttpTestServer::UnusedPort())})
          ->Send(Get(), {})
          .status();
  EXPECT_EQ(core::KindOf(status), ErrorKind::kUnavailable);
  EXPECT_TRUE(IsRetryable(status));
  EXPECT_THAT(status.message(), HasSubstr("no connection to the cluster"));
}

TEST(CurlTransport, LeavesADeadHostOutOfTheRound) {
  HttpTestServer server(Answer);
  const auto transport = MakeTransport(
      {fmt::format("http://127.0.0.1:{}", HttpTestServer::UnusedPort()), server.url()});
  for (int i = 0; i < 4; ++i) ASSERT_TRUE(transport->Send(Get(), {}).ok());
  EXPECT_EQ(server.requests().size(), 4u);
}

TEST(CurlTransport, HostsTakeTurns) {
  HttpTestServer first(Answer);
  HttpTestServer second(Answer);
  const auto transport = MakeTransport({first.url(), second.url()});
  for (int i = 0; i < 4; ++i) ASSERT_TRUE(transport->Send(Get(), {}).ok());
  EXPECT_EQ(first.requests().size(), 2u);
  EXPECT_EQ(second.requests().size(), 2u);
}

TEST(CurlTransport, DoesNotRepeatAnExchangeThatBrokeAfterSending) {
  HttpTestServer first(
      [](const std::string&) { return ScriptedReply{"", Then::kClose}; });
  HttpTestServer second(Answer);
  const auto transport = MakeTransport({first.url(), second.url()});
  EXPECT_FALSE(transport->Send(Get(), {}).ok());
  EXPECT_TRUE(second.requests().empty());
}

TEST(CurlTransport, RefusesABodyAboveTheLimit) {
  HttpTestServer server(
      [](const std::string&) { return ScriptedReply{OkReply(std::string(1000, 'x'))}; });
  TransportOptions options;
  options.max_response_bytes = 999;
  EXPECT_EQ(
      core::KindOf(MakeTransport({server.url()}, options)->Send(Get(), {}).status()),
      ErrorKind::kMemory);
}

TEST(CurlTransport, TurnsAnErrorStatusIntoAStatusAndKeepsTheConnection) {
  HttpTestServer server([](const std::string&) {
    return ScriptedReply{
        "HTTP/1.1 429 Too Many Requests\r\nRetry-After: 7\r\nContent-Length: "
        "4\r\n\r\nbusy"};
  });
  const auto transport = MakeTransport({server.url()});
  for (int i = 0; i < 2; ++i) {
    const auto status = transport->Send(Get(), {}).status();
    const auto* detail = core::FindDetail(status);
    ASSERT_NE(detail, nullptr);
    EXPECT_EQ(detail->http_status, 429);
    EXPECT_TRUE(detail->retryable);
    EXPECT_EQ(detail->retry_after, std::chrono::seconds(7));
  }
  EXPECT_EQ(server.num_connections(), 1);
}

TEST(CurlTransport, ServesManyThreads) {
  HttpTestServer server(Answer);
  const auto transport = MakeTransport({server.url()});
  std::atomic<int> num_ok = 0;
  {
    std::vector<std::jthread> threads;
    for (int t = 0; t < 8; ++t) {
      threads.emplace_back([&] {
        for (int i = 0; i < 20; ++i) num_ok += transport->Send(Get(), {}).ok() ? 1 : 0;
      });
    }
  }
  EXPECT_EQ(num_ok, 160);
  EXPECT_LE(server.num_connections(), 8);
}

}  // namespace
}  // namespace recurve::transport
