/// Makes the request with which a client introduces itself and its agents to a dynamics server. The request
/// is the same over every transport.
#pragma once

#include <string>

#include "client/transport/participation.hpp"
#include "common/config/scenario.hpp"
#include "common/net/token.hpp"
#include "proto/handshake.pb.h"

namespace synchrono::client::transport {

/// The part of a join request that does not depend on the agents.
struct Introduction {
    std::string client_name;
    config::ScenarioId scenario;
    net::Token token;
};

JoinRequest join_request(const Introduction& introduction, const Participation& participation);

}  // namespace synchrono::client::transport
