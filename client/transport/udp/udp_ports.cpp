#include "client/transport/udp/udp_ports.hpp"

#include "common/net/udp_socket.hpp"

namespace synchrono::client::transport {

Result<std::unique_ptr<net::Stream>> UdpPorts::connect() {
    auto connected = net::connect_secured_to_any(addresses_, identity_, WallDuration::seconds(5));
    if (!connected) return tl::unexpected(connected.error());
    server_ = connected->to;
    return std::move(connected->stream);
}

Result<ServerPorts::Datagrams> UdpPorts::open_datagrams(std::uint16_t server_port) {
    // Usually one datagram comes in each heartbeat, so datagrams are read one at a time.
    auto socket = net::UdpSocket::open(
        {}, {.batch = 1, .receive_buffer_bytes = 1 << 20, .connect_to = server_.with_port(server_port)});
    if (!socket) return tl::unexpected(socket.error());
    return Datagrams{std::move(*socket), {}};
}

WallTime UdpPorts::after_wait(WallTime) const { return clock_.now(); }

}  // namespace synchrono::client::transport
