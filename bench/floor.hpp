/// Floors: the least that any program with the same traffic could do, measured beside ours in the same run.
/// Plain blocking UDP sockets on loopback; nothing is parsed, checked, ordered or kept.
#pragma once

#include <cstddef>
#include <span>

#include "common/base/bytes.hpp"
#include "common/time/wall_clock.hpp"

namespace synchrono::bench {

/// One server (the calling thread) and `clients` child processes. A heartbeat: each client sends one datagram
/// of `state_bytes` and receives one of clients * state_bytes. One system call a datagram, no time-outs but
/// the one that ends a broken run. Returns heartbeats per second over about `duration`; 0 when the run broke.
/// Requires clients * state_bytes <= 65'000.
double floor_heartbeats_per_second(int clients, std::size_t state_bytes, WallDuration duration);

struct ReceiveRate {
    double datagrams_per_second = 0;  // received by wall time; the sending process may be what limits it
    double cpu_seconds_each = 0;      // the receiver's processor time, kernel included, a datagram received
};

/// A child process sends `datagrams` round and round as fast as it can, the calling thread receives them with
/// recvmmsg, `batch` at a time, and only counts. Requires at least one datagram.
ReceiveRate floor_recvmmsg_rate(std::span<const Bytes> datagrams, std::size_t batch, WallDuration duration);

/// Datagrams per second of recvmmsg alone, `batch` at a time: the calling thread fills a socket's buffer with
/// `datagrams`, then drains it, round and round, and only the draining is timed. Never sleeps, so it tells
/// what receiving costs where floor_recvmmsg_rate mostly tells what being woken costs.
double floor_drain_rate(std::span<const Bytes> datagrams, std::size_t batch, WallDuration duration);

}  // namespace synchrono::bench
