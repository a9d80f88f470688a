/// Exports what the sensors of a run measured to files that other programs can read: point clouds, pictures
/// and tables, in a folder for each sensor.
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

namespace synchrono::tools::sensors {

/// The options of an export.
struct SensorExport {
    std::filesystem::path run, folder;
    std::string sensor = {};  // "AGENT/SENSOR"; empty: all
    std::optional<SimTime> from = {}, until = {};
    text::Existing existing = text::Existing::keep;
};

/// How much was exported; rows of frames.csv are not counted.
struct SensorExportCounts {
    std::uint64_t sensors = 0, clouds = 0, pictures = 0, rows = 0;
};

/// Writes, below `folder`, the files of each sensor to AGENT/SENSOR/ and the coordinate frames of each agent
/// to AGENT/frames/frames.csv. Clouds and pictures are named after their simulated time in ns. Reads a
/// truncated log as far as it goes and passes one line about it to `note`. Calls `progress` with the number
/// of messages read so far and the number of all messages. The error names the malformed message, the file
/// that exists already, or the sensors that the run has. After such an error, the clouds and pictures already
/// written stay, but no table is written. If existing files are to be replaced, clouds and pictures that an
/// earlier export left in the same folders are removed.
Result<SensorExportCounts> export_sensors(const SensorExport& what,
                                          const std::function<void(std::string_view)>& note,
                                          const std::function<void(std::uint64_t, std::uint64_t)>& progress);

}  // namespace synchrono::tools::sensors
