/// Closed outlines on the ground, as lists of corners; heights do not matter.
#pragma once

#include <vector>

#include "common/geo/vector.hpp"

namespace synchrono::roadmap {

/// Positive where the corners run anticlockwise.
double area_m2(const std::vector<geo::Vec3>& corners);
bool contains(const std::vector<geo::Vec3>& corners, geo::Vec3 place);
/// To the nearest side, inside and outside alike.
double distance_to(const std::vector<geo::Vec3>& corners, geo::Vec3 place);

}  // namespace synchrono::roadmap
