/// Floors: the least work that any program with the same traffic must do, measured beside ours in the same
/// run. They use plain blocking UDP sockets on loopback; nothing is parsed, checked, ordered or kept.
#pragma once

#include <cstddef>
#include <span>

#include "common/base/bytes.hpp"
#include "common/time/wall_clock.hpp"

namespace synchrono::bench {

/// Measures one server (the calling thread) and `clients` child processes. In a heartbeat each client sends
/// one datagram of `state_bytes` and receives one of clients * state_bytes. Each datagram is one system
/// call, and the only time-out is the one that ends a broken run. Returns heartbeats per second over about
/// `duration`; 0 when the run broke. Requires clients * state_bytes <= 65'000.
double floor_heartbeats_per_second(int clients, std::size_t state_bytes, WallDuration duration);

struct ReceiveRate {
    double datagrams_per_second = 0;  // by wall time; the sending process may be the limit
    double cpu_seconds_each = 0;      // the receiver's processor time per datagram, kernel included
};

/// Measures receiving alone, including being woken: a child process sends `datagrams` again and again as
/// fast as it can, and the calling thread receives them with recvmmsg, `batch` at a time, and only counts
/// them. Requires at least one datagram.
ReceiveRate floor_recvmmsg_rate(std::span<const Bytes> datagrams, std::size_t batch, WallDuration duration);

/// Returns the datagrams per second of recvmmsg alone, `batch` at a time. The calling thread fills a
/// socket's buffer with `datagrams` and drains it, again and again, and only the draining is timed. It
/// never sleeps, so this is the cost of receiving, whereas floor_recvmmsg_rate measures mostly the cost of
/// being woken.
double floor_drain_rate(std::span<const Bytes> datagrams, std::size_t batch, WallDuration duration);

}  // namespace synchrono::bench
