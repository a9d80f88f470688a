/// What both servers learn from their command lines, and what they tell the program that started them.
#pragma once

#include <string>
#include <string_view>

#include "common/base/result.hpp"
#include "common/net/endpoint.hpp"
#include "common/net/token.hpp"

namespace synchrono::program {

struct ServerArguments {
    std::string scenario, token_file, listen = "127.0.0.1:0", out;
    bool keep_open = false;
};

/// Where clients reach a server, and what they must know.
struct Entrance {
    net::Endpoint listen;
    net::Token token;
};
/// Reads the token and resolves the address; opens nothing. The error is one line.
Result<Entrance> resolve_entrance(const ServerArguments& arguments);

/// Tells the program that started us that clients may come, and what they are to be given as their server.
void tell_listening(const std::string& address);

}  // namespace synchrono::program
