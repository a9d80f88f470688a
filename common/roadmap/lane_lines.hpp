/// Lines of a road map for drawing: edges of lanes, with no more points than the eye needs.
#pragma once

#include <vector>

#include "common/roadmap/road_map.hpp"

namespace synchrono::roadmap {

/// Without points that lie within some centimetres of the line between others.
std::vector<geo::Vec3> thinned(const std::vector<geo::Vec3>& points);

/// The outer edge of a lane of the section, of lane 0 the line in the middle, from the section's beginning
/// on.
std::vector<geo::Vec3> lane_edge(const Road& road, const LaneSection& section, int lane_id);

/// All round a lane. Requires a lane of the section other than 0.
std::vector<geo::Vec3> lane_outline(const Road& road, const LaneSection& section, int lane_id);

/// Whether wheels roll on it: no pavement, no verge, no parking place.
bool is_driven(const Lane& lane);

/// Round all lanes that lead through a junction and are driven on, anticlockwise; of fewer than three points
/// where there are none.
std::vector<geo::Vec3> junction_outline(const OpenDrive& file, const Junction& junction);

/// The convex hull of the points, seen from above, anticlockwise.
std::vector<geo::Vec3> hull_of(std::vector<geo::Vec3> points);

/// Of the box around them, seen from above.
geo::Vec3 middle_of(const std::vector<geo::Vec3>& points);

}  // namespace synchrono::roadmap
