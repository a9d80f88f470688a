/// Opens real connections and sockets to a server, over TCP and UDP.
#pragma once

#include <utility>
#include <vector>

#include "client/transport/udp/udp_transport.hpp"
#include "common/net/tls.hpp"

namespace synchrono::client::transport {

class UdpPorts final : public ServerPorts {
  public:
    /// `addresses` are those of the server; they are tried in turn. Requires at least one.
    UdpPorts(std::vector<net::Endpoint> addresses, net::TlsIdentity identity)
        : addresses_(std::move(addresses)), identity_(std::move(identity)) {}
    Result<std::unique_ptr<net::Stream>> connect() override;
    Result<Datagrams> open_datagrams(std::uint16_t server_port) override;
    WallTime after_wait(WallTime before) const override;

  private:
    std::vector<net::Endpoint> addresses_;
    net::Endpoint server_;  // the address of the last connection
    net::TlsIdentity identity_;
    MonotonicClock clock_;
};

}  // namespace synchrono::client::transport
