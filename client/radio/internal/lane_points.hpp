/// Computes the middle line of a lane of a MAP message in the world frame. The message gives each
/// node's offset from the node before, or its latitude and longitude, or it says that the lane is another
/// lane, moved, turned and stretched.
#pragma once

#include <span>
#include <vector>

#include "common/geo/geodetic.hpp"
#include "common/j2735/lane.hpp"

namespace synchrono::client::radio::internal {

/// The middle line of a lane, with its attributes.
struct LanePoints {
    std::vector<geo::Vec3> nodes;  // empty if the lane cannot be computed
    double width_change_m = 0;     // from the intersection's lane width to the width at the first node
    std::vector<j2735::RegulatorySpeedLimit> speed_limits;  // the first list that a node has
};

/// Returns the points of `lane`. `lanes` are all lanes of its intersection, and `reference` is the
/// intersection's reference point.
LanePoints lane_points(const j2735::GenericLane& lane, std::span<const j2735::GenericLane> lanes,
                       const geo::WorldFrame& world, geo::Vec3 reference);

}  // namespace synchrono::client::radio::internal
