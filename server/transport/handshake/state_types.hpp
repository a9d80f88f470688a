/// The agents for which a client may send messages, and the type of state that it announced for each. A host
/// checks both in every message, because the world relies on these checks.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/ids.hpp"
#include "proto/handshake.pb.h"

namespace synchrono::server::transport {

/// Holds one client's agents with their types of state.
/// Threading: one thread for each copy, because check() remembers a position.
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

    std::size_t agent_count() const { return rows_.size(); }
    /// Returns whether the client announced this agent with this type of state.
    Verdict check(AgentId agent, std::string_view type_url);

  private:
    std::vector<Row> rows_;  // by agent, ascending
    std::size_t guess_ = 0;  // where the agent of the next message probably is
};

}  // namespace synchrono::server::transport
