// Heartbeats per second of N clients without dynamics, one process each, against the floor: a program with the
// same traffic shape and nothing else. The ratio is what the benchmark is for; both halves run in turn, so that
// a noisy machine is noisy for both.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <vector>

#include "bench/floor.hpp"
#include "bench/world_process.hpp"

namespace {

using namespace synchrono;

constexpr WallDuration kEach = WallDuration::milliseconds(1'500);
constexpr int kRounds = 3;

struct Line {
    double rate = 0;
    bench::CpuTime server, clients;
    double bytes = 0;
};

double median(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

}  // namespace

int main(int argc, char** argv) {
    std::vector<int> sizes;
    for (int i = 1; i < argc; ++i) sizes.push_back(std::atoi(argv[i]));
    if (sizes.empty()) sizes = {1, 2, 8, 30, 100};
    const std::size_t message = bench::agent_message_bytes();
    fmt::print("heartbeat rate: N client processes without dynamics, against the floor (same traffic shape, blocking\n"
               "sockets, no parsing, no authentication); a state is {} bytes; medians of {} rounds\n\n", message, kRounds);
    fmt::print("{:>4} {:>10} {:>10} {:>7} {:>10} {:>7}   {}\n", "N", "floor 1/s", "window:2", "ratio", "exact:1", "ratio",
               "us of CPU a client and heartbeat: floor; ours = server user+sys, client user+sys");
    for (const int n : sizes) {
        std::vector<double> floors, windows, exacts, window_ratios, exact_ratios;
        bench::CpuTime floor_cpu;
        double floor_beats = 0;
        bench::WorldRun last;
        for (int round = 0; round < kRounds; ++round) {
            const auto self = bench::cpu_self(), children = bench::cpu_children();
            floors.push_back(bench::floor_heartbeats_per_second(n, message, kEach));
            const auto self_used = bench::cpu_self() - self, children_used = bench::cpu_children() - children;
            floor_cpu = {self_used.user_s + children_used.user_s, self_used.system_s + children_used.system_s};
            floor_beats = floors.back() * kEach.to_seconds();
            const auto window = bench::run_world({.clients = n, .agents = n, .gate = {config::GatePolicy::Kind::window, 2}, .interest = {}}, kEach);
            const auto exact = bench::run_world({.clients = n, .agents = n, .gate = {config::GatePolicy::Kind::exact, 1}, .interest = {}}, kEach);
            windows.push_back(window.heartbeats_per_second);
            exacts.push_back(exact.heartbeats_per_second);
            window_ratios.push_back(windows.back() / floors.back());
            exact_ratios.push_back(exacts.back() / floors.back());
            last = window;
        }
        const double each = 1e6 / (static_cast<double>(last.heartbeats) * n);
        fmt::print("{:>4} {:>10.0f} {:>10.0f} {:>6.0f}% {:>10.0f} {:>6.0f}%   {:.1f}; {:.1f}+{:.1f}, {:.1f}+{:.1f}   ({} requests)\n", n, median(floors),
                   median(windows), 100 * median(window_ratios), median(exacts), 100 * median(exact_ratios),
                   (floor_cpu.user_s + floor_cpu.system_s) * 1e6 / (floor_beats * n), last.server.user_s * each, last.server.system_s * each,
                   last.clients.user_s * each, last.clients.system_s * each, last.requests);
        std::fflush(stdout);
    }
    return 0;
}
