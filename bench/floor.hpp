/// Floors: programs that do only the work that any program with the same traffic must do. They are measured
/// in the same run as Synchrono and use plain UDP sockets on loopback; nothing is parsed, checked or kept.
#pragma once

#include <cstddef>
#include <span>

#include "common/base/bytes.hpp"
#include "common/time/wall_clock.hpp"

namespace synchrono::bench {

/// The traffic of a heartbeat: what each client sends to the server, and what it gets back.
struct HeartbeatTraffic {
    int clients = 1;
    std::size_t bytes_up = 1;
    std::size_t bytes_down = 1;
};

/// Runs one server (the calling thread) and child processes as clients. In a heartbeat each client sends one
/// datagram and waits for the answer, which is one datagram if it is short enough, otherwise several. The
/// server takes as many datagrams as there are in one system call, and gives all answers to the kernel in
/// another. Returns heartbeats per second over about `duration`. Ends the program if a datagram does not come
/// within two seconds. Requires at least one client, and 1 to 60'000 bytes up.
double floor_heartbeats_per_second(const HeartbeatTraffic& traffic, WallDuration duration);

struct ReceiveRate {
    double datagrams_per_second = 0;  // by wall time; the sending process may be the limit
    double cpu_seconds_each = 0;      // the receiver's processor time per datagram, kernel included
};

/// Measures the cost of receiving and of being woken. A child process sends `datagrams` again and again as
/// fast as it can. The calling thread receives them with recvmmsg, at most `batch` at a time, and only counts
/// them. Returns zeros if no datagram comes for two seconds. Requires a datagram and `batch` > 0.
ReceiveRate floor_recvmmsg_rate(std::span<const Bytes> datagrams, std::size_t batch, WallDuration duration);

/// Returns how many datagrams per second recvmmsg alone receives, at most `batch` at a time. The calling
/// thread again and again fills a socket's buffer with `datagrams` and drains it; only the draining is timed.
/// The thread never sleeps, so this is the cost of receiving alone. In floor_recvmmsg_rate() most of the cost
/// is that of being woken. Requires a datagram and `batch` > 0.
double floor_drain_rate(std::span<const Bytes> datagrams, std::size_t batch, WallDuration duration);

}  // namespace synchrono::bench
