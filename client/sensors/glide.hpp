/// How the place of a sensor moves in a heartbeat: evenly, as bodies do.
#pragma once

#include "client/sensors/sensor.hpp"

namespace synchrono::sensors {

struct Glide {
    SimTime from, to;
    geo::Vec3 place_from, place_to;      // from RayWorld::origin()
    geo::Quaternion turn_from, turn_to;  // of signs so that what is in between is the short way
};
Glide glide_of(const Instant& from, const Instant& to, const SensorSetup& setup);

}  // namespace synchrono::sensors
