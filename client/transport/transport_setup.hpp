/// What a transport is made from: where the world is, and how a client proves that it may take part.
#pragma once

#include <string>

#include "common/config/scenario.hpp"
#include "common/net/token.hpp"
#include "common/time/wall_clock.hpp"

namespace synchrono::client {

struct TransportSetup {
    std::string address;          // in the transport's own spelling, without its name
    std::string client_name;      // for logs
    config::ScenarioId scenario;  // what everybody in the world runs
    WallDuration silence_max;     // the world may be silent for so long until it is given up
    net::Token token;             // the run's, which whoever takes part was given
};

}  // namespace synchrono::client
