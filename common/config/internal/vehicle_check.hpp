/// What no single key of a vehicle file can tell: parts that must fit each other.
#pragma once

#include "common/config/internal/json_reader.hpp"
#include "common/config/vehicle.hpp"

namespace synchrono::config {

/// Problems go to the node's diagnostics, each on the line of its key, or of its object where the key is not
/// there. `readable`: every key by itself is as it should be.
void check_vehicle(const VehicleSpec& vehicle, const JsonNode& node, bool readable);

}  // namespace synchrono::config
