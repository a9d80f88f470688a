#include "common/program/server_arguments.hpp"

#include <json/value.h>

#include "common/program/program.hpp"

namespace synchrono::program {

Result<Entrance> resolve_entrance(const ServerArguments& arguments) {
    const auto token = net::read_token_file(arguments.token_file);
    if (!token) return tl::unexpected(token.error());
    const auto listen = net::resolve(arguments.listen);
    if (!listen) return tl::unexpected(listen.error());
    return Entrance{*listen, *token};
}

void tell_listening(const std::string& address) {
    Json::Value event;
    event["event"] = "listening";
    event["address"] = address;
    tell(event);
}

}  // namespace synchrono::program
