/// Reads and writes a vehicle: the root of a vehicle file, or an entry of "vehicles" in a scenario.
#pragma once

#include <string>

#include "common/config/internal/json_reader.hpp"
#include "common/config/vehicle.hpp"

namespace synchrono::config {

/// Reads a vehicle. Adds problems to the node's diagnostics; the value of a key with a problem keeps its
/// default.
VehicleSpec read_vehicle_object(const JsonNode& node, std::string name);
Json::Value vehicle_to_json(const VehicleSpec& vehicle);

}  // namespace synchrono::config
