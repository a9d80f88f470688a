/// Checks of a vehicle file that concern several keys: whether the parts fit each other.
#pragma once

#include "common/config/internal/json_reader.hpp"
#include "common/config/vehicle.hpp"

namespace synchrono::config {

/// Checks the vehicle and reports problems to the node's diagnostics, each on the line of its key, or of its
/// object if the key is missing. `readable` says that each key alone was right.
void check_vehicle(const VehicleSpec& vehicle, const JsonNode& node, bool readable);

}  // namespace synchrono::config
