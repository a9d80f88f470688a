/// Prepares a client's connections to its servers, from the command line and the scenario.
#pragma once

#include <memory>

#include "client/link/radio_link.hpp"
#include "client/program/arguments.hpp"
#include "client/transport/transport_factory.hpp"
#include "common/base/result.hpp"
#include "common/config/credentials.hpp"

namespace synchrono::client {

/// The factories that connect a client to the world and to the radio.
struct Connections {
    std::unique_ptr<transport::TransportFactory> transports;
    std::unique_ptr<link::RadioLinkFactory> radio;  // null if the scenario has no radio
};

/// Resolves the addresses, without connecting yet. The result borrows the scenario. The error is one line.
Result<Connections> resolve_connections(const Arguments& arguments, const config::Scenario& scenario,
                                        const config::Credential& credential);

}  // namespace synchrono::client
