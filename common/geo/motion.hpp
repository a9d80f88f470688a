/// The motion of a body at one instant, and its prediction for a little later (dead reckoning).
#pragma once

#include "common/geo/vector.hpp"
#include "common/time/sim_time.hpp"

namespace synchrono::geo {

struct Motion {
    Vec3 position;           // m, world frame
    Quaternion orientation;  // body to world
    Vec3 velocity;           // m/s, world frame
    Vec3 angular_velocity;   // rad/s, body frame
    Vec3 acceleration;       // m/s^2, world frame
};

/// Returns the motion `ahead` later by dead reckoning. It assumes that the angular velocity is constant, and
/// that the acceleration is constant in the body's frame. A braking body stops; it never rolls backwards.
/// Requires that `ahead` is not negative. Predictions are good for tenths of a second only, so a time above
/// one second counts as one second.
Motion dead_reckon(const Motion& motion, SimDuration ahead);

}  // namespace synchrono::geo
