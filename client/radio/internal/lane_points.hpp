/// The middle line of a lane of a MAP message, in the world frame: offsets from node to node summed up, lanes
/// that are told as another lane moved, turned and stretched worked out.
#pragma once

#include <span>
#include <vector>

#include "common/geo/geodetic.hpp"
#include "common/j2735/lane.hpp"

namespace synchrono::client::internal {

struct LanePoints {
    std::vector<geo::Vec3> nodes;  // empty where the lane cannot be worked out
    double width_change_m = 0;     // from the intersection's width, at the first node
    std::vector<j2735::RegulatorySpeedLimit> speed_limits;  // the first that its nodes tell
};

/// `lanes` are those of its intersection.
LanePoints lane_points(const j2735::GenericLane& lane, std::span<const j2735::GenericLane> lanes,
                       const geo::WorldFrame& world, geo::Vec3 reference);

}  // namespace synchrono::client::internal
