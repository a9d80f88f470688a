/// The picture of a vehicle that nobody has a better one of: by its name and size, built from a few solids.
#pragma once

#include <string_view>

#include "client/scenery/shapes.hpp"
#include "common/base/ids.hpp"
#include "common/config/vehicle.hpp"

namespace synchrono::client {

scenery::Shape vehicle_shape(const config::VehicleSpec& vehicle, scenery::Coat paint);
/// The coat of most of the vehicle; `vehicle` is its name.
scenery::Coat vehicle_paint(AgentId agent, std::string_view vehicle);

}  // namespace synchrono::client
