#include "comm_server/program/listen_setup.hpp"

#include "common/net/tls.hpp"

namespace synchrono::comm_server {

Result<ListenSetup> resolve_listen_setup(const program::ServerArguments& arguments, const std::string& world,
                                         std::size_t agent_count) {
    auto credentials = config::load_credentials(arguments.credentials, agent_count);
    if (!credentials) return tl::unexpected(credentials.error());
    const auto listen = net::resolve(arguments.listen);
    if (!listen) return tl::unexpected(listen.error());
    ListenSetup setup{*listen, std::move(*credentials), {}};
    if (world.empty()) return setup;
    auto addresses = net::resolve_all(world);
    if (!addresses) return tl::unexpected(addresses.error());
    setup.world = std::move(*addresses);
    if (config::radio_credential(setup.credentials) == nullptr)
        return fail(
            arguments.credentials +
            ": no credential has \"radio\": true, so the dynamics server would not listen to the radio");
    return setup;
}

Result<std::unique_ptr<net::Stream>> connect_to_world(const ListenSetup& setup, WallDuration limit) {
    const config::Credential& own = *config::radio_credential(setup.credentials);
    auto connected = net::connect_secured_to_any(setup.world, {own.name, own.secret}, limit);
    if (!connected) return tl::unexpected(connected.error());
    return std::move(connected->stream);
}

}  // namespace synchrono::comm_server
