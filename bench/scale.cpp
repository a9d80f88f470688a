// Measures how the exchange grows with the number of agents. The agents stand in a row and are divided among
// ten clients. A client receives the agents that are within 150 m of any of its own agents. In the first
// table the density is constant, in the second it grows. Bytes and time should grow with the number of
// neighbours of an agent and with the number of agents of a client, not with the square of the number of all
// agents.
#include <fmt/format.h>

#include "bench/world_process.hpp"

namespace {

using namespace synchrono;
constexpr WallDuration kEach = WallDuration::milliseconds(1'500);

void table(const char* title, double first_spacing_m, bool denser) {
    fmt::print("\n{}\n{:>7} {:>10} {:>12} {:>14} {:>16} {:>20}\n", title, "agents", "spacing m",
               "heartbeat/s", "updates/s", "bytes/client/beat", "bytes/agent/beat (x first)");
    double first = 0;
    for (const int agents : {10, 30, 100, 300, 1000}) {
        const double spacing = denser ? first_spacing_m * 10 / agents : first_spacing_m;
        const auto run = bench::run_world(
            {.clients = 10,
             .agents = agents,
             .gate = {GatePolicy::Kind::window, 2},
             .interest = {.kind = config::Interest::Kind::radius, .radius_m = 150, .agents = {}},
             .spacing_m = spacing},
            kEach);
        const double bytes_a_beat = run.bytes_to_each_client_s * 0.005;
        const double each = bytes_a_beat * 10 / agents;
        if (first == 0) first = each;
        fmt::print("{:>7} {:>10.1f} {:>12.0f} {:>14.0f} {:>16.0f} {:>14.0f} ({:.2f})\n", agents, spacing,
                   run.heartbeats_per_second, run.heartbeats_per_second * agents, bytes_a_beat, each,
                   each / first);
        std::fflush(stdout);
    }
}

}  // namespace

int main() {
    fmt::print("scale: N agents in 10 client processes without dynamics, radius interest 150 m, window:2\n");
    table("constant density: the bytes sent to a client grow with its border, not with the world", 30, false);
    table(
        "constant length of road: most agents are near each other; "
        "the bytes sent to a client grow with N, not faster",
        30, true);
    return 0;
}
