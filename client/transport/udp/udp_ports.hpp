/// Opens real connections and sockets to a server, over TCP and UDP.
#pragma once

#include "client/transport/udp/udp_transport.hpp"

namespace synchrono::client::transport {

class UdpPorts final : public ServerPorts {
  public:
    explicit UdpPorts(const net::Endpoint& server) : server_(server) {}
    Result<std::unique_ptr<net::Stream>> connect() override;
    Result<Datagrams> open_datagrams(std::uint16_t server_port) override;
    WallTime after_wait(WallTime before) const override;

  private:
    net::Endpoint server_;
    MonotonicClock clock_;
};

}  // namespace synchrono::client::transport
