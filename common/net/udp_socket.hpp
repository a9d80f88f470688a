/// UDP, batched: one system call moves a batch, and a wait for the next datagram costs no call of its own.
#pragma once

#include <cstdint>
#include <memory>

#include "common/base/limits.hpp"
#include "common/net/datagram_socket.hpp"

namespace synchrono::net {

struct UdpOptions {
    // Datagrams a system call; memory is batch * datagram_bytes_max, when used. Where one at a time is the
    // rule, 1 is cheapest.
    std::size_t batch = 32;
    std::size_t datagram_bytes_max = limits::kDatagramBytesMax;  // a longer one is dropped and counted
    bool share_port = false;       // several sockets on one port; the kernel spreads peers over them
    int receive_buffer_bytes = 0;  // asked of the kernel, which may give less; 0: its default
    int send_buffer_bytes = 0;
    Endpoint connect_to = {};  // the one peer; nowhere: any peer
};

/// Threading: one thread receives, one sends.  Owns: the socket and the buffers.
class UdpSocket final : public DatagramSocket {
  public:
    /// `local` may be nowhere for a connected socket; port 0 takes a free one. Fails with the address and
    /// the system's words.
    static Result<std::unique_ptr<UdpSocket>> open(const Endpoint& local, const UdpOptions& options = {});
    ~UdpSocket() override;

    /// A wait is rounded down to 1, 2, 5, 10, ... ms but not below 1, then up to the kernel's tick.
    std::span<const InDatagram> receive(WallDuration wait_max) override;
    std::size_t send(std::span<const OutDatagram> datagrams) override;
    Endpoint local() const override;

    /// Datagrams longer than `datagram_bytes_max`, dropped.
    std::uint64_t oversized() const;
    /// What the kernel granted.
    int receive_buffer_bytes() const;

  private:
    struct Impl;
    explicit UdpSocket(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
};

}  // namespace synchrono::net
