/// The address of the world and a client's credentials, from which a transport's factory is made.
#pragma once

#include <string>

#include "common/config/scenario.hpp"
#include "common/net/token.hpp"
#include "common/time/wall_clock.hpp"

namespace synchrono::client::transport {

struct TransportSetup {
    std::string address;          // in the transport's own format, without NAME://
    std::string client_name;      // for logs
    config::ScenarioId scenario;  // of the scenario, which everybody in the world must run
    WallDuration server_limit;    // a world that is silent for longer is given up
    net::Token token;             // of the run; every participant of the run has it
};

}  // namespace synchrono::client::transport
