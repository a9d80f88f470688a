#include "comm_server/program/listen_setup.hpp"

namespace synchrono::comm_server {

Result<ListenSetup> resolve_listen_setup(const program::ServerArguments& arguments, std::size_t agent_count) {
    auto credentials = config::load_credentials(arguments.credentials, agent_count);
    if (!credentials) return tl::unexpected(credentials.error());
    const auto listen = net::resolve(arguments.listen);
    if (!listen) return tl::unexpected(listen.error());
    return ListenSetup{*listen, std::move(*credentials)};
}

}  // namespace synchrono::comm_server
