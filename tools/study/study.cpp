#include "tools/study/study.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <system_error>

#include "tools/radio/radio_filter.hpp"
#include "tools/radio/radio_log.hpp"
#include "tools/study/street_map.hpp"

namespace synchrono::tools::study {
namespace {

constexpr std::int64_t kMoments = 240;
constexpr SimDuration kMomentMin = SimDuration::milliseconds(250);

/// Returns the time between two moments: a multiple of the step, so that the run has about kMoments of
/// them.
SimDuration moment_of(const Drives& drives) {
    const SimDuration wanted =
        std::max(kMomentMin, SimDuration::nanoseconds(drives.end.since_start().count_ns() / kMoments));
    return drives.step * std::max<std::int64_t>(1, wanted / drives.step);
}

/// Returns the statistics of the run's radio, or nothing when it had none.
Result<std::optional<radio::RadioStats>> radio_of(const std::filesystem::path& folder) {
    std::error_code ignored;
    if (!std::filesystem::exists(folder / "radio.mcap", ignored)) return std::nullopt;
    const auto log = radio::RadioLog::open(folder);
    if (!log) return tl::unexpected(log.error());
    const auto filter = radio::RadioFilter::make({}, *log);
    if (!filter) return tl::unexpected(filter.error());
    auto stats = radio::make_radio_stats(folder, *log, *filter, {});
    if (!stats) return tl::unexpected(stats.error());
    return std::optional(std::move(*stats));
}

/// Sets the roads and streets of the study if the scenario has a map, or adds a problem if the map cannot be
/// read.
void load_roads(Study& study) {
    const config::Scenario& scenario = study.scenario;
    if (!scenario.map) return;
    auto map = config::road_map_of(*scenario.map);
    if (!map) {
        study.problems.push_back(map.error().text);
        return;
    }
    study.roads = std::make_shared<const roadmap::RoadMap>(std::move(*map));
    std::vector<JunctionSignals> signals;
    for (const auto& [name, intersection] : scenario.intersections) {
        if (intersection.junction)
            signals.push_back({*intersection.junction, intersection.id, intersection.region.value_or(0)});
    }
    study.streets = streets_of(study.roads, signals);
}

/// Returns a function that gives the speed limit of the map at a place; an empty one if there is no map.
FreeSpeed free_speed_of(const Study& study) {
    if (!study.streets) return {};
    return [&streets = *study.streets](geo::Vec2 place, double z_m, double yaw_rad) -> std::optional<double> {
        const auto on = streets.nearest(place, z_m, yaw_rad);
        return on ? streets.ways[on->way].speed_limit_m_s : std::nullopt;
    };
}

/// Converts the wall times of all clients to the server's clock. Those of a clock that was not compared with
/// it are left out.
void put_on_one_clock(Drives& drives, const reading::RunInfo& logs) {
    for (ClientPace& client : drives.clients) {
        const reading::HostClock* const clock = logs.clock_of(client.client);
        if (clock == nullptr || clock->is_servers()) continue;
        for (std::int64_t& wall_ns : client.wall_ns) {
            if (wall_ns != 0) wall_ns = clock->is_known() ? clock->on_server(wall_ns).middle_ns() : 0;
        }
    }
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
    StudiedRun run{
        .logs = reading::inspect_run(folder,
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
    put_on_one_clock(study.drives, *run.logs);
    for (const reading::LogFileInfo& file : run.logs->files) {
        if (!file.damage.empty()) study.problems.push_back(fmt::format("{}: {}", file.file, file.damage));
    }
    load_roads(study);
    const FreeSpeed free_speed = free_speed_of(study);
    for (const Drive& drive : study.drives.drives)
        study.figures.push_back(
            figures_of(drive, drive.kind == Drive::Kind::vehicle ? free_speed : FreeSpeed{}));
    study.totals = totals_of(study.drives, study.figures);
    study.moments = moments_of(study.drives, study.figures, moment_of(study.drives));
    study.encounters = find_encounters(study.drives);
    study.pace = find_pace(study.drives);
    if (study.streets) {
        study.passages = find_passages(study.drives, *study.streets);
        study.movements = movements_of(study.passages, *study.streets);
    }
    if (auto radio = radio_of(folder)) {
        study.radio = std::move(*radio);
    } else {
        study.problems.push_back(radio.error().text);
    }
    run.study = std::move(study);
    return run;
}

}  // namespace synchrono::tools::study
