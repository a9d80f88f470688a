// Measures how much faster than real time the scenario intersection_30 runs, with thirty vehicles in thirty
// client processes, with a radio and without. The peer is the same run with all vehicles in one client. Also
// measures what the processors spend their time on.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <json/reader.h>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "bench/table.hpp"
#include "common/base/contract.hpp"

namespace fs = std::filesystem;

namespace {

const fs::path kBin = fs::canonical("/proc/self/exe").parent_path().parent_path() / "bin";
const fs::path kScenario = kBin.parent_path() / "share/synchrono/scenarios/intersection_30.json";

Json::Value run(const std::string& gate, const std::string& more, const fs::path& folder) {
    const std::string command =
        fmt::format("{} run {} --gate {} {} --out {} > {}.out 2> {}.err", (kBin / "synchrono").string(),
                    kScenario.string(), gate, more, folder.string(), folder.string(), folder.string());
    SYN_REQUIRE(std::system(command.c_str()) == 0);
    std::ifstream in(folder / "report.json");
    Json::Value report;
    in >> report;
    return report;
}

/// Returns the processor time of all programs, in seconds.
double processors_s(const Json::Value& report) {
    double all = 0;
    for (const Json::Value& program : report["programs"])
        all += program["counters"]["cpu.process_ns"].asDouble() / 1e9;
    return all;
}

/// Prints what the processors did, as shares of the whole.
void print_spending(const Json::Value& report) {
    std::map<std::string, double> spent;
    double clients = 0, loops = 0;
    for (const Json::Value& program : report["programs"]) {
        const Json::Value& counters = program["counters"];
        const double process = counters["cpu.process_ns"].asDouble();
        if (program["name"] == "server") {
            spent["exchange of states in the server"] += process;
        } else if (program["name"] == "comm_server") {
            spent["radio in the server"] += process;
        } else {
            clients += process;
            for (const std::string part : {"dynamics", "pilots", "radio", "exchange", "logging"}) {
                const double ns = counters["cpu." + part + "_ns"].asDouble();
                spent[part + " in clients"] += ns;
                loops += ns;
            }
        }
    }
    // The rest of the clients' time is that of the log's own thread, and of their start and end.
    spent["the rest in clients: start, end, writing of logs, errors of sampling"] =
        std::max(0.0, clients - loops);
    std::vector<std::pair<double, std::string>> shares;
    for (const auto& [part, ns] : spent) shares.emplace_back(ns / 1e9 / processors_s(report), part);
    std::sort(shares.rbegin(), shares.rend());
    const synchrono::bench::Table table({"processor time under `exact:1`", "share"});
    for (const auto& [share, part] : shares) table.row({part, synchrono::bench::percent(share)});
}

}  // namespace

int main() {
    char pattern[] = "/tmp/synchrono-intersection-XXXXXX";
    SYN_REQUIRE(mkdtemp(pattern) != nullptr);
    const fs::path folder(pattern);
    fmt::print(stderr, "intersection: thirty vehicles, dynamics at 1 ms, heartbeat 5 ms\n");
    int rows = 0;
    const synchrono::bench::Table table(
        {"gate", "wall time", "times real time", "processor time", "times one client"});
    // Each row compares the processor time with that of the same run in one client.
    const auto row = [&](const std::string& what, const std::string& gate, const std::string& more) {
        const std::string name = fmt::format("run{}", rows++);
        const Json::Value peer = run(gate, "--clients 1 " + more, folder / (name + "_peer"));
        const Json::Value report = run(gate, "--clients 30 " + more, folder / name);
        table.row({what, fmt::format("{:.1f} s", report["wall_s"].asDouble()),
                   fmt::format("{:.1f}", report["real_time_factor"].asDouble()),
                   fmt::format("{:.1f} s", processors_s(report)),
                   fmt::format("{:.1f}", processors_s(report) / processors_s(peer))});
        return report;
    };
    const Json::Value exact = row("`exact:1`", "exact:1", "");
    row("`exact:2`", "exact:2", "");
    row("`window:2`", "window:2", "");
    row("`exact:1` without a radio", "exact:1", "--set radio=null");
    fmt::print("\n");
    print_spending(exact);
    fs::remove_all(folder);
    return 0;
}
