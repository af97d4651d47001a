// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <string>
#include <string_view>

namespace recurve::dsl {

/// JSON text of the requests that go on with a shard view or release it.
///
/// Source   Elasticsearch reference, "Scroll", "Clear scroll", "Close point in time";
///          OpenSearch documentation, "Point in Time API".
std::string WriteNextScrollPage(std::string_view scroll_id,
                                std::chrono::seconds keep_alive);
std::string WriteCloseScroll(std::string_view scroll_id);
std::string WriteCloseElasticsearchPit(std::string_view pit_id);
std::string WriteCloseOpenSearchPit(std::string_view pit_id);

}  // namespace recurve::dsl
