// Measures how much faster than real time the scenario intersection_30 runs, with thirty vehicles in thirty
// client processes, once with a radio and once without. Also measures what the processors spend their time
// on.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <json/reader.h>
#include <map>
#include <string>

#include "common/base/contract.hpp"

namespace fs = std::filesystem;

namespace {

const fs::path kBin = fs::canonical("/proc/self/exe").parent_path().parent_path() / "bin";
const fs::path kScenario = kBin.parent_path() / "share/synchrono/scenarios/intersection_30.json";

Json::Value run(const std::string& gate, const std::string& more, const fs::path& folder) {
    const std::string command = fmt::format("{} run {} --clients 30 --gate {} {} --out {} > {}.out 2> {}.err",
                                            (kBin / "synchrono").string(), kScenario.string(), gate, more,
                                            folder.string(), folder.string(), folder.string());
    SYN_REQUIRE(std::system(command.c_str()) == 0);
    std::ifstream in(folder / "report.json");
    Json::Value report;
    in >> report;
    return report;
}

void print_run(const std::string& what, const Json::Value& report) {
    std::map<std::string, double> spent;
    double all = 0, clients = 0, loops = 0;
    for (const Json::Value& program : report["programs"]) {
        const Json::Value& counters = program["counters"];
        const double process = counters["cpu.process_ns"].asDouble();
        all += process;
        if (program["name"] == "server") {
            spent["exchange (server)"] += process;
        } else if (program["name"] == "comm_server") {
            spent["radio (server)"] += process;
        } else {
            clients += process;
            for (const std::string part : {"dynamics", "pilots", "radio", "exchange", "logging"}) {
                const double ns = counters["cpu." + part + "_ns"].asDouble();
                spent[part] += ns;
                loops += ns;
            }
        }
    }
    // The rest of the clients' time is that of the log's own thread, and of their start and end.
    spent["start, end, writing logs"] = std::max(0.0, clients - loops);
    fmt::print("{:28} {:6.2f} s for {:.1f} s: {:5.2f} x real time; processors {:.2f} s\n", what,
               report["wall_s"].asDouble(), report["sim_s"].asDouble(), report["real_time_factor"].asDouble(),
               all / 1e9);
    for (const auto& [part, ns] : spent) fmt::print("    {:26} {:5.1f} %\n", part, 100 * ns / all);
}

}  // namespace

int main() {
    char pattern[] = "/tmp/synchrono-intersection-XXXXXX";
    SYN_REQUIRE(mkdtemp(pattern) != nullptr);
    const fs::path folder(pattern);
    fmt::print("intersection: 30 vehicles, 30 client processes, dynamics at 1 ms, heartbeat 5 ms\n\n");
    print_run("exact:1", run("exact:1", "", folder / "exact1"));
    print_run("exact:2", run("exact:2", "", folder / "exact2"));
    print_run("window:2", run("window:2", "", folder / "window2"));
    print_run("exact:1 without a radio", run("exact:1", "--set radio=null", folder / "silent"));
    fs::remove_all(folder);
    return 0;
}
