#include "client/transport/registry.hpp"

#include <algorithm>
#include <array>

#include "client/transport/udp/udp_factory.hpp"
#include "common/base/contract.hpp"

namespace synchrono::client {

std::span<const TransportKind> transport_kinds() {
    static constexpr std::array kKinds{TransportKind{"udp", make_udp_factory}};
    return kKinds;
}

Result<std::unique_ptr<TransportFactory>> make_transport_factory(TransportSetup setup,
                                                                 std::span<const TransportKind> kinds) {
    SYN_REQUIRE(!kinds.empty());
    const std::size_t colon = setup.address.find(':');
    const auto named = std::find_if(kinds.begin(), kinds.end(), [&](const TransportKind& kind) {
        return colon != std::string::npos && kind.name == std::string_view(setup.address).substr(0, colon);
    });
    if (named == kinds.end()) return kinds.front().make(setup);
    setup.address.erase(0, colon + 1);
    return named->make(setup);
}

}  // namespace synchrono::client
