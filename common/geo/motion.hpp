/// The motion of a body at one instant, and where the body will be a little later if it goes on like this.
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

/// Dead reckoning: returns the motion `ahead` later, for constant angular velocity and an acceleration that
/// turns with the body. A braking body stops; it never rolls backwards. Requires `ahead` not negative.
/// Predictions are good for tenths of a second only, so anything beyond one second is computed for one
/// second.
Motion dead_reckon(const Motion& motion, SimDuration ahead);

}  // namespace synchrono::geo
