/// Studies what was driven in a run, from its logs, for the report in its three forms.
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

namespace synchrono::tools::study {

/// All results of a study.
struct Study {
    config::Scenario scenario = {};
    Drives drives = {};
    std::vector<DriveFigures> figures = {};  // one for each drive
    TrafficTotals totals = {};
    std::vector<TrafficMoment> moments = {};
    Encounters encounters = {};
    /// Null if there is no map, or it cannot be read. Shared with `streets`, which finds places in the map.
    std::shared_ptr<const roadmap::RoadMap> roads = {};
    std::optional<Streets> streets = {};  // none: there is no map, or it cannot be read
    std::vector<Passage> passages = {};
    std::vector<Movement> movements = {};
    RunPace pace = {};
    std::optional<radio::RadioStats> radio = {};  // none: the run had no radio, or its log cannot be read
    std::vector<std::string> problems = {};  // one line for each thing that could not be studied, and why

    std::size_t red_lights_run() const;
};

/// The contents of a run's logs, and the study of them.
struct StudiedRun {
    Result<reading::RunInfo> logs;
    Result<Study> study;
};
/// Reads the logs of a run folder once and studies them. The study fails when scenario.json or a log cannot
/// be read.
StudiedRun study_run(const std::filesystem::path& folder);

}  // namespace synchrono::tools::study
