/// Estimates where the wheels of a vehicle are if its state does not contain them: from the vehicle's file,
/// its steering, and the distance that it has rolled.
#pragma once

#include <vector>

#include "client/body/machinery.hpp"
#include "common/config/vehicle.hpp"

namespace synchrono::client {

/// Returns the wheels of a vehicle that stands upright on level ground, in the order of Machinery::wheels.
/// `steering` is that of DriverInputs, `rolled_m` the distance that the vehicle has gone, `speed_m_s` its
/// speed.
std::vector<Wheel> wheels_of(const config::VehicleSpec& vehicle, double steering, double rolled_m,
                             double speed_m_s);

/// Returns the radius that all wheels of the vehicle have.
double wheel_radius_m(const config::VehicleSpec& vehicle);

/// Returns the width of one of these wheels, both tyres included if they are twins.
double wheel_width_m(const config::VehicleSpec& vehicle, std::size_t wheel);

}  // namespace synchrono::client
