/// A network that behaves badly, between the real programs: a TCP proxy in front of a server that tells each
/// client a UDP port of the relay's own, and a UDP relay behind that port which loses, repeats, delays and so
/// reorders what passes, from one seed. TCP is passed on as it is. It also lets a test send in a client's
/// name.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "common/base/bytes.hpp"
#include "common/base/ids.hpp"
#include "common/net/endpoint.hpp"
#include "common/time/wall_clock.hpp"

namespace synchrono::testing {

/// What happens to datagrams, in both directions alike.
struct RelayFaults {
    std::uint64_t seed = 1;
    double loss = 0;  // shares of all
    double duplicate = 0;
    WallDuration delay_max;  // each copy is delayed by chance up to this, so that they overtake one another
};

struct RelayCounts {
    std::uint64_t passed = 0;  // copies
    std::uint64_t lost = 0;
    std::uint64_t duplicated = 0;
    std::uint64_t overtaken = 0;  // delivered after one that came later
};

/// Threading: has a thread of its own; any thread may call.  Owns: its sockets.
class Relay {
  public:
    /// Serves clients of `server`. Throws when this machine has no sockets.
    explicit Relay(const net::Endpoint& server, const RelayFaults& faults = {});
    ~Relay();

    /// Where clients connect instead.
    net::Endpoint address() const;
    RelayCounts counts() const;

    /// One client's membership, as the relay overheard it.
    struct Membership {
        SessionId session;
        net::Endpoint server_datagrams;  // where its datagrams go in the end
        std::vector<Bytes> first_sent;   // some of its first datagrams, as it sent them
    };
    /// In the order of joining.
    std::vector<Membership> memberships() const;
    /// Sends to the server from where it knows that client to be.
    void send_as(SessionId session, ByteView datagram);

  private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace synchrono::testing
