/// The agents that a client may speak for, and the type of state that it announced for each. A host checks
/// both in every message, because the world relies on it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/ids.hpp"
#include "proto/handshake.pb.h"

namespace synchrono::server {

/// A value. Threading: one thread per copy.
class StateTypes {
  public:
    struct Row {
        AgentId agent;
        std::string type_url;
    };
    enum class Verdict { announced, unknown_agent, type_changed };

    StateTypes() = default;
    explicit StateTypes(std::vector<Row> rows);
    explicit StateTypes(const JoinRequest& request);

    Verdict check(AgentId agent, std::string_view type_url);

  private:
    std::vector<Row> rows_;  // by agent, ascending
    std::size_t guess_ = 0;  // where the agent of the next message probably is
};

}  // namespace synchrono::server
