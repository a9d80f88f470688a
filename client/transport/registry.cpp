#include "client/transport/registry.hpp"

#include <array>

#include "client/transport/udp/udp_factory.hpp"
#include "common/base/listed.hpp"
#include "common/net/transport_address.hpp"

namespace synchrono::client {

std::span<const TransportKind> transport_kinds() {
    static constexpr std::array kKinds{
        TransportKind{"udp", make_udp_factory},
    };
    return kKinds;
}

std::string transport_names() {
    return listed(transport_kinds(), [](const TransportKind& kind) { return kind.name; });
}

Result<std::unique_ptr<TransportFactory>> make_transport_factory(TransportSetup setup,
                                                                 std::span<const TransportKind> kinds) {
    const auto chosen = net::choose_transport(setup.address, kinds);
    if (!chosen) return tl::unexpected(chosen.error());
    const auto [kind, address] = *chosen;
    setup.address = std::string(address);
    return kind->make(setup);
}

}  // namespace synchrono::client
