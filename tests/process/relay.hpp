/// A bad network between the real programs: a TCP proxy in front of a server that gives each client a UDP
/// port of the relay in place of the server's, and a UDP relay behind that port which loses, duplicates and
/// delays datagrams, and so reorders them. One seed decides their fates. TCP passes unchanged but for that
/// port. A test can also send datagrams in a client's name.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "common/base/bytes.hpp"
#include "common/base/ids.hpp"
#include "common/net/endpoint.hpp"
#include "common/time/wall_clock.hpp"

namespace synchrono::testing {

/// The faults that datagrams meet, in both directions alike.
struct RelayFaults {
    std::uint64_t seed = 1;
    double loss = 0;         // the share of datagrams that are lost
    double duplicate = 0;    // the share of the other datagrams that are sent twice
    WallDuration delay_max;  // each copy waits up to this long at random, and may be overtaken
};

struct RelayCounts {
    std::uint64_t passed = 0;  // datagrams and their duplicates
    std::uint64_t lost = 0;
    std::uint64_t duplicated = 0;
    std::uint64_t overtaken = 0;  // delivered after a datagram that arrived later
};

/// The bad network in front of one server.
/// Threading: has a thread of its own; any thread may call.  Owns: its sockets.
class Relay {
  public:
    /// Serves clients of `server`. Throws when this machine has no sockets left.
    explicit Relay(const net::Endpoint& server, const RelayFaults& faults = {});
    ~Relay();

    /// Returns the address that clients connect to in place of the server's.
    net::Endpoint address() const;
    RelayCounts counts() const;

    /// One client's membership, as the relay overheard it.
    struct Membership {
        SessionId session;
        net::Endpoint server_datagrams;  // where the relay sends the client's datagrams
        std::vector<Bytes> first_sent;   // some of the client's first datagrams, as it sent them
    };
    /// Returns the memberships in the order of joining.
    std::vector<Membership> memberships() const;
    /// Sends a datagram to the server from the address that the server knows as this client's.
    void send_as(SessionId session, ByteView datagram);

  private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace synchrono::testing
