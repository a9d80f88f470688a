/// The address where clients reach the communication server, and the token that they must have.
#pragma once

#include "common/base/result.hpp"
#include "common/net/endpoint.hpp"
#include "common/net/token.hpp"
#include "common/program/server_arguments.hpp"

namespace synchrono::comm_server {

struct Entrance {
    net::Endpoint listen;
    net::Token token;
};
/// Reads the token and resolves the address, but opens nothing. The error is one line.
Result<Entrance> resolve_entrance(const program::ServerArguments& arguments);

}  // namespace synchrono::comm_server
