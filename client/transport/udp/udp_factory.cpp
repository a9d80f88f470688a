#include "client/transport/udp/udp_factory.hpp"

#include "client/transport/udp/udp_ports.hpp"
#include "common/net/endpoint.hpp"

namespace synchrono::client::transport {

UdpFactory::UdpFactory(std::unique_ptr<ServerPorts> ports, Introduction introduction,
                       WallDuration server_limit)
    : ports_(std::move(ports)), introduction_(std::move(introduction)), server_limit_(server_limit) {}

std::unique_ptr<Transport> UdpFactory::join(const Participation& participation, WallTime now) {
    return std::make_unique<UdpTransport>(*ports_, join_request(introduction_, participation), server_limit_,
                                          counters_, now);
}

void UdpFactory::visit_counters(const CounterVisitor& visit) const {
    counters_.each(kUdpCounterNames, visit);
}

Result<std::unique_ptr<TransportFactory>> make_udp_factory(const TransportSetup& setup) {
    const auto server = net::resolve(setup.address);
    if (!server) return tl::unexpected(server.error());
    return std::make_unique<UdpFactory>(std::make_unique<UdpPorts>(*server),
                                        Introduction{setup.client_name, setup.scenario, setup.token},
                                        setup.server_limit);
}

}  // namespace synchrono::client::transport
