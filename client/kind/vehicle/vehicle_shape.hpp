/// Makes a simple shape for a vehicle whose engine has no better one: a few solids, chosen by the vehicle's
/// name and size.
#pragma once

#include <string_view>

#include "client/scenery/shapes.hpp"
#include "common/base/ids.hpp"
#include "common/config/vehicle.hpp"

namespace synchrono::client {

/// Makes the shape.
scenery::Shape vehicle_shape(const config::VehicleSpec& vehicle, scenery::Coat paint);
/// Returns the coat of most of the vehicle; `vehicle` is its name.
scenery::Coat vehicle_paint(AgentId agent, std::string_view vehicle);

}  // namespace synchrono::client
