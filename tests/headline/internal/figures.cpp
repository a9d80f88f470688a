#include "tests/headline/internal/figures.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fstream>
#include <sstream>
#include <stdexcept>

#include "common/time/wall_clock.hpp"
#include "tools/process/process.hpp"

namespace synchrono::testing {

HeadlineRun run_headline(const std::string& scenario, const std::filesystem::path& folder,
                         const std::vector<std::string>& options) {
    constexpr WallDuration kLimit = WallDuration::seconds(240);
    std::vector<std::string> arguments{"run", scenario, "--out", folder.string(), "--json"};
    arguments.insert(arguments.end(), options.begin(), options.end());
    const std::filesystem::path progress = folder.string() + ".progress";
    auto child = tools::process::ChildProcess::spawn({.program = SYN_BINARY_DIR "/bin/synchrono",
                                                      .arguments = std::move(arguments),
                                                      .log = progress,
                                                      .output = tools::process::ProcessSpec::Output::pipe});
    if (!child) throw std::runtime_error(child.error().text);
    HeadlineRun run;
    std::string json;
    while (const auto line = child->read_line(kLimit)) json += *line + "\n";
    const auto exit = child->wait(kLimit);
    run.exit = exit ? exit->to_string() : "no end";
    std::istringstream(json) >> run.report;
    std::ostringstream text;
    text << std::ifstream(progress).rdbuf();
    run.progress = text.str();
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
