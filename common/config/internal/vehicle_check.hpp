/// Checks of a vehicle file that concern several keys: whether the parts fit each other.
#pragma once

#include "common/config/internal/json_reader.hpp"
#include "common/config/vehicle.hpp"

namespace synchrono::config {

/// Checks the vehicle and adds problems to the node's diagnostics. Each problem names the line of its key, or
/// of the object in which the key is missing. `readable` is false if a key alone had a problem; then few
/// checks are made.
void check_vehicle(const VehicleSpec& vehicle, const JsonNode& node, bool readable);

}  // namespace synchrono::config
