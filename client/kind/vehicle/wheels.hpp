/// Estimates where the wheels of a vehicle are if its state does not contain them. The estimate follows from
/// the vehicle's file, its steering, and the distance that it has rolled.
#pragma once

#include <vector>

#include "client/body/machinery.hpp"
#include "common/config/vehicle.hpp"

namespace synchrono::client::kind {

/// Returns the wheels of a vehicle that stands upright on level ground, in the order of Machinery::wheels.
/// `steering` is as in DriverInputs, `rolled_m` the distance that the vehicle has gone, and `speed_m_s` its
/// speed forwards.
std::vector<body::Wheel> wheels_of(const config::VehicleSpec& vehicle, double steering, double rolled_m,
                                   double speed_m_s);

/// Returns the radius of the vehicle's wheels, which is the same for all of them.
double wheel_radius_m(const config::VehicleSpec& vehicle);

/// Returns the width of a wheel; for twin tyres, the width of both together. `wheel` is its index in the
/// result of wheels_of().
double wheel_width_m(const config::VehicleSpec& vehicle, std::size_t wheel);

}  // namespace synchrono::client::kind
