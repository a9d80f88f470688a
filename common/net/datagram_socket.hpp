/// Datagrams in batches. UdpSocket is the real one; sim::Network gives the simulated twin, and what runs on
/// one runs on the other unchanged. Loss is ordinary here: neither call reports it as an error.
#pragma once

#include <cstddef>
#include <span>

#include "common/base/bytes.hpp"
#include "common/net/endpoint.hpp"
#include "common/time/wall_clock.hpp"

namespace synchrono::net {

/// Two pieces that travel as one, so that what many datagrams end with need not be copied into each.
struct OutDatagram {
    Endpoint to;  // nowhere, for a socket that is connected
    ByteView bytes;
    ByteView tail = {};
};

/// Borrowed from the socket until its next `receive`; the receiver may write into the bytes.
struct InDatagram {
    Endpoint from;
    std::span<std::byte> bytes;
};

/// Threading: one thread receives, one (the same or another) sends.
class DatagramSocket {
  public:
    virtual ~DatagramSocket() = default;
    /// Gives what has arrived, waiting for the first datagram no longer than about `wait_max` (zero: not at
    /// all). May give nothing, and sooner than that. A simulated socket never waits.
    virtual std::span<const InDatagram> receive(WallDuration wait_max) = 0;
    /// Never waits. Tells how many the network took; the others are lost, as datagrams may be.
    virtual std::size_t send(std::span<const OutDatagram> datagrams) = 0;
    virtual Endpoint local() const = 0;
};

}  // namespace synchrono::net
