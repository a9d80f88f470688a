// Measures what distribution costs. The thirty vehicles of the scenario ring_30 run with dynamics and pilots,
// once each in a client process of its own, and once all in one process without a network. The single process
// uses one core only. The ratio of the two wall times gives the share of exchange and waiting.
#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <stdlib.h>

#include "bench/table.hpp"
#include "client/acu/acu.hpp"
#include "client/engine/embedded/embedded_engine.hpp"
#include "client/pilot/in_process/in_process_host.hpp"
#include "common/base/contract.hpp"

namespace {

using namespace synchrono;
namespace fs = std::filesystem;

const fs::path kBin = fs::canonical("/proc/self/exe").parent_path().parent_path() / "bin";
const fs::path kScenario = kBin.parent_path() / "share/synchrono/scenarios/ring_30.json";
constexpr int kSimulatedSeconds = 10;

double in_one_process() {
    auto scenario = config::load_scenario(kScenario);
    SYN_REQUIRE(scenario.has_value());
    const auto engine = client::engine::make_embedded_engine(scenario->step);
    client::acu::LineOfSight sight(std::nullopt, {});
    std::vector<client::acu::Acu> acus;
    for (const auto& spec : scenario->agents) {
        auto pilot =
            client::pilot::load_pilot({.pilot = {.agent = spec.id,
                                                 .name = spec.name,
                                                 .config_json = config::pilot_config_json(*scenario, spec),
                                                 .seed = scenario->seed,
                                                 .vehicle = scenario->vehicle_of(spec),
                                                 .origin = scenario->origin,
                                                 .note = {}},
                                       .library = spec.pilot});
        SYN_REQUIRE(pilot.has_value());
        acus.emplace_back(*scenario, spec, std::move(*pilot), nullptr, nullptr, *engine, sight);
        acus.back().enter_if_due(Tick{0});
    }
    const MonotonicClock clock;
    const WallTime start = clock.now();
    std::vector<client::acu::Sight> sights;
    const auto beats = SimDuration::seconds(kSimulatedSeconds) / scenario->heartbeat;
    for (Tick tick{0}; tick.index < beats; tick = tick + 1) {
        sights.clear();
        for (const auto& spec : scenario->agents) {
            client::acu::Sight& seen = sights.emplace_back();
            seen.obstacle.agent = spec.id;
            seen.obstacle.length_m = scenario->vehicle_of(spec).body.length_m;
            seen.obstacle.motion = engine->motion(spec.id);
        }
        for (auto& acu : acus) acu.begin_heartbeat(tick, sights, {});
        for (auto& acu : acus) acu.finish_heartbeat(tick);
        engine->advance(scenario->heartbeat);
    }
    return (clock.now() - start).to_seconds();
}

/// Returns the wall time of the thirty clients from the first heartbeat to the last, from the report of
/// `synchrono run`.
double distributed(const std::string& gate, const fs::path& folder) {
    const std::string command = fmt::format(
        "{} run {} --clients 30 --duration {} --rate max --gate {} --out {} --json > {}.json 2> {}.err",
        (kBin / "synchrono").string(), kScenario.string(), kSimulatedSeconds, gate, folder.string(),
        folder.string(), folder.string());
    SYN_REQUIRE(std::system(command.c_str()) == 0);
    std::FILE* report = std::fopen((folder.string() + ".json").c_str(), "r");
    SYN_REQUIRE(report != nullptr);
    std::string text(1 << 20, '\0');
    text.resize(std::fread(text.data(), 1, text.size(), report));
    std::fclose(report);
    const auto at = text.find("\n  \"wall_s\"");
    SYN_REQUIRE(at != std::string::npos);
    return std::strtod(text.c_str() + text.find(':', at) + 1, nullptr);
}

}  // namespace

int main() {
    fmt::print(stderr, "overhead: {} simulated seconds of ring_30, dynamics at 1 ms, heartbeat 5 ms\n",
               kSimulatedSeconds);
    char pattern[] = "/tmp/synchrono-overhead-XXXXXX";
    SYN_REQUIRE(mkdtemp(pattern) != nullptr);
    const fs::path folder(pattern);
    const double alone = in_one_process();
    const bench::Table table({"", "wall time", "times real time", "times one process"});
    const auto row = [&](const std::string& what, double wall) {
        table.row({what, fmt::format("{:.2f} s", wall), fmt::format("{:.1f}", kSimulatedSeconds / wall),
                   fmt::format("{:.0f}", wall / alone)});
    };
    row("one process, no network, one core", alone);
    for (const std::string gate : {"window:2", "exact:1"})
        row("30 client processes, " + gate + ", logged", distributed(gate, folder / gate));
    fs::remove_all(folder);
    return 0;
}
