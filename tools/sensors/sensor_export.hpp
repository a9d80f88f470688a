/// What the sensors of a run measured, as files that other programs read: clouds of points, pictures and
/// tables, in a folder for each sensor.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "common/base/result.hpp"
#include "common/time/sim_time.hpp"
#include "tools/text/new_file.hpp"

namespace synchrono::tools {

struct SensorExport {
    std::filesystem::path run, folder;
    std::string sensor = {};  // "AGENT/SENSOR"; empty: all
    std::optional<SimTime> from = {}, until = {};
    Existing existing = Existing::keep;
};

struct SensorExportCounts {
    std::uint64_t sensors = 0, clouds = 0, pictures = 0, rows = 0;
};

/// Below `folder`: AGENT/SENSOR/, with files by simulated time in ns, and AGENT/frames/frames.csv. A log that
/// was cut is read as far as it goes, which `note` is told in a line; `progress` is told how many of all
/// messages have been read. An error names the message that is wrong, the file that is there already, or the
/// sensors that there are; what came before it stays, but for tables. Where files are replaced, clouds and
/// pictures that an earlier export left in the same folders go.
Result<SensorExportCounts> export_sensors(const SensorExport& what,
                                          const std::function<void(std::string_view)>& note,
                                          const std::function<void(std::uint64_t, std::uint64_t)>& progress);

}  // namespace synchrono::tools
