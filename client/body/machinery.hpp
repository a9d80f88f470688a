/// The moving parts of a vehicle: wheels, motor and gear, as its engine knows them and as messages carry
/// them.
#pragma once

#include <vector>

#include "common/geo/pose.hpp"

namespace synchrono::client {

/// A wheel, or any other part of a vehicle that rolls on the ground.
struct Wheel {
    geo::Pose pose{};     // in the body's frame, from the centre of gravity: steered and cambered, not spun
    double spin_rad = 0;  // angle turned since the beginning, forward rolling positive
    double speed_rad_s = 0;  // forward rolling positive
};

/// All such parts of one vehicle. A model that lacks some of them leaves their members empty or zero.
struct Machinery {
    std::vector<Wheel> wheels;  // axle by axle, left before right
    double engine_rpm = 0;
    int gear = 0;  // 1 is first gear
};

/// Returns the speed of each wheel in rad/s.
inline std::vector<double> wheel_speeds(const Machinery& machinery) {
    std::vector<double> speeds;
    for (const Wheel& wheel : machinery.wheels) speeds.push_back(wheel.speed_rad_s);
    return speeds;
}

}  // namespace synchrono::client
