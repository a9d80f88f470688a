/// A network in one process and one thread, for tests: datagrams get lost, doubled, delayed, reordered,
/// replayed and damaged, streams are slow or break, and hosts are cut off. What happens to the n-th
/// datagram depends on the seed and on n alone, so that its seed reproduces a failing run.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "common/net/datagram_socket.hpp"
#include "common/net/stream.hpp"
#include "common/time/wall_clock.hpp"

namespace synchrono::net::sim {

/// The probabilities of what may happen to a datagram, each drawn independently. Streams are only delayed.
struct Faults {
    double loss = 0;
    double duplicate = 0;
    double replay = 0;   // it arrives once more, up to `replay_delay_max` later
    double corrupt = 0;  // one bit is flipped, or the end is cut off
    WallDuration delay_min = {};
    WallDuration delay_max = {};  // if above delay_min, datagrams overtake one another
    WallDuration replay_delay_max = WallDuration::seconds(2);
};

/// Counts what has become of the datagrams so far.
struct Fates {
    std::uint64_t sent = 0, delivered = 0, lost = 0, duplicated = 0, replayed = 0, corrupted = 0;
    std::uint64_t cut_off = 0;       // sent across a partition
    std::uint64_t nobody_there = 0;  // arrived where no socket was bound
    std::uint64_t overflowed = 0;    // arrived at a socket with a full inbox
};

struct NetworkState;

/// Makes simulated sockets, listeners and streams, and decides what happens to what they send. A host is
/// identified by its address alone: functions that take a host ignore the port.
/// Threading: one thread, for the network and all that comes from it.  Borrows: the clock. Sockets, streams
/// and listeners must be gone before the network is.
class Network {
  public:
    Network(std::uint64_t seed, const ManualClock& clock);
    ~Network();

    /// Port 0 takes a free port. Requires that no socket is bound there.
    std::unique_ptr<DatagramSocket> bind(const Endpoint& local);
    std::unique_ptr<StreamListener> listen(const Endpoint& local);
    /// Returns null if nobody listens there or the two hosts are cut off from one another.
    std::unique_ptr<Stream> connect(const Endpoint& from_host, const Endpoint& to);

    void set_faults(const Faults& faults);
    /// Cuts two hosts off from one another, or joins them again. Meanwhile their datagrams vanish and their
    /// streams stand still.
    void set_partitioned(const Endpoint& host_a, const Endpoint& host_b, bool partitioned);
    /// Ends every stream of the host, as the kernel does for a killed process.
    void break_streams(const Endpoint& host);
    /// Sends a datagram in anyone's name. No fault applies to it.
    void inject(const Endpoint& from, const Endpoint& to, ByteView bytes);

    /// Returns when something arrives next, always later than now; nothing if nothing is on its way.
    std::optional<WallTime> next_delivery();
    const Fates& fates() const;

  private:
    std::unique_ptr<NetworkState> state_;
};

}  // namespace synchrono::net::sim
