/// The motion of a sensor within one heartbeat. Place and orientation are interpolated linearly between
/// the beginning and the end of the heartbeat, as the ray caster does for bodies.
#pragma once

#include "client/sensors/sensor.hpp"

namespace synchrono::client::sensors {

struct Glide {
    SimTime from, to;
    geo::Vec3 place_from, place_to;      // relative to RayWorld::origin()
    geo::Quaternion turn_from, turn_to;  // sensor to world; signs chosen for the shorter rotation
};
/// Returns the motion of the sensor of `setup` while its vehicle moves from `from` to `to`. Requires that the
/// setup has a world.
Glide glide_of(const BodyState& from, const BodyState& to, const SensorSetup& setup);

}  // namespace synchrono::client::sensors
