/// Makes MAP, the J2735 message that describes an intersection: its lanes, the connections from each lane to
/// other lanes, and the signal groups that control these connections. Road-side units send this message, and
/// the command `synchrono map` prints it.
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
