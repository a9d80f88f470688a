/// Sends and receives datagrams in batches. UdpSocket does it over the network and sim::Network simulates
/// it; code that runs on one runs unchanged on the other. Datagrams may get lost, so neither call reports a
/// loss as an error.
#pragma once

#include <cstddef>
#include <span>

#include "common/base/bytes.hpp"
#include "common/net/endpoint.hpp"
#include "common/time/wall_clock.hpp"

namespace synchrono::net {

/// A datagram to send, in two pieces, so that an end that many datagrams share need not be copied into
/// each.
struct OutDatagram {
    Endpoint to;  // nowhere if the socket is connected
    ByteView bytes;
    ByteView tail = {};
};

/// A received datagram. It lies in the socket until the next `receive`; the receiver may write into its
/// bytes.
struct InDatagram {
    Endpoint from;
    std::span<std::byte> bytes;
};

/// Threading: one thread receives and one thread, the same or another, sends.
class DatagramSocket {
  public:
    virtual ~DatagramSocket() = default;
    /// Returns the datagrams that have arrived, at most one batch. Waits for the first one, at most about
    /// `wait_max`; zero does not wait. May return nothing, even before `wait_max` has passed. A simulated
    /// socket never waits.
    virtual std::span<const InDatagram> receive(WallDuration wait_max) = 0;
    /// Sends without waiting. Returns how many datagrams the network took; the others are lost.
    virtual std::size_t send(std::span<const OutDatagram> datagrams) = 0;
    virtual Endpoint local() const = 0;
};

}  // namespace synchrono::net
