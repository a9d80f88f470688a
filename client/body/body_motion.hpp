/// What is known of a body at one instant: how it moves and which controls were applied to it. An engine
/// gives it, the wire carries it as a state of the body's kind, the log keeps it.
#pragma once

#include "client/body/controls.hpp"
#include "common/geo/motion.hpp"

namespace synchrono::client {

/// The controls of a vehicle by their names.
struct DriverInputs {
    double steering = 0;  // -1 (right) to 1 (left)
    double throttle = 0;  // 0 to 1
    double braking = 0;   // 0 to 1

    /// Their places among the controls.
    static constexpr std::size_t kSteering = 0, kThrottle = 1, kBraking = 2;
    operator Controls() const { return {{steering, throttle, braking}}; }
    friend bool operator==(const DriverInputs&, const DriverInputs&) = default;
};

/// Requires the controls of a vehicle.
inline DriverInputs driver_inputs(const Controls& controls) {
    return {.steering = controls[DriverInputs::kSteering],
            .throttle = controls[DriverInputs::kThrottle],
            .braking = controls[DriverInputs::kBraking]};
}

/// How far the pedal is down when brake lights go on.
inline constexpr double kBrakeLightsFrom = 0.03;

struct BodyMotion : geo::Motion {
    Controls applied;
};

}  // namespace synchrono::client
