/// Describes the past path of a vehicle with a few points. Straight lines connect the points with each other,
/// and the newest point with the present place. The lines pass within a metre of the places that were added.
/// SAE J2945/1 requires this for basic safety messages: 200 m of path or 23 points, whichever is less.
#pragma once

#include <cstddef>
#include <vector>

#include "common/geo/vector.hpp"
#include "common/time/sim_time.hpp"

namespace synchrono::client::radio {

/// The history of one vehicle.
/// Threading: one thread.
class PathHistory {
  public:
    static constexpr std::size_t kPointsMax = 23;
    static constexpr double kReach_m = 200;

    struct Point {
        geo::Vec3 position;
        SimTime time;
    };

    /// Adds the present place of the vehicle. Requires times that do not go back.
    void add(const Point& here);
    /// Fills `out` with points, newest first: with just enough to make the path from the present place at
    /// least kReach_m long, or with all points if the path is shorter.
    void collect(std::vector<Point>& out) const;

  private:
    bool is_straight_to(geo::Vec3 here) const;

    std::vector<Point> kept_;     // oldest first
    std::vector<Point> pending_;  // places since the last kept point
    Point here_;
};

}  // namespace synchrono::client::radio
