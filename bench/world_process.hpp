/// A world of real processes for benchmarks: a server in the calling process, and clients in child processes.
/// The clients have no dynamics, pilots or logs, so that only the exchange is measured.
#pragma once

#include <cstdint>
#include <functional>

#include "common/config/credentials.hpp"
#include "common/config/scenario.hpp"
#include "common/net/endpoint.hpp"
#include "common/time/wall_clock.hpp"

namespace synchrono::bench {

struct CpuTime {
    double user_s = 0;
    double system_s = 0;
};

/// Returns the processor time of the calling process.
CpuTime cpu_self();
/// Returns the processor time of the children that the calling process has waited for.
CpuTime cpu_children();
inline CpuTime operator-(CpuTime a, CpuTime b) { return {a.user_s - b.user_s, a.system_s - b.system_s}; }

struct WorldRun {
    double heartbeats_per_second = 0;   // by wall time, without the first 200 heartbeats
    std::uint64_t heartbeats = 0;       // over the whole run
    double bytes_out_each = 0;          // mean length of a world update, in bytes
    double bytes_to_each_client_s = 0;  // bytes to one client per simulated second
    std::uint64_t requests = 0;         // from clients that had waited too long for an update
    CpuTime server, clients;            // over the whole run
};

/// A further client of the world, which the benchmark plays itself.
struct Guest {
    int agents = 0;  // they enter the world after the end of the benchmark, so nobody waits for them
    /// Plays the client, in a child process, until it is killed.
    std::function<void(const config::Scenario& scenario, const config::Credential& own,
                       const net::Endpoint& server)>
        play = nullptr;
};

/// The world to run. Agents stand in a row, `spacing_m` apart, divided evenly among the clients.
struct WorldShape {
    int clients = 1;
    int agents = 1;
    GatePolicy gate;
    config::Interest interest;
    double spacing_m = 10;
    Guest guest = {};
    /// The server's address. Clients at another host than 127.0.0.1 have encrypted sessions.
    std::string host = "127.0.0.1";
    std::function<void()> begin_client = [] {};  // called in each client's process before all else
    bool clients_decode = true;                  // clients decode the others' states at every heartbeat
};

/// Runs a world of this shape for 200 heartbeats and then for about `duration` of wall time, but for at most
/// 60 s in all.
WorldRun run_world(const WorldShape& shape, WallDuration duration);

/// Returns the length in bytes of one agent's message in a world update.
std::size_t agent_message_bytes();

}  // namespace synchrono::bench
