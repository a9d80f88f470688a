/// Lines of a road map for drawing: the edges of lanes, with no more points than the eye needs.
#pragma once

#include <vector>

#include "common/roadmap/road_map.hpp"

namespace synchrono::roadmap {

/// Returns the same line with fewer points. Leaves out points that, seen from above, lie within 3 cm of the
/// line through the points that are kept.
std::vector<geo::Vec3> thinned(const std::vector<geo::Vec3>& points);

/// Returns the outer edge of a lane along the section, in the direction of rising s; for lane 0, the line
/// in the middle of the road.
std::vector<geo::Vec3> lane_edge(const Road& road, const LaneSection& section, int lane_id);

/// Returns the outline of a lane. Requires a lane of the section other than 0.
std::vector<geo::Vec3> lane_outline(const Road& road, const LaneSection& section, int lane_id);

/// Returns whether the lane is for moving vehicles or bicycles, unlike a pavement, a verge or a parking lane.
bool is_driven(const Lane& lane);

/// Returns the convex hull of all driven lanes that lead through a junction, anticlockwise; fewer than
/// three points if the junction has no such lanes.
std::vector<geo::Vec3> junction_outline(const OpenDrive& file, const Junction& junction);

/// Returns the convex hull of the points, seen from above, anticlockwise; fewer than three points if they all
/// lie on one line.
std::vector<geo::Vec3> hull_of(std::vector<geo::Vec3> points);

/// Returns the centre of the box around the points, seen from above.
geo::Vec3 middle_of(const std::vector<geo::Vec3>& points);

}  // namespace synchrono::roadmap
