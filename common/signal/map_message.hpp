/// Makes the J2735 message that describes an intersection (MAP): its lanes, the lanes to which each lane
/// leads, and the signal groups that control these connections. Road-side units send it, and the command
/// `synchrono map` prints it.
#pragma once

#include "common/config/intersection.hpp"
#include "common/geo/geodetic.hpp"
#include "common/j2735/map_data.hpp"

namespace synchrono::signal {

/// Returns the region and the number that identify the intersection in MAP and SPAT messages.
j2735::IntersectionReferenceId id_of(const config::Intersection& intersection);

/// Returns the MAP message. Requires an intersection that the loader accepts, at less than 90 degrees of
/// latitude.
j2735::MapData map_of(const config::Intersection& intersection, const geo::WorldFrame& frame);

}  // namespace synchrono::signal
