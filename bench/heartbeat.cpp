// Measures heartbeats per second of N clients without dynamics, each in a process of its own. The floor is a
// program that exchanges as many datagrams of about the same length, in batches as our server does, and does
// nothing else. The ratio is the result that matters. Both run alternately, so that a noisy machine disturbs
// both.
#include <algorithm>
#include <array>
#include <cstdlib>
#include <fmt/format.h>
#include <vector>

#include "bench/floor.hpp"
#include "bench/median.hpp"
#include "bench/table.hpp"
#include "bench/world_process.hpp"

namespace {

using namespace synchrono;
using bench::median;

constexpr WallDuration kEach = WallDuration::milliseconds(2'500);
constexpr int kRounds = 3;

}  // namespace

int main(int argc, char** argv) {
    std::vector<int> sizes;
    for (int i = 1; i < argc; ++i) sizes.push_back(std::atoi(argv[i]));
    if (sizes.empty()) sizes = {1, 2, 8, 30, 100};
    const std::size_t message = bench::agent_message_bytes();
    fmt::print(
        stderr,
        "heartbeat: N client processes without dynamics, against a floor with the same traffic, which\n"
        "neither parses nor authenticates; a state is {} bytes; medians of {} rounds\n"
        "unread: clients neither check nor decode the bodies of the others' states; read: every client\n"
        "checks and decodes all of them at each heartbeat, and dead-reckons them\n",
        message, kRounds);
    const bench::Table table({"N", "floor, 1/s", "window:2 unread", "window:2 read", "exact:1 read",
                              "floor, us of CPU", "server, us", "client, us"});
    for (const int n : sizes) {
        constexpr std::size_t kKinds = 3;
        const std::array<bench::WorldShape, kKinds> shapes{{
            {.clients = n,
             .agents = n,
             .gate = {GatePolicy::Kind::window, 2},
             .interest = {},
             .clients_decode = false},
            {.clients = n, .agents = n, .gate = {GatePolicy::Kind::window, 2}, .interest = {}},
            {.clients = n, .agents = n, .gate = {GatePolicy::Kind::exact, 1}, .interest = {}},
        }};
        std::vector<double> floors;
        std::array<std::vector<double>, kKinds> rates, ratios;
        bench::CpuTime floor_cpu;
        bench::WorldRun last;
        for (int round = 0; round < kRounds; ++round) {
            const auto self = bench::cpu_self(), children = bench::cpu_children();
            floors.push_back(bench::floor_heartbeats_per_second({n, message, n * message}, kEach));
            const auto self_used = bench::cpu_self() - self, children_used = bench::cpu_children() - children;
            floor_cpu = {self_used.user_s + children_used.user_s,
                         self_used.system_s + children_used.system_s};
            for (std::size_t kind = 0; kind < kKinds; ++kind) {
                const auto run = bench::run_world(shapes[kind], kEach);
                rates[kind].push_back(run.heartbeats_per_second);
                ratios[kind].push_back(run.heartbeats_per_second / floors.back());
                if (kind == 1) last = run;
            }
        }
        const double each = 1e6 / (static_cast<double>(last.heartbeats) * n);
        std::vector<std::string> cells{std::to_string(n), bench::with_commas(median(floors))};
        for (std::size_t kind = 0; kind < kKinds; ++kind)
            cells.push_back(fmt::format("{} ({})", bench::with_commas(median(rates[kind])),
                                        bench::percent(median(ratios[kind]))));
        // The processor time is that of one client and heartbeat, under window:2 with reading.
        cells.push_back(fmt::format("{:.1f}", (floor_cpu.user_s + floor_cpu.system_s) * 1e6 /
                                                  (floors.back() * kEach.to_seconds() * n)));
        cells.push_back(fmt::format("{:.1f}", (last.server.user_s + last.server.system_s) * each));
        cells.push_back(fmt::format("{:.1f}", (last.clients.user_s + last.clients.system_s) * each));
        table.row(cells);
    }
    return 0;
}
