/// Describes the way that a vehicle has come by few points: the straight lines between them, and from the
/// newest one to the present place, are within a metre of all places that were added. SAE J2945/1 requires
/// this for basic safety messages: 200 m of way or 23 points, whichever is less.
#pragma once

#include <cstddef>
#include <vector>

#include "common/geo/vector.hpp"
#include "common/time/sim_time.hpp"

namespace synchrono::client {

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
    /// Fills `out` with the points, newest first, back to the one that makes the way from the present place
    /// at least kReach_m long, or with all of them.
    void collect(std::vector<Point>& out) const;

  private:
    bool is_straight_to(geo::Vec3 here) const;

    std::vector<Point> kept_;     // oldest first
    std::vector<Point> pending_;  // places since the last kept point
    Point here_;
};

}  // namespace synchrono::client
