/// The address at which clients reach the communication server, and the credentials of those that may take
/// part.
#pragma once

#include "common/base/result.hpp"
#include "common/config/credentials.hpp"
#include "common/net/endpoint.hpp"
#include "common/program/server_arguments.hpp"

namespace synchrono::comm_server {

struct ListenSetup {
    net::Endpoint listen;
    config::Credentials credentials;
};
/// Reads the credentials for a scenario with `agent_count` agents and resolves the address. Opens no socket.
/// The error is one line.
Result<ListenSetup> resolve_listen_setup(const program::ServerArguments& arguments, std::size_t agent_count);

}  // namespace synchrono::comm_server
