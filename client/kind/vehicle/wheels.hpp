/// Where the wheels of a vehicle are, for who is not told: from its file, its steering and how far it has
/// rolled.
#pragma once

#include <vector>

#include "client/body/machinery.hpp"
#include "common/config/vehicle.hpp"

namespace synchrono::client {

/// Standing straight on level ground. `steering` is that of DriverInputs, `rolled_m` how far the vehicle has
/// gone, `speed_m_s` how fast it goes. In the order of Machinery::wheels.
std::vector<Wheel> wheels_of(const config::VehicleSpec& vehicle, double steering, double rolled_m,
                             double speed_m_s);

/// Of all of them alike.
double wheel_radius_m(const config::VehicleSpec& vehicle);

/// Of each of these wheels, twin tyres included.
double wheel_width_m(const config::VehicleSpec& vehicle, std::size_t wheel);

}  // namespace synchrono::client
