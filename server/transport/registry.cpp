#include "server/transport/registry.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>

#include "common/base/contract.hpp"
#include "common/base/listed.hpp"
#include "common/net/transport_address.hpp"
#include "server/transport/udp/dynamics_server.hpp"

namespace synchrono::server {
namespace {

const HostKind* row_of(std::string_view name, std::span<const HostKind> kinds) {
    const auto found =
        std::find_if(kinds.begin(), kinds.end(), [name](const HostKind& kind) { return kind.name == name; });
    return found == kinds.end() ? nullptr : &*found;
}

std::string names_of(std::span<const HostKind> kinds) {
    return listed(kinds, [](const HostKind& kind) { return kind.name; });
}

}  // namespace

std::span<const HostKind> host_kinds() {
    static constexpr std::array kKinds{
        HostKind{"udp", make_udp_host},
    };
    return kKinds;
}

std::string host_names() { return names_of(host_kinds()); }

Result<std::unique_ptr<WorldHost>> make_world_host(HostSetup setup, std::span<const HostKind> kinds) {
    SYN_REQUIRE(!kinds.empty());
    const auto [name, address] = net::split_transport(setup.listen);
    const HostKind* const kind = name.empty() ? &kinds.front() : row_of(name, kinds);
    if (kind == nullptr) {
        return fail(fmt::format("address '{}': there is no transport '{}', only {}", setup.listen, name,
                                names_of(kinds)));
    }
    setup.listen = std::string(address);
    return kind->make(setup);
}

}  // namespace synchrono::server
