#include "server/transport/registry.hpp"

#include <algorithm>
#include <array>

#include "common/base/contract.hpp"
#include "server/transport/udp/dynamics_server.hpp"

namespace synchrono::server {

std::span<const HostKind> host_kinds() {
    static constexpr std::array kKinds{HostKind{"udp", make_udp_host}};
    return kKinds;
}

Result<std::unique_ptr<WorldHost>> make_world_host(HostSetup setup, std::span<const HostKind> kinds) {
    SYN_REQUIRE(!kinds.empty());
    const std::size_t colon = setup.listen.find(':');
    const auto named = std::find_if(kinds.begin(), kinds.end(), [&](const HostKind& kind) {
        return colon != std::string::npos && kind.name == std::string_view(setup.listen).substr(0, colon);
    });
    if (named == kinds.end()) return kinds.front().make(setup);
    setup.listen.erase(0, colon + 1);
    return named->make(setup);
}

}  // namespace synchrono::server
