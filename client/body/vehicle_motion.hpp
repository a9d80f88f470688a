/// What is known of a vehicle at one instant: how it moves and which driver inputs were applied to it. An
/// engine gives it, the wire carries it as VehicleState, the log keeps it.
#pragma once

#include "common/geo/motion.hpp"

namespace synchrono::client {

struct DriverInputs {
    double steering = 0;  // -1 (right) to 1 (left)
    double throttle = 0;  // 0 to 1
    double braking = 0;   // 0 to 1

    friend bool operator==(const DriverInputs&, const DriverInputs&) = default;
};

/// How far the pedal is down when brake lights go on.
inline constexpr double kBrakeLightsFrom = 0.03;

struct VehicleMotion : geo::Motion {
    DriverInputs applied;
};

}  // namespace synchrono::client
