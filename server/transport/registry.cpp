#include "server/transport/registry.hpp"

#include <array>

#include "common/base/listed.hpp"
#include "common/net/transport_address.hpp"
#include "server/transport/udp/dynamics_server.hpp"

namespace synchrono::server {

std::span<const HostKind> host_kinds() {
    static constexpr std::array kKinds{
        HostKind{"udp", make_udp_host},
    };
    return kKinds;
}

std::string host_names() {
    return listed(host_kinds(), [](const HostKind& kind) { return kind.name; });
}

Result<std::unique_ptr<WorldHost>> make_world_host(HostSetup setup, std::span<const HostKind> kinds) {
    const auto chosen = net::choose_transport(setup.listen, kinds);
    if (!chosen) return tl::unexpected(chosen.error());
    const auto [kind, address] = *chosen;
    setup.listen = std::string(address);
    return kind->make(setup);
}

}  // namespace synchrono::server
