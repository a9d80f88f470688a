/// The motion of a sensor within one heartbeat. Its place and attitude change evenly from the beginning of
/// the heartbeat to its end, as those of bodies do, and are interpolated linearly in between.
#pragma once

#include "client/sensors/sensor.hpp"

namespace synchrono::sensors {

struct Glide {
    SimTime from, to;
    geo::Vec3 place_from, place_to;      // from RayWorld::origin()
    geo::Quaternion turn_from, turn_to;  // sensor to world; signs chosen for the shorter rotation
};
/// Returns the motion of the sensor that is mounted as `setup` says on a body that moves from `from` to `to`.
Glide glide_of(const Instant& from, const Instant& to, const SensorSetup& setup);

}  // namespace synchrono::sensors
