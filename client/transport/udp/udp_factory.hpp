/// Makes the transport over a dynamics server: a UdpTransport each time that the client joins.
#pragma once

#include <memory>

#include "client/transport/handshake/join_request.hpp"
#include "client/transport/transport_factory.hpp"
#include "client/transport/transport_setup.hpp"
#include "client/transport/udp/udp_transport.hpp"
#include "common/base/result.hpp"

namespace synchrono::client::transport {

/// Makes the UdpTransports of one client, one each time that the client joins.
/// Threading: as TransportFactory.  Owns: the ports and the counters.
class UdpFactory final : public TransportFactory {
  public:
    /// `server_limit` is how long the server may be silent before the client gives it up.
    UdpFactory(std::unique_ptr<ServerPorts> ports, const config::ScenarioId& scenario,
               WallDuration server_limit);

    std::unique_ptr<Transport> join(const Participation& participation, WallTime now) override;
    void visit_counters(const CounterVisitor& visit) const override;

  private:
    const std::unique_ptr<ServerPorts> ports_;
    const config::ScenarioId scenario_;
    const WallDuration server_limit_;
    Counters<UdpCounter> counters_;
};

/// Makes the factory for a server whose TCP address, HOST:PORT, is in `setup`. The error is one line.
Result<std::unique_ptr<TransportFactory>> make_udp_factory(const TransportSetup& setup);

}  // namespace synchrono::client::transport
