/// Makes a simple shape for a vehicle whose engine provides no look: a few solids, chosen by the name and the
/// size of the vehicle.
#pragma once

#include <string_view>

#include "client/scenery/shapes.hpp"
#include "common/base/ids.hpp"
#include "common/config/vehicle.hpp"

namespace synchrono::client::kind {

/// Makes the shape; `paint` covers most of it.
scenery::Shape vehicle_shape(const config::VehicleSpec& vehicle, scenery::Coat paint);
/// Returns the coat that covers most of a vehicle. `vehicle` is the name of the vehicle.
scenery::Coat vehicle_paint(AgentId agent, std::string_view vehicle);

}  // namespace synchrono::client::kind
