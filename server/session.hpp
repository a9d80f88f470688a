/// What the world thread knows of one admitted client.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "common/base/ids.hpp"
#include "common/config/scenario.hpp"
#include "common/net/endpoint.hpp"
#include "common/net/seal.hpp"
#include "common/time/sim_time.hpp"
#include "common/time/wall_clock.hpp"

namespace synchrono::server {

struct Session {
    SessionId id;
    std::string client_name;
    std::vector<AgentId> agents;  // live ones, ascending
    config::Interest interest;
    net::Sealer sealer;
    net::Endpoint endpoint;                // nowhere until the first valid datagram: nothing is sent before
    std::size_t datagram_bytes_max;        // of the path to it
    WallTime heard;                        // its last valid datagram, or its admission
    WallTime moved = {};                   // when `received` last rose, or others were waited for
    Tick have;                             // `exact`: newest bundle it holds; `window`: slowest it heard of
    Tick sent;                             // `exact`: newest bundle sent
    std::uint64_t sent_version = 0;        // `window`: of the world map, when last sent something
    std::uint64_t notices = 0;             // given to it so far
    std::vector<std::string> frames = {};  // of this turn, for the lobby to carry
    bool request = false;                  // it asked for an answer
    Tick received{-1};  // its own agents' messages have arrived up to here, those that ended included
};

}  // namespace synchrono::server
