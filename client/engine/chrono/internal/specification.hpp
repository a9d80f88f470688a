/// Checks Chrono's own files on disk: the folder of its data, and the files that a vehicle names. They are
/// checked before Chrono reads them, because Chrono only prints a line about a missing file, and its
/// behaviour with a wrong one is undefined.
#pragma once

#include <filesystem>
#include <string>

#include "common/base/result.hpp"
#include "common/config/chrono.hpp"
#include "common/config/vehicle.hpp"

namespace synchrono::client::internal {

/// Returns the folder of Chrono's data, which contains the folder "vehicle". It is the scenario's, or that
/// of the environment variable CHRONO_DATA_DIR, or that of the Chrono with which this program was built.
Result<std::filesystem::path> find_chrono_data(const config::ChronoSettings& settings);

/// Checks that every file that the vehicle names exists and can be read, and that the engine supports the
/// templates that they use.
Result<void> check_specification(const std::filesystem::path& data, const config::VehicleSpec& vehicle);

/// Returns whether all meshes exist that the vehicle's files name. Chrono crashes when it loads a vehicle's
/// shapes and one is missing. Requires a checked vehicle.
bool has_meshes(const std::filesystem::path& data, const config::VehicleSpec& vehicle);

/// Returns the template that a checked file names, such as "TMeasyTire"; empty if it names none.
std::string template_of(const std::filesystem::path& file);

}  // namespace synchrono::client::internal
