// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "core/error_detail.h"
#include "transport/es_error.h"
#include "transport/http_transport.h"

namespace recurve::catalog {

/// Answers by target; a target it does not know is 404 with the body of Elasticsearch.
class ScriptedTransport : public transport::HttpTransport {
 public:
  struct Reply {
    int status = 200;
    std::string body;
  };

  void Set(const std::string& target, Reply reply) {
    const std::lock_guard lock(mutex_);
    replies_[target] = std::move(reply);
  }
  void Set(const std::string& target, std::string body) {
    Set(target, Reply{200, std::move(body)});
  }

  /// Runs in every Send, before the answer is looked up.
  std::function<void(const std::string& target)> on_send = [](const std::string&) {};

  int CountOf(const std::string& target_start) const {
    const std::lock_guard lock(mutex_);
    return static_cast<int>(std::ranges::count_if(
        targets_, [&](const std::string& t) { return t.starts_with(target_start); }));
  }

  arrow::Result<transport::HttpResponse> Send(const transport::HttpRequest& request,
                                              const core::CancelToken&) override {
    on_send(request.target);
    const std::lock_guard lock(mutex_);
    targets_.push_back(request.target);
    const auto found = replies_.find(request.target);
    if (found == replies_.end()) {
      return transport::EsError(
          404,
          R"({"error":{"type":"index_not_found_exception","reason":"no such index"}})");
    }
    const Reply& reply = found->second;
    if (reply.status >= 300) return transport::EsError(reply.status, reply.body);
    transport::HttpResponse response;
    response.status = reply.status;
    response.body = core::PaddedBytes(reply.body);
    return response;
  }

 private:
  mutable std::mutex mutex_;
  std::map<std::string, Reply> replies_;
  std::vector<std::string> targets_;
};

}  // namespace recurve::catalog
