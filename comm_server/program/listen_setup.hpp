/// The address at which clients reach the communication server, and the join token by which they prove that
/// they belong to the run.
#pragma once

#include "common/base/result.hpp"
#include "common/net/endpoint.hpp"
#include "common/net/token.hpp"
#include "common/program/server_arguments.hpp"

namespace synchrono::comm_server {

struct ListenSetup {
    net::Endpoint listen;
    net::Token token;
};
/// Reads the token and resolves the address, but opens nothing. The error is one line.
Result<ListenSetup> resolve_listen_setup(const program::ServerArguments& arguments);

}  // namespace synchrono::comm_server
