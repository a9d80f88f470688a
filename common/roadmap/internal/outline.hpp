/// Closed outlines on the ground, as lists of corners. Heights are ignored.
#pragma once

#include <vector>

#include "common/geo/vector.hpp"

namespace synchrono::roadmap {

/// Returns the area; it is positive if the corners run anticlockwise.
double area_m2(const std::vector<geo::Vec3>& corners);
bool contains(const std::vector<geo::Vec3>& corners, geo::Vec3 place);
/// Returns the distance to the nearest side, for places inside as well as outside.
double distance_to(const std::vector<geo::Vec3>& corners, geo::Vec3 place);

}  // namespace synchrono::roadmap
