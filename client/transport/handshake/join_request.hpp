/// What a client tells a dynamics server of itself and its agents, whatever carries it.
#pragma once

#include <string>

#include "client/transport/participation.hpp"
#include "common/config/scenario.hpp"
#include "common/net/token.hpp"
#include "proto/handshake.pb.h"

namespace synchrono::client {

/// Who asks, whomever it brings.
struct Introduction {
    std::string client_name;
    config::ScenarioId scenario;
    net::Token token;
};

JoinRequest join_request(const Introduction& introduction, const Participation& participation);

}  // namespace synchrono::client
