/// What turns inside a vehicle, as its engine knows it and as others are shown it.
#pragma once

#include <vector>

#include "common/geo/pose.hpp"

namespace synchrono::client {

/// A wheel, or whatever else of a vehicle rolls on the ground.
struct Wheel {
    geo::Pose pose{};     // in the body's frame, from its centre of gravity: steered and cambered, not spun
    double spin_rad = 0;  // since it was made, forward rolling positive
    double speed_rad_s = 0;  // forward rolling positive
};

/// A model without such parts leaves them out.
struct Machinery {
    std::vector<Wheel> wheels;  // axle by axle, left before right
    double engine_rpm = 0;
    int gear = 0;  // 1 is the first
};

inline std::vector<double> wheel_speeds(const Machinery& machinery) {
    std::vector<double> speeds;
    for (const Wheel& wheel : machinery.wheels) speeds.push_back(wheel.speed_rad_s);
    return speeds;
}

}  // namespace synchrono::client
