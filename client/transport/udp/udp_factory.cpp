#include "client/transport/udp/udp_factory.hpp"

#include "client/transport/udp/udp_ports.hpp"
#include "common/net/endpoint.hpp"

namespace synchrono::client::transport {

UdpFactory::UdpFactory(std::unique_ptr<ServerPorts> ports, const config::ScenarioId& scenario,
                       WallDuration server_limit)
    : ports_(std::move(ports)), scenario_(scenario), server_limit_(server_limit) {}

std::unique_ptr<Transport> UdpFactory::join(const Participation& participation, WallTime now) {
    return std::make_unique<UdpTransport>(*ports_, join_request(scenario_, participation), server_limit_,
                                          counters_, now);
}

void UdpFactory::visit_counters(const CounterVisitor& visit) const {
    counters_.each(kUdpCounterNames, visit);
}

Result<std::unique_ptr<TransportFactory>> make_udp_factory(const TransportSetup& setup) {
    auto addresses = net::resolve_all(setup.address);
    if (!addresses) return tl::unexpected(addresses.error());
    return std::make_unique<UdpFactory>(std::make_unique<UdpPorts>(std::move(*addresses), setup.identity),
                                        setup.scenario, setup.server_limit);
}

}  // namespace synchrono::client::transport
