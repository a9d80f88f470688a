/// UDP in batches: one system call moves a whole batch, and waiting for the next datagram needs no call of
/// its own.
#pragma once

#include <cstdint>
#include <memory>

#include "common/base/limits.hpp"
#include "common/net/datagram_socket.hpp"

namespace synchrono::net {

struct UdpOptions {
    // Datagrams per system call. The buffers take batch * datagram_bytes_max of memory, once they are used.
    // 1 is cheapest if datagrams come one at a time.
    std::size_t batch = 32;
    std::size_t datagram_bytes_max = limits::kDatagramBytesMax;  // a longer datagram is dropped and counted
    bool share_port = false;       // several sockets share one port; the kernel spreads peers over them
    int receive_buffer_bytes = 0;  // requested from the kernel, which may grant less; 0: its default
    int send_buffer_bytes = 0;
    Endpoint connect_to = {};  // the only peer; nowhere: any peer
};

/// Threading: one thread receives and one sends.  Owns: the socket and the buffers.
class UdpSocket final : public DatagramSocket {
  public:
    /// `local` may be nowhere if the socket is connected; port 0 takes a free port. The error has the
    /// address and the system's words.
    static Result<std::unique_ptr<UdpSocket>> open(const Endpoint& local, const UdpOptions& options = {});
    ~UdpSocket() override;

    /// Rounds a wait down to 1, 2, 5, 10, ... ms, but not below 1 ms; the kernel then rounds it up to its
    /// tick.
    std::span<const InDatagram> receive(WallDuration wait_max) override;
    std::size_t send(std::span<const OutDatagram> datagrams) override;
    Endpoint local() const override;

    /// Returns how many datagrams were dropped because they were longer than `datagram_bytes_max`.
    std::uint64_t oversized() const;
    /// Returns the size that the kernel granted.
    int receive_buffer_bytes() const;

  private:
    struct Impl;
    explicit UdpSocket(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
};

}  // namespace synchrono::net
