/// A bad network between the real programs: it stands at another address of this host, 127.0.0.2, with the
/// port of the server. TCP passes unchanged. Datagrams are lost, doubled and delayed, and delays change their
/// order. One seed decides the fate of each datagram. A test can also send datagrams in a client's name.
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
    std::uint64_t passed = 0;  // datagrams passed on, duplicates included
    std::uint64_t lost = 0;
    std::uint64_t duplicated = 0;
    std::uint64_t overtaken = 0;  // delivered after a datagram that arrived later
};

/// The bad network in front of one server.
/// Threading: has a thread of its own; any thread may call.  Owns: its sockets.
class Relay {
  public:
    /// Serves clients of `server`, whose port for datagrams must be that of TCP. Throws when this machine has
    /// no sockets left.
    explicit Relay(const net::Endpoint& server, const RelayFaults& faults = {});
    ~Relay();

    /// Returns the address that clients connect to in place of the server's.
    net::Endpoint address() const;
    RelayCounts counts() const;

    /// The membership of one client, as the relay learns of it from the client's datagrams.
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
