/// The address of the world and a client's identity, from which a transport's factory is made.
#pragma once

#include <string>

#include "common/config/scenario.hpp"
#include "common/net/tls.hpp"
#include "common/time/wall_clock.hpp"

namespace synchrono::client::transport {

struct TransportSetup {
    std::string address;          // in the transport's own format, without NAME://
    config::ScenarioId scenario;  // the id of the scenario that every client in the world must run
    WallDuration server_limit;    // a world that is silent for longer is given up
    net::TlsIdentity identity;    // the client's name, and its secret
};

}  // namespace synchrono::client::transport
