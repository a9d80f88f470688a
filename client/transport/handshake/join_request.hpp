/// Makes the request with which a client introduces its agents to a dynamics server. The request is the same
/// over every transport.
#pragma once

#include "client/transport/participation.hpp"
#include "common/config/scenario.hpp"
#include "proto/handshake.pb.h"

namespace synchrono::client::transport {

JoinRequest join_request(const config::ScenarioId& scenario, const Participation& participation);

}  // namespace synchrono::client::transport
