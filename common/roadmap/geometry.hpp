/// Evaluates the geometry of a road at any s: its reference line, its surface and its lanes.
#pragma once

#include "common/roadmap/road.hpp"

namespace synchrono::roadmap {

/// A point of a line, with the direction and the curvature that the line has there towards rising s.
struct LinePoint {
    double x_m = 0, y_m = 0, heading_rad = 0;
    double curvature_1_m = 0;        // positive to the left
    double curvature_rate_1_m2 = 0;  // the change of the curvature per metre along the line
};

/// A value and its derivatives with respect to s.
struct Slope {
    double value = 0, first = 0, second = 0;
};

/// A place on a lane. The angles and the curvature are those in the direction of travel.
struct LanePoint {
    geo::Vec3 position{};
    double yaw_rad = 0, pitch_rad = 0, roll_rad = 0;  // pitch: positive with the nose down
    double curvature_1_m = 0, width_m = 0;
};

/// Returns a point of one piece of a reference line. A distance beyond the ends counts as that of the nearer
/// end.
LinePoint reference_line(const Geometry& geometry, double along_m);
/// Returns a point of a road's reference line. An s beyond the ends counts as that of the nearer end.
LinePoint reference_line(const Road& road, double s_m);

/// Returns the value of a profile at s with its derivatives; zeros for an empty profile.
Slope evaluate(const Profile& profile, double s_m);

/// Returns the place of (s, t) on the road's surface.
geo::Vec3 surface(const Road& road, double s_m, double t_m);

/// Returns the height at which wheels or feet stand at (s, t): on the surface, except for lanes that stay
/// level or are raised. The outermost lane is taken to continue outwards without end.
double ground_height_m(const Road& road, double s_m, double t_m);

/// The t of the inner edge and of the outer edge of a lane.
struct LaneEdges {
    Slope inner, outer;
};
/// Returns the edges of a lane at s. Requires a lane of the section other than 0.
LaneEdges edges(const Road& road, const LaneSection& section, int lane_id, double s_m);

/// Returns the middle of a lane at s, in the direction of travel. Requires a lane of the section other than
/// 0.
LanePoint lane_middle(const Road& road, const LaneSection& section, int lane_id, double s_m);

}  // namespace synchrono::roadmap
