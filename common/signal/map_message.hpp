/// What J2735 tells of an intersection's shape: its lanes, where one may go from each, and which signal group
/// allows it (MAP). Road-side units send it, and the command shows it.
#pragma once

#include "common/config/intersection.hpp"
#include "common/geo/geodetic.hpp"
#include "common/j2735/map_data.hpp"

namespace synchrono::signal {

/// The number that MAP, SPAT and signals know the intersection by.
j2735::IntersectionReferenceId id_of(const config::Intersection& intersection);

/// Requires an intersection that the loader accepts, less than 90 degrees north or south of the equator.
j2735::MapData map_of(const config::Intersection& intersection, const geo::WorldFrame& frame);

}  // namespace synchrono::signal
