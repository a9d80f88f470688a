#include "client/transport/registry.hpp"

#include <array>
#include <utility>

#include "client/transport/udp/udp_factory.hpp"
#include "common/base/quoted_list.hpp"
#include "common/net/transport_address.hpp"

namespace synchrono::client::transport {

std::span<const TransportKind> transport_kinds() {
    static constexpr std::array kKinds{
        TransportKind{"udp", make_udp_factory},
    };
    return kKinds;
}

std::string transport_names() {
    return quoted_list(transport_kinds(), [](const TransportKind& kind) { return kind.name; });
}

Result<std::unique_ptr<TransportFactory>> make_transport_factory(TransportSetup setup,
                                                                 std::span<const TransportKind> kinds) {
    auto chosen = net::choose_transport(setup.address, kinds);
    if (!chosen) return tl::unexpected(chosen.error());
    setup.address = std::move(chosen->address);
    return chosen->row->make(setup);
}

}  // namespace synchrono::client::transport
