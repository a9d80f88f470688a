/// Chrono's own files on disk: where its data lies, and which of a vehicle's files are missing or not for us.
/// Looks before Chrono does, which answers a missing file with a line on the terminal and a wrong one with
/// undefined behaviour.
#pragma once

#include <filesystem>
#include <string>

#include "common/base/result.hpp"
#include "common/config/chrono.hpp"
#include "common/config/vehicle.hpp"

namespace synchrono::client::internal {

/// The folder with "vehicle" in it: the scenario's, or the one of the environment variable CHRONO_DATA_DIR,
/// or the one that Chrono was installed with when this program was built.
Result<std::filesystem::path> find_chrono_data(const config::ChronoSettings& settings);

/// Every file that the vehicle names is there and can be read, and what it is made of can be driven here.
Result<void> check_specification(const std::filesystem::path& data, const config::VehicleSpec& vehicle);

/// Whether all meshes are there that the vehicle's files name; Chrono crashes over one that is not when it is
/// asked to show it. Requires a checked vehicle.
bool has_meshes(const std::filesystem::path& data, const config::VehicleSpec& vehicle);

/// The template that a file names, such as "TMeasyTire"; empty if there is none. Requires a checked file.
std::string template_of(const std::filesystem::path& file);

}  // namespace synchrono::client::internal
