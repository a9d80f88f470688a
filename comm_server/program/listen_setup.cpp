#include "comm_server/program/listen_setup.hpp"

#include <spdlog/spdlog.h>

#include "common/net/tls.hpp"
#include "common/program/program.hpp"
#include "common/realtime/sleep.hpp"

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

Result<std::unique_ptr<net::Stream>> connect_to_world(const ListenSetup& setup,
                                                      const config::Scenario& scenario) {
    constexpr WallDuration kRetryEvery = WallDuration::milliseconds(200);
    const config::Credential& own = *config::radio_credential(setup.credentials);
    const MonotonicClock clock;
    const WallTime until = clock.now() + scenario.start_limit;
    for (bool told = false;; told = true) {
        if (const std::string signal = program::signal_name(); !signal.empty())
            return fail("stopped by " + signal);
        auto connected =
            net::connect_secured_to_any(setup.world, {own.name, own.secret}, scenario.server_limit);
        if (connected) return std::move(connected->stream);
        const Error& error = connected.error();
        if (!error.temporary || clock.now() >= until) return tl::unexpected(error);
        if (!told) spdlog::warn("{}; trying again for {:g} s", error.text, scenario.start_limit.to_seconds());
        sleep_until(clock.now() + kRetryEvery);
    }
}

}  // namespace synchrono::comm_server
