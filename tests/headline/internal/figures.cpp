#include "tests/headline/internal/figures.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <sstream>

#include "tests/process/test_run.hpp"

namespace synchrono::testing {

HeadlineRun run_headline(const std::string& scenario, const std::filesystem::path& folder,
                         const std::vector<std::string>& options) {
    constexpr WallDuration kLimit = WallDuration::seconds(240);
    std::vector<std::string> arguments{"run", scenario, "--out", folder.string(), "--json"};
    arguments.insert(arguments.end(), options.begin(), options.end());
    FinishedCommand done = run_synchrono(std::move(arguments), kLimit);
    HeadlineRun run{.exit = std::move(done.exit), .report = {}, .progress = std::move(done.error)};
    std::istringstream(done.output) >> run.report;
    return run;
}

void Figures::add(const Json::Value& report) {
    const Json::Value& traffic = report["traffic"];
    ++runs;
    vehicles += traffic["vehicles"].asUInt64();
    arrived += traffic["arrived"].asUInt64();
    collisions += traffic["collisions"].asUInt64();
    conflicts += traffic["conflicts"].asUInt64();
    hard_brakings += traffic["hard_brakings"].asUInt64();
    red_lights_run += traffic["red_lights_run"].asUInt64();
    passages += traffic["signalled_passages"].asUInt64();
    if (traffic["smallest_ttc_s"].isNumeric())
        smallest_ttc_s = std::min(smallest_ttc_s, traffic["smallest_ttc_s"].asDouble());
    delay_s += traffic["mean_delay_s"].asDouble();
}

std::string Figures::text() const {
    return fmt::format(
        "{} runs: {} of {} arrived, {} collisions, {} conflicts, {} of {} red lights run, {} hard brakings, "
        "smallest "
        "time to collision {:.2f} s, mean delay {:.2f} s",
        runs, arrived, vehicles, collisions, conflicts, red_lights_run, passages, hard_brakings,
        smallest_ttc_s, mean_delay_s());
}

}  // namespace synchrono::testing
