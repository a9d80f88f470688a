// Measures how the exchange grows with the number of agents. The agents stand in a row and are divided among
// ten clients. A client receives the agents that are within 150 m of any of its own agents. In the first
// table the density is constant, in the second it grows. Bytes and time should grow with the number of
// neighbours of an agent and with the number of agents of a client, not with the square of the number of all
// agents. The floor exchanges datagrams of the same lengths and does nothing else.
#include <fmt/format.h>
#include <vector>

#include "bench/floor.hpp"
#include "bench/median.hpp"
#include "bench/table.hpp"
#include "bench/world_process.hpp"

namespace {

using namespace synchrono;
constexpr int kClients = 10, kRounds = 3;
constexpr WallDuration kEach = WallDuration::milliseconds(1'500);

void measure(const char* title, double first_spacing_m, bool denser) {
    fmt::print(stderr, "{}\n", title);
    const bench::Table table({"agents", "spacing", "heartbeats/s", "of the floor", "agent updates/s",
                              "bytes for a client and heartbeat", "bytes divided by N"});
    const std::size_t message = bench::agent_message_bytes();
    for (const int agents : {10, 30, 100, 300, 1000}) {
        const double spacing = denser ? first_spacing_m * 10 / agents : first_spacing_m;
        std::vector<double> rates, ratios;
        double bytes = 0;
        for (int round = 0; round < kRounds; ++round) {
            const auto run = bench::run_world(
                {.clients = kClients,
                 .agents = agents,
                 .gate = {GatePolicy::Kind::window, 2},
                 .interest = {.kind = config::Interest::Kind::radius, .radius_m = 150, .agents = {}},
                 .spacing_m = spacing},
                kEach);
            bytes = run.bytes_to_each_client_s * config::Scenario().heartbeat.to_seconds();
            const double floor = bench::floor_heartbeats_per_second(
                {kClients, message * static_cast<std::size_t>(agents / kClients),
                 static_cast<std::size_t>(bytes)},
                kEach);
            rates.push_back(run.heartbeats_per_second);
            ratios.push_back(run.heartbeats_per_second / floor);
        }
        const double rate = bench::median(rates);
        table.row({std::to_string(agents), fmt::format("{:.1f} m", spacing), bench::with_commas(rate),
                   bench::percent(bench::median(ratios)), bench::with_commas(rate * agents),
                   bench::with_commas(bytes), bench::with_commas(bytes / agents)});
    }
    fmt::print("\n");
}

}  // namespace

int main() {
    fmt::print(stderr,
               "scale: N agents in 10 client processes without dynamics, radius interest 150 m, window:2\n");
    measure("constant density: the bytes sent to a client grow with its border, not with the world", 30,
            false);
    measure("constant length of road: most agents are near each other, and the bytes grow with N", 30, true);
    return 0;
}
