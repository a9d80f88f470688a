#include "tools/study/study.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <system_error>

#include "tools/radio/radio_filter.hpp"
#include "tools/radio/radio_log.hpp"

namespace synchrono::tools {
namespace {

constexpr std::int64_t kMoments = 240;
constexpr SimDuration kMomentMin = SimDuration::milliseconds(250);

/// A multiple of the step, so that the whole run has about kMoments of them.
SimDuration moment_of(const Drives& drives) {
    const SimDuration wanted =
        std::max(kMomentMin, SimDuration::nanoseconds(drives.end.since_start().count_ns() / kMoments));
    return drives.step * std::max<std::int64_t>(1, wanted / drives.step);
}

Result<std::optional<RadioStats>> radio_of(const std::filesystem::path& folder) {
    std::error_code ignored;
    if (!std::filesystem::exists(folder / "radio.mcap", ignored)) return std::nullopt;
    const auto log = RadioLog::open(folder);
    if (!log) return tl::unexpected(log.error());
    const auto filter = RadioFilter::make({}, *log);
    if (!filter) return tl::unexpected(filter.error());
    auto stats = make_radio_stats(folder, *log, *filter, {});
    if (!stats) return tl::unexpected(stats.error());
    return std::optional(std::move(*stats));
}

}  // namespace

std::size_t Study::red_lights_run() const {
    return static_cast<std::size_t>(
        std::count_if(passages.begin(), passages.end(), [](const Passage& p) { return p.ran_red; }));
}

StudiedRun study_run(const std::filesystem::path& folder) {
    auto scenario = config::load_scenario(folder / "scenario.json");
    std::optional<DriveCollector> collector;
    if (scenario) collector.emplace(*scenario);
    StudiedRun run{.logs = inspect_run(folder,
                                       [&](const std::string& program, const log::LogMessage& message) {
                                           if (collector) collector->add(program, message);
                                       }),
                   .study = tl::unexpected(Error{})};
    if (!scenario) {
        run.study = tl::unexpected(scenario.error());
        return run;
    }
    if (!run.logs) {
        run.study = tl::unexpected(run.logs.error());
        return run;
    }
    Study study{.scenario = std::move(*scenario), .drives = collector->finish()};
    for (const LogFileInfo& file : run.logs->files) {
        if (!file.damage.empty()) study.problems.push_back(fmt::format("{}: {}", file.file, file.damage));
    }
    for (const Drive& drive : study.drives.drives) study.figures.push_back(figures_of(drive));
    study.totals = totals_of(study.drives, study.figures);
    study.moments = moments_of(study.drives, study.figures, moment_of(study.drives));
    study.encounters = find_encounters(study.drives);
    study.pace = find_pace(study.drives);
    if (auto radio = radio_of(folder)) {
        study.radio = std::move(*radio);
    } else {
        study.problems.push_back(radio.error().text);
    }
    run.study = std::move(study);
    return run;
}

}  // namespace synchrono::tools
