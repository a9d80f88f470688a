/// A network in one process and one thread, for tests: datagrams that get lost, doubled, delayed, reordered,
/// replayed and damaged, streams that are slow or break, hosts that are cut off. What happens to the n-th
/// datagram depends on the seed and n alone, so that a failing run is replayed by its seed.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "common/net/datagram_socket.hpp"
#include "common/net/stream.hpp"
#include "common/time/wall_clock.hpp"

namespace synchrono::net::sim {

/// What may happen to a datagram: probabilities, each drawn on its own. Streams know the delay only.
struct Faults {
    double loss = 0;
    double duplicate = 0;
    double replay = 0;   // comes once more, up to `replay_delay_max` later
    double corrupt = 0;  // a bit flipped, or the end cut off
    WallDuration delay_min = {};
    WallDuration delay_max = {};  // above delay_min, datagrams overtake one another
    WallDuration replay_delay_max = WallDuration::seconds(2);
};

/// What has become of the datagrams so far.
struct Fates {
    std::uint64_t sent = 0, delivered = 0, lost = 0, duplicated = 0, replayed = 0, corrupted = 0;
    std::uint64_t cut_off = 0;       // sent across a partition
    std::uint64_t nobody_there = 0;  // arrived where no socket was
    std::uint64_t overflowed = 0;    // arrived at a socket that nobody had read for long
};

struct NetworkState;

/// A host is an address; ports do not matter where one is asked for.
/// Threading: one thread, for the network and all that comes from it.  Borrows: the clock. Sockets, streams
/// and listeners must be gone before the network is.
class Network {
  public:
    Network(std::uint64_t seed, const ManualClock& clock);
    ~Network();

    /// Port 0 takes a free one. Requires that nobody is bound there.
    std::unique_ptr<DatagramSocket> bind(const Endpoint& local);
    std::unique_ptr<StreamListener> listen(const Endpoint& local);
    /// Null when nobody listens there, or the two are cut off from one another.
    std::unique_ptr<Stream> connect(const Endpoint& from_host, const Endpoint& to);

    void set_faults(const Faults& faults);
    /// Cuts two hosts off from one another, or joins them again: datagrams vanish, streams stand still.
    void set_partitioned(const Endpoint& host_a, const Endpoint& host_b, bool partitioned);
    /// Ends every stream of the host, as the kernel does for a process that was killed.
    void break_streams(const Endpoint& host);
    /// Sends a datagram in anyone's name, without faults.
    void inject(const Endpoint& from, const Endpoint& to, ByteView bytes);

    /// When something next arrives somewhere, after now; nothing on its way gives nothing.
    std::optional<WallTime> next_delivery();
    const Fates& fates() const;

  private:
    std::unique_ptr<NetworkState> state_;
};

}  // namespace synchrono::net::sim
