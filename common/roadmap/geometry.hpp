/// Where things of a road are: its reference line, its surface and its lanes, evaluated exactly at any s.
#pragma once

#include "common/roadmap/road.hpp"

namespace synchrono::roadmap {

/// A line at one place, seen along rising s.
struct LinePoint {
    double x_m = 0, y_m = 0, heading_rad = 0;
    double curvature_1_m = 0;        // to the left positive
    double curvature_rate_1_m2 = 0;  // its change along the line
};

/// Value and derivatives.
struct Slope {
    double value = 0, first = 0, second = 0;
};

/// A place on a lane as one who drives there sees it.
struct LanePoint {
    geo::Vec3 position{};
    double yaw_rad = 0, pitch_rad = 0, roll_rad = 0;  // pitch: nose down positive, as rotations about y are
    double curvature_1_m = 0, width_m = 0;
};

/// s beyond the ends is taken at them.
LinePoint reference_line(const Geometry& geometry, double along_m);
LinePoint reference_line(const Road& road, double s_m);

Slope evaluate(const Profile& profile, double s_m);

/// The road's surface at (s, t).
geo::Vec3 surface(const Road& road, double s_m, double t_m);

/// How high one drives or walks at (s, t): on the surface, but for lanes that stay level or are raised.
/// Beyond the outermost lanes as at their edges.
double ground_height_m(const Road& road, double s_m, double t_m);

/// The edges of a lane: t of the inner one and of the outer one.
struct LaneEdges {
    Slope inner, outer;
};
/// Requires a lane of the section other than 0.
LaneEdges edges(const Road& road, const LaneSection& section, int lane_id, double s_m);

/// The middle of a lane, along the direction of travel. Requires as above.
LanePoint lane_middle(const Road& road, const LaneSection& section, int lane_id, double s_m);

}  // namespace synchrono::roadmap
