/// Sends and receives datagrams in batches. UdpSocket does so over the real network, the sockets of
/// sim::Network over a simulated one. Code that runs with one kind of socket runs unchanged with the other.
/// Datagrams may get lost; for send() and receive() that is no error.
#pragma once

#include <cstddef>
#include <span>

#include "common/base/bytes.hpp"
#include "common/net/endpoint.hpp"
#include "common/time/wall_clock.hpp"

namespace synchrono::net {

/// A datagram to send: `bytes`, then `tail`. Many datagrams can share a tail, which is not copied into each.
struct OutDatagram {
    Endpoint to;  // Endpoint{} ("nowhere") if the socket is connected
    ByteView bytes;
    ByteView tail = {};
    Endpoint from = {};  // our address that the receiver is to see; nowhere: the system chooses it
};

/// A received datagram. Its bytes belong to the socket and are valid until the next `receive`; the receiver
/// may change them.
struct InDatagram {
    Endpoint from;
    std::span<std::byte> bytes;
};

/// Threading: one thread receives and one sends; both may be the same thread.
class DatagramSocket {
  public:
    virtual ~DatagramSocket() = default;
    /// Returns the datagrams that have arrived, at most one batch. Waits at most about `wait_max` for the
    /// first one; with zero it does not wait. May return nothing, even before `wait_max` has passed.
    /// A simulated socket never waits.
    virtual std::span<const InDatagram> receive(WallDuration wait_max) = 0;
    /// Sends without waiting. Returns how many datagrams the network took; the others are lost.
    virtual std::size_t send(std::span<const OutDatagram> datagrams) = 0;
    virtual Endpoint local() const = 0;
};

}  // namespace synchrono::net
