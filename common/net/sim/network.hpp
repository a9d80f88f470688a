/// A network in one process and one thread, for tests: datagrams get lost, doubled, delayed, reordered,
/// replayed and damaged, streams are slow or break, and hosts are cut off. The seed alone decides everything
/// random, so that a failing run can be repeated with its seed.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "common/net/datagram_socket.hpp"
#include "common/net/stream.hpp"
#include "common/time/wall_clock.hpp"

namespace synchrono::net::sim {

/// The probabilities of the faults that a datagram may suffer, and the range of delays. The faults are
/// independent of each other. Streams are only delayed.
struct Faults {
    double loss = 0;
    double duplicate = 0;
    double replay = 0;   // a copy arrives up to `replay_delay_max` later, even if the datagram is lost
    double corrupt = 0;  // one bit is flipped, or the end is cut off
    WallDuration delay_min = {};
    WallDuration delay_max = {};  // if above delay_min, datagrams may overtake one another
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

/// Makes simulated sockets, listeners and streams, and decides what happens to the data that they send. A
/// host is identified by its address alone: functions that take a host ignore the port.
/// Threading: one thread, for the network and all that comes from it.  Borrows: the clock. Sockets, streams
/// and listeners must be destroyed before the network.
class Network {
  public:
    Network(std::uint64_t seed, const ManualClock& clock);
    ~Network();

    /// Makes a socket at `local`; port 0 takes a free port. Requires that `local` is not nowhere and that no
    /// other socket is bound to it.
    std::unique_ptr<DatagramSocket> bind(const Endpoint& local);
    /// Makes a listener at `local`, with the same rules.
    std::unique_ptr<StreamListener> listen(const Endpoint& local);
    /// Connects a stream. Returns null if nobody listens at `to` or the hosts are cut off from one another.
    std::unique_ptr<Stream> connect(const Endpoint& from_host, const Endpoint& to);

    void set_faults(const Faults& faults);
    /// Cuts two hosts off from one another, or joins them again. Meanwhile their datagrams vanish and their
    /// streams stand still.
    void set_partitioned(const Endpoint& host_a, const Endpoint& host_b, bool partitioned);
    /// Ends every stream of the host, as the kernel does for a killed process.
    void break_streams(const Endpoint& host);
    /// Sends a datagram that seems to come from `from`. No fault applies to this datagram.
    void inject(const Endpoint& from, const Endpoint& to, ByteView bytes);

    /// Delivers what is due. Returns the time, later than now, at which the next datagram arrives or a stream
    /// changes next; no value if nothing is to come.
    std::optional<WallTime> next_delivery();
    const Fates& fates() const;

  private:
    std::unique_ptr<NetworkState> state_;
};

}  // namespace synchrono::net::sim
