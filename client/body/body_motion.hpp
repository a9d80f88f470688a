/// The motion of a body at one instant, with the controls that were applied. Engines compute a BodyMotion.
/// Messages and logs carry it as a state, whose type belongs to the body's kind.
#pragma once

#include "client/body/controls.hpp"
#include "common/geo/motion.hpp"

namespace synchrono::client::body {

/// The controls of a vehicle, by their names.
struct DriverInputs {
    double steering = 0;  // -1 (right) to 1 (left)
    double throttle = 0;  // 0 to 1
    double braking = 0;   // 0 to 1

    /// The indices of these controls in Controls.
    static constexpr std::size_t kSteering = 0, kThrottle = 1, kBraking = 2;
    operator Controls() const { return {{steering, throttle, braking}}; }
    friend bool operator==(const DriverInputs&, const DriverInputs&) = default;
};

/// Returns the controls by their names. Requires the controls of a vehicle.
inline DriverInputs driver_inputs(const Controls& controls) {
    return {.steering = controls[DriverInputs::kSteering],
            .throttle = controls[DriverInputs::kThrottle],
            .braking = controls[DriverInputs::kBraking]};
}

/// The position of the brake pedal (0 to 1) at which the brake lights go on.
inline constexpr double kBrakeLightsFrom = 0.03;

/// A motion and the controls that were applied to the body.
struct BodyMotion : geo::Motion {
    Controls applied;
};

}  // namespace synchrono::client::body
