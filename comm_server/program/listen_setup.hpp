/// The address at which clients reach the communication server, the credentials of those that may take part,
/// and the addresses of the dynamics server.
#pragma once

#include <memory>
#include <vector>

#include "common/base/result.hpp"
#include "common/config/credentials.hpp"
#include "common/config/scenario.hpp"
#include "common/net/endpoint.hpp"
#include "common/net/stream.hpp"
#include "common/program/server_arguments.hpp"

namespace synchrono::comm_server {

struct ListenSetup {
    net::Endpoint listen;
    config::Credentials credentials;
    std::vector<net::Endpoint> world;  // the dynamics server; empty: the radio takes no part in its judgement
};
/// Reads the credentials for a scenario with `agent_count` agents and resolves the addresses: that of
/// `arguments`, and `world`, the dynamics server's or empty. Opens no socket. The error is one line.
Result<ListenSetup> resolve_listen_setup(const program::ServerArguments& arguments, const std::string& world,
                                         std::size_t agent_count);
/// Connects to the dynamics server of a scenario. Tries again until the scenario's start limit has passed or
/// a signal has come, since the server may be started later. Requires its address. The error is one line.
Result<std::unique_ptr<net::Stream>> connect_to_world(const ListenSetup& setup,
                                                      const config::Scenario& scenario);

}  // namespace synchrono::comm_server
