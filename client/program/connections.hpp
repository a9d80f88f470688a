/// How a client reaches its servers, as the command line and the scenario say it.
#pragma once

#include "client/link/comm_server_link.hpp"
#include "client/program/arguments.hpp"
#include "common/base/result.hpp"
#include "common/net/endpoint.hpp"
#include "common/net/token.hpp"

namespace synchrono::client {

struct Connections {
    net::Token token;
    net::Endpoint server;
    /// To the communication server; empty where the scenario has no radio.
    CommServerLinks::Connect connect_radio;
};

/// Reads the token and resolves the addresses, but connects to nobody. The error is one line.
Result<Connections> resolve_connections(const Arguments& arguments, const config::Scenario& scenario);

}  // namespace synchrono::client
