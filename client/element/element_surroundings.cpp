#include "client/element/element_surroundings.hpp"

namespace synchrono::client::element {
namespace {

constexpr double kClearance_m = 0.5;

}  // namespace

double Box::reach() const { return length(geo::Vec2{half_length, half_width}); }

Box Box::after(double seconds) const {
    Box later = *this;
    later.middle = middle + velocity * seconds;
    later.yaw_rad = yaw_rad + yaw_rate * seconds;
    return later;
}

geo::Vec2 Box::velocity_at(geo::Vec2 place) const {
    const geo::Vec2 arm = place - middle;
    return velocity + geo::Vec2{-arm.y, arm.x} * yaw_rate;
}

Box box_of(const body::Obstacle& body) {
    const geo::Motion& motion = body.motion;
    return {.middle = {motion.position.x, motion.position.y},
            .yaw_rad = motion.orientation.yaw(),
            .half_length = body.length_m / 2,
            .half_width = body.width_m / 2,
            .velocity = {motion.velocity.x, motion.velocity.y},
            .yaw_rate = motion.angular_velocity.z,
            .low = motion.position.z - body.height_m / 2 - kClearance_m,
            .high = motion.position.z + body.height_m / 2};
}

}  // namespace synchrono::client::element
