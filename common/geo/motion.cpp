#include "common/geo/motion.hpp"

#include <algorithm>

#include "common/base/contract.hpp"

namespace synchrono::geo {

Motion dead_reckon(const Motion& motion, SimDuration ahead) {
    SYN_REQUIRE(ahead >= SimDuration{});
    const double dt = std::min(ahead, SimDuration::seconds(1)).to_seconds();
    if (dt == 0) return motion;

    const double rate = length(motion.angular_velocity);
    Quaternion half, full;  // rotation of the body after half of the time and after all of it
    if (rate > 1e-9) {
        const Vec3 axis = motion.angular_velocity * (1 / rate);
        const auto rotation = [&](double angle) {
            const double s = std::sin(angle / 2);
            return Quaternion{std::cos(angle / 2), axis.x * s, axis.y * s, axis.z * s};
        };
        half = rotation(rate * dt / 2);
        full = rotation(rate * dt);
    }

    // The speed changes linearly: each second by `gain` times the speed at the beginning. A braking body may
    // stop before dt.
    const double speed_squared = dot(motion.velocity, motion.velocity);
    const double gain = speed_squared > 1e-6 ? dot(motion.velocity, motion.acceleration) / speed_squared : 0;
    const double moving = gain < 0 ? std::min(dt, -1 / gain) : dt;

    const Quaternion to_body = motion.orientation.conjugate();
    const auto turned = [&](const Quaternion& by, Vec3 world) {
        return (motion.orientation * by).rotate(to_body.rotate(world));
    };
    Motion later = motion;
    // The body moves along an arc, whose chord has the direction of the velocity at half time.
    later.position = motion.position + turned(half, motion.velocity) * (moving * (1 + gain * moving / 2));
    later.velocity = turned(full, motion.velocity) * std::max(0.0, 1 + gain * moving);
    later.acceleration = moving < dt ? Vec3{} : turned(full, motion.acceleration);
    later.orientation = (motion.orientation * full).normalised();
    return later;
}

}  // namespace synchrono::geo
