/// How a client reaches its servers, as the command line and the scenario say it.
#pragma once

#include <memory>

#include "client/link/radio_link.hpp"
#include "client/program/arguments.hpp"
#include "client/transport/transport_factory.hpp"
#include "common/base/result.hpp"

namespace synchrono::client {

struct Connections {
    std::unique_ptr<TransportFactory> transports;
    std::unique_ptr<RadioLinkFactory> radio;  // null where the scenario has none
};

/// Reads the token and resolves the addresses, but connects to nobody. What is given borrows the scenario.
/// The error is one line.
Result<Connections> resolve_connections(const Arguments& arguments, const config::Scenario& scenario);

}  // namespace synchrono::client
