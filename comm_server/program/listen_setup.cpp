#include "comm_server/program/listen_setup.hpp"

namespace synchrono::comm_server {

Result<ListenSetup> resolve_listen_setup(const program::ServerArguments& arguments) {
    const auto token = net::read_token_file(arguments.token_file);
    if (!token) return tl::unexpected(token.error());
    const auto listen = net::resolve(arguments.listen);
    if (!listen) return tl::unexpected(listen.error());
    return ListenSetup{*listen, *token};
}

}  // namespace synchrono::comm_server
