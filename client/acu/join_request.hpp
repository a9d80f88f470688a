/// What a client tells a server of itself and its agents.
#pragma once

#include <span>
#include <string_view>

#include "common/config/scenario.hpp"
#include "common/net/token.hpp"
#include "proto/handshake.pb.h"

namespace synchrono::client {

/// Requires agents of the scenario.
JoinRequest join_request(const config::Scenario& scenario, const net::Token& token, std::string_view name,
                         std::span<const AgentId> agents);

}  // namespace synchrono::client
