/// The moving parts of a vehicle (wheels, motor and gear), as its engine knows them and as messages carry
/// them.
#pragma once

#include <vector>

#include "common/geo/pose.hpp"

namespace synchrono::client::body {

/// A wheel, or any other part of a vehicle that rolls on the ground.
struct Wheel {
    /// The pose relative to the body's centre of gravity, in the body's axes. It contains steering and
    /// camber, but not the spin.
    geo::Pose pose{};
    double spin_rad = 0;     // angle rolled since the beginning, positive forwards
    double speed_rad_s = 0;  // rate of the spin, positive forwards
};

/// The machinery of one vehicle. A model that lacks some of the parts leaves their members empty or zero.
struct Machinery {
    std::vector<Wheel> wheels;  // axle by axle, left before right
    double engine_rpm = 0;      // speed of the motor, revolutions per minute
    int gear = 0;               // 1 is first gear
};

/// Returns the speed of each wheel in rad/s.
inline std::vector<double> wheel_speeds(const Machinery& machinery) {
    std::vector<double> speeds;
    for (const Wheel& wheel : machinery.wheels) speeds.push_back(wheel.speed_rad_s);
    return speeds;
}

}  // namespace synchrono::client::body
