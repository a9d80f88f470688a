/// Places as messages tell them, in the world frame: a longitude is the same a turn further on, and what lies
/// across the date line from the origin is near it all the same.
#pragma once

#include <cmath>
#include <cstdint>

#include "common/geo/geodetic.hpp"

namespace synchrono::client::internal {

inline geo::Vec3 to_world(const geo::WorldFrame& world, geo::Geodetic place) {
    const double origin_deg = world.origin().longitude_deg;
    const double east_deg = place.longitude_deg - origin_deg;
    if (std::abs(east_deg) > 180) place.longitude_deg = origin_deg + std::remainder(east_deg, 360);
    return world.to_world(place);
}

}  // namespace synchrono::client::internal
