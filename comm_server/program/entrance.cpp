#include "comm_server/program/entrance.hpp"

namespace synchrono::comm_server {

Result<Entrance> resolve_entrance(const program::ServerArguments& arguments) {
    const auto token = net::read_token_file(arguments.token_file);
    if (!token) return tl::unexpected(token.error());
    const auto listen = net::resolve(arguments.listen);
    if (!listen) return tl::unexpected(listen.error());
    return Entrance{*listen, *token};
}

}  // namespace synchrono::comm_server
