#include "client/transport/registry.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>

#include "client/transport/udp/udp_factory.hpp"
#include "common/base/contract.hpp"
#include "common/base/listed.hpp"
#include "common/net/transport_address.hpp"

namespace synchrono::client {
namespace {

const TransportKind* row_of(std::string_view name, std::span<const TransportKind> kinds) {
    const auto found = std::find_if(kinds.begin(), kinds.end(),
                                    [name](const TransportKind& kind) { return kind.name == name; });
    return found == kinds.end() ? nullptr : &*found;
}

std::string names_of(std::span<const TransportKind> kinds) {
    return listed(kinds, [](const TransportKind& kind) { return kind.name; });
}

}  // namespace

std::span<const TransportKind> transport_kinds() {
    static constexpr std::array kKinds{
        TransportKind{"udp", make_udp_factory},
    };
    return kKinds;
}

std::string transport_names() { return names_of(transport_kinds()); }

Result<std::unique_ptr<TransportFactory>> make_transport_factory(TransportSetup setup,
                                                                 std::span<const TransportKind> kinds) {
    SYN_REQUIRE(!kinds.empty());
    const auto [name, address] = net::split_transport(setup.address);
    const TransportKind* const kind = name.empty() ? &kinds.front() : row_of(name, kinds);
    if (kind == nullptr) {
        return fail(fmt::format("address '{}': there is no transport '{}', only {}", setup.address, name,
                                names_of(kinds)));
    }
    setup.address = std::string(address);
    return kind->make(setup);
}

}  // namespace synchrono::client
