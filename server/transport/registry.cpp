#include "server/transport/registry.hpp"

#include <array>
#include <utility>

#include "common/base/quoted_list.hpp"
#include "common/net/transport_address.hpp"
#include "server/transport/udp/dynamics_server.hpp"

namespace synchrono::server::transport {

std::span<const HostKind> host_kinds() {
    static constexpr std::array kKinds{
        HostKind{"udp", make_udp_host},
    };
    return kKinds;
}

std::string host_names() {
    return quoted_list(host_kinds(), [](const HostKind& kind) { return kind.name; });
}

Result<std::unique_ptr<WorldHost>> make_world_host(HostSetup setup, std::span<const HostKind> kinds) {
    auto chosen = net::choose_transport(setup.listen, kinds);
    if (!chosen) return tl::unexpected(chosen.error());
    setup.listen = std::move(chosen->address);
    return chosen->row->make(setup);
}

}  // namespace synchrono::server::transport
