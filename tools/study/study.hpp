/// All that a run's logs tell about what was driven, put together for the report in its three forms.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "common/base/result.hpp"
#include "common/config/scenario.hpp"
#include "common/roadmap/road_map.hpp"
#include "tools/radio/radio_stats.hpp"
#include "tools/reading/log_analysis.hpp"
#include "tools/study/drives.hpp"
#include "tools/study/encounters.hpp"
#include "tools/study/movements.hpp"
#include "tools/study/pace.hpp"
#include "tools/study/traffic.hpp"

namespace synchrono::tools {

struct Study {
    config::Scenario scenario = {};
    Drives drives = {};
    std::vector<DriveFigures> figures = {};  // of each drive
    TrafficTotals totals = {};
    std::vector<TrafficMoment> moments = {};
    Encounters encounters = {};
    /// Null: the scenario has no map. Shared with `streets`, which looks places up in it.
    std::shared_ptr<const roadmap::RoadMap> roads = {};
    std::optional<Streets> streets = {};  // of the roads
    std::vector<Passage> passages = {};
    std::vector<Movement> movements = {};
    RunPace pace = {};
    std::optional<RadioStats> radio = {};    // none: the run had none
    std::vector<std::string> problems = {};  // lines: what could not be studied, and why

    std::size_t red_lights_run() const;
};

/// What the logs of a folder say and what was driven, read in one go. Without a scenario.json there is no
/// study.
struct StudiedRun {
    Result<RunInfo> logs;
    Result<Study> study;
};
StudiedRun study_run(const std::filesystem::path& folder);

}  // namespace synchrono::tools
