/// Checks Chrono's own files on disk: the folder of its data, and the files that a vehicle names. They are
/// checked before Chrono reads them, because Chrono only prints a line about a missing file, and its
/// behaviour with a wrong file is undefined.
#pragma once

#include <filesystem>
#include <string>

#include "common/base/result.hpp"
#include "common/config/chrono.hpp"
#include "common/config/vehicle.hpp"

namespace synchrono::client::engine::internal {

/// Returns the folder of Chrono's data. The scenario can name the folder; if it does not, the environment
/// variable CHRONO_DATA_DIR can. If neither names one, it is the data folder of the Chrono with which this
/// program was built. Fails if the folder does not contain a folder "vehicle".
Result<std::filesystem::path> find_chrono_data(const config::ChronoSettings& settings);

/// Checks that every file that the vehicle names exists and can be read, that the engine supports the
/// template that each file uses, and that the number of tyre files is right.
Result<void> check_specification(const std::filesystem::path& data, const config::VehicleSpec& vehicle);

/// Returns whether all meshes exist that the vehicle's files name. Chrono crashes when it loads a vehicle's
/// shapes and a mesh is missing. Requires a vehicle that check_specification() has accepted.
bool has_meshes(const std::filesystem::path& data, const config::VehicleSpec& vehicle);

/// Returns the template that a checked file names, such as "TMeasyTire"; empty if the file cannot be read.
std::string template_of(const std::filesystem::path& file);

}  // namespace synchrono::client::engine::internal
