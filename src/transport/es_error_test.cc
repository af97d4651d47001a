// SPDX-License-Identifier: Apache-2.0
#include "transport/es_error.h"

#include "core/error_detail.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace recurve::transport {
namespace {

using core::ErrorKind;
using testing::HasSubstr;

struct Case {
  const char* name;
  int http_status;
  const char* body;
  ErrorKind kind;
  bool retryable;
  const char* es_type;
  const char* index;
  const char* in_message;
};

const Case kCases[] =
    {
        {"IndexNotFound_Es8", 404,
         R"({"error":{"root_cause":[{"type":"index_not_found_exception","reason":"no such index [nope]","resource.type":"index_or_alias","resource.id":"nope","index_uuid":"_na_","index":"nope"}],"type":"index_not_found_exception","reason":"no such index [nope]","resource.type":"index_or_alias","resource.id":"nope","index_uuid":"_na_","index":"nope"},"status":404})",
         ErrorKind::kNotFound, false, "index_not_found_exception", "nope",
         "no such index: nope (HTTP 404, index_not_found_exception)"},
        {"ExpiredScroll_Es6", 404,
         R"({"error":{"root_cause":[{"type":"search_context_missing_exception","reason":"No search context found for id [26]"}],"type":"search_phase_execution_exception","reason":"all shards failed","phase":"query","grouped":true,"failed_shards":[{"shard":-1,"index":null,"reason":{"type":"search_context_missing_exception","reason":"No search context found for id [26]"}}],"caused_by":{"type":"search_context_missing_exception","reason":"No search context found for id [25]"}},"status":404})",
         ErrorKind::kUnavailable, false, "search_context_missing_exception", "",
         "raise scan.keep_alive"},
        {"ExpiredPointInTime_Es8", 404,
         R"({"error":{"root_cause":[],"type":"search_phase_execution_exception","reason":"all shards failed","phase":"query","grouped":true,"failed_shards":[{"shard":0,"index":"orders","node":"WvjGnZLcSC6FviU219wRkA","reason":{"type":"search_context_missing_exception","reason":"No search context found for id [47]"}}]},"status":404})",
         ErrorKind::kUnavailable, false, "search_context_missing_exception", "orders",
         "the point-in-time or scroll expired"},
        {"ScrollOfALostNode_Es8", 404,
         R"({"error":{"root_cause":[],"type":"search_context_missing_nodes_exception","reason":"Search context of type [scroll] references nodes that have left the cluster: [m4EIAe_dSBOdBZhyOkUA7g]","context_type":"scroll","missing_nodes":["m4EIAe_dSBOdBZhyOkUA7g"]},"status":404})",
         ErrorKind::kUnavailable, false, "search_context_missing_nodes_exception", "",
         "left the cluster"},
        {"UnknownQuery_OpenSearch2", 400,
         R"({"error":{"root_cause":[{"type":"parsing_exception","reason":"unknown query [foo]","line":1,"col":17}],"type":"parsing_exception","reason":"unknown query [foo]","line":1,"col":17,"caused_by":{"type":"named_object_not_found_exception","reason":"[1:17] unknown field [foo]"}},"status":400})",
         ErrorKind::kRequestRejected, false, "parsing_exception", "",
         "the cluster rejected the request: unknown query [foo]: [1:17] unknown "
         "field "
         "[foo] (HTTP 400, parsing_exception)"},
        {"UnknownColumn_Es8Esql", 400,
         "{\"error\":{\"root_cause\":[{\"type\":\"verification_exception\","
         "\"reason\":\"Found 1 "
         "problem\\nline 1:22: Unknown column "
         "[zz]\"}],\"type\":\"verification_exception\","
         "\"reason\":\"Found 1 problem\\nline 1:22: Unknown column "
         "[zz]\"},\"status\":400}",
         ErrorKind::kRequestRejected, false, "verification_exception", "",
         "Found 1 problem line 1:22: Unknown column [zz]"},
        {"CircuitBreaker_Es8", 429,
         R"({"error":{"root_cause":[{"type":"circuit_breaking_exception","reason":"[request] Data too large, data for [preallocate[aggregations]] would be [6144/6kb]","bytes_wanted":6144,"bytes_limit":1,"durability":"TRANSIENT"}],"type":"search_phase_execution_exception","reason":"all shards failed","phase":"query","grouped":true,"failed_shards":[]},"status":429})",
         ErrorKind::kUnavailable, true, "circuit_breaking_exception", "",
         "short of memory"},
        {"CircuitBreakerAsServerError_Es6", 500,
         R"({"error":{"root_cause":[],"type":"search_phase_execution_exception","reason":"","caused_by":{"type":"circuit_breaking_exception","reason":"[parent] Data too large"}},"status":500})",
         ErrorKind::kUnavailable, true, "circuit_breaking_exception", "",
         "[parent] Data too"},
        {"ClosedIndex_Es8", 400,
         R"({"error":{"root_cause":[{"type":"index_closed_exception","reason":"closed","index_uuid":"dO8xDQfNSxi7HT6VakwK8w","index":"old"}],"type":"index_closed_exception","reason":"closed","index_uuid":"dO8xDQfNSxi7HT6VakwK8w","index":"old"},"status":400})",
         ErrorKind::kUnavailable, false, "index_closed_exception", "old", "closed"},
        {"NoExpensiveQueries_Es8", 400,
         R"({"error":{"root_cause":[{"type":"exception","reason":"[prefix] queries cannot be executed when 'search.allow_expensive_queries' is set to false."}],"type":"search_phase_execution_exception","reason":"all shards failed","phase":"query","grouped":true,"failed_shards":[{"shard":0,"index":"q","reason":{"type":"query_shard_exception","reason":"failed to create query: [prefix] queries cannot be executed when 'search.allow_expensive_queries' is set to false.","index":"q","caused_by":{"type":"exception","reason":"[prefix] queries cannot be executed when 'search.allow_expensive_queries' is set to false."}}}]},"status":400})",
         ErrorKind::kPushdownDisproved, false, "exception", "",
         "refuses a pushed condition for its cost"},
        {"PatternTooComplex_Es6", 400,
         R"({"error":{"root_cause":[{"type":"query_shard_exception","reason":"failed to create query: {}","index":"q"}],"type":"search_phase_execution_exception","reason":"all shards failed","failed_shards":[{"shard":0,"index":"q","reason":{"type":"query_shard_exception","reason":"failed to create query: {}","index":"q","caused_by":{"type":"too_complex_to_determinize_exception","reason":"Determinizing automaton with 32 states"}}}]},"status":400})",
         ErrorKind::kPushdownDisproved, false, "too_complex_to_determinize_exception", "",
         "Determinizing automaton"},
        {"WrongMethod_Es6", 405,
         R"({"error":"Incorrect HTTP method for uri [/_search] and method [PUT], allowed: [GET, POST]","status":405})",
         ErrorKind::kRequestRejected, false, "", "", "Incorrect HTTP method"},
        {"TooLarge", 413, "", ErrorKind::kRequestRejected, false, "", "", "(HTTP 413)"},
        {"NothingFreed_Es8", 404, R"({"succeeded":false,"num_freed":0})",
         ErrorKind::kNotFound, false, "", "", "num_freed"},
        {"PlainUnauthorized_OpenSearch", 401, "Unauthorized", ErrorKind::kUnauthenticated,
         false, "", "", "the cluster does not know the caller: Unauthorized (HTTP 401)"},
        {"Forbidden", 403,
         R"({"error":{"root_cause":[{"type":"security_exception","reason":"no permissions for [indices:data/read/search]"}],"type":"security_exception","reason":"no permissions for [indices:data/read/search]"},"status":403})",
         ErrorKind::kUnauthorized, false, "security_exception", "", "no permissions"},
        {"BadGateway", 502, "<html><body>502 Bad Gateway</body></html>",
         ErrorKind::kUnavailable, true, "", "", "502 Bad Gateway"},
        {"NoMaster", 503,
         R"({"error":{"root_cause":[{"type":"master_not_discovered_exception","reason":null}],"type":"master_not_discovered_exception","reason":null},"status":503})",
         ErrorKind::kUnavailable, true, "master_not_discovered_exception", "",
         "the cluster is not available (HTTP 503, master_not_discovered_exception)"},
        {"ServerError", 500,
         R"({"error":{"root_cause":[{"type":"null_pointer_exception","reason":"oops"}],"type":"null_pointer_exception","reason":"oops"},"status":500})",
         ErrorKind::kUnavailable, false, "null_pointer_exception", "",
         "the cluster failed"},
        {"NodeGone_OpenSearch2", 500,
         R"({"error":{"root_cause":[{"type":"node_disconnected_exception","reason":"[n2][10.0.0.2:9300] disconnected"}],"type":"search_phase_execution_exception","reason":"all shards failed"},"status":500})",
         ErrorKind::kUnavailable, true, "node_disconnected_exception", "", "a node left"},
        {"Redirect", 302, "", ErrorKind::kProtocol, false, "", "", "(HTTP 302)"},
        {"ErrorOfAStrangeShape", 400, R"({"error":[1,2]})", ErrorKind::kRequestRejected,
         false, "", "", "the cluster rejected the request (HTTP 400)"},
};

class EsErrorCases : public testing::TestWithParam<Case> {};

TEST_P(EsErrorCases, BecomesTheStatusOfTheTable) {
  const Case& expected = GetParam();
  const auto status =
      EsError(expected.http_status, expected.body, std::chrono::seconds(3));
  const auto* detail = core::FindDetail(status);
  ASSERT_NE(detail, nullptr);
  EXPECT_EQ(core::ToString(detail->kind), core::ToString(expected.kind));
  EXPECT_EQ(detail->retryable, expected.retryable);
  EXPECT_EQ(detail->retry_after.has_value(), expected.retryable);
  EXPECT_EQ(detail->http_status, expected.http_status);
  EXPECT_EQ(detail->es_type, expected.es_type);
  EXPECT_EQ(detail->index, expected.index);
  EXPECT_THAT(status.message(), HasSubstr(expected.in_message));
}

INSTANTIATE_TEST_SUITE_P(Table, EsErrorCases, testing::ValuesIn(kCases),
                         [](const auto& tested) {
                           return std::string(tested.param.name);
                         });

TEST(EsError, CutsTheReasonAtACharactersBorder) {
  std::string body(kMaxReasonBytes - 1, 'x');
  body += "\xE2\x82\xAC and more";  // the euro sign would cross the limit
  const std::string message = EsError(500, body).message();
  EXPECT_THAT(message, HasSubstr(std::string(kMaxReasonBytes - 1, 'x') + " (HTTP 500)"));
}

}  // namespace
}  // namespace recurve::transport
