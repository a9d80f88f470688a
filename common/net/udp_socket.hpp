/// UDP in batches: one system call moves a whole batch. The call that receives also waits, so that waiting
/// needs no separate system call.
#pragma once

#include <cstdint>
#include <memory>

#include "common/base/limits.hpp"
#include "common/net/datagram_socket.hpp"

namespace synchrono::net {

struct UdpOptions {
    // The most datagrams in one system call. The buffers take up to batch * datagram_bytes_max bytes; the
    // kernel provides this memory only when datagrams fill it. A batch of 1 is cheapest if datagrams come one
    // at a time.
    std::size_t batch = 32;
    std::size_t datagram_bytes_max = limits::kDatagramBytesMax;  // a longer datagram is dropped and counted
    bool share_port = false;       // several sockets share one port; the kernel spreads peers over them
    int receive_buffer_bytes = 0;  // requested from the kernel, which may grant less; 0: its default
    int send_buffer_bytes = 0;     // likewise
    Endpoint connect_to = {};      // the only peer; Endpoint{} accepts any peer
};

/// Threading: one thread receives and one sends.  Owns: the socket and the buffers.
class UdpSocket final : public DatagramSocket {
  public:
    /// Opens a socket at `local`; port 0 takes a free port. Requires that `local` and `options.connect_to`
    /// are not both nowhere. The error has the address and the system's text.
    static Result<std::unique_ptr<UdpSocket>> open(const Endpoint& local, const UdpOptions& options = {});
    ~UdpSocket() override;

    /// Receives as DatagramSocket::receive() says. A wait above 0 is rounded down to 1, 2, 5, 10, ... or
    /// 5000 ms; a wait below 1 ms becomes 1 ms. The kernel rounds the result up to its tick.
    std::span<const InDatagram> receive(WallDuration wait_max) override;
    std::size_t send(std::span<const OutDatagram> datagrams) override;
    Endpoint local() const override;

    /// Returns how many datagrams were dropped because they were longer than `datagram_bytes_max`.
    std::uint64_t oversized() const;
    /// Returns the size of the receive buffer that the kernel granted, in bytes; 0 if it is unknown.
    int receive_buffer_bytes() const;

  private:
    struct Impl;
    explicit UdpSocket(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
};

}  // namespace synchrono::net
