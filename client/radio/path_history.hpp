/// The way that a vehicle has come, in few points: straight lines between them, and from the newest one to
/// where it is now, stay within a metre of all that it was told. As SAE J2945/1 wants it for basic safety
/// messages: 200 m of way or 23 points, whichever is less.
#pragma once

#include <cstddef>
#include <vector>

#include "common/geo/vector.hpp"
#include "common/time/sim_time.hpp"

namespace synchrono::client {

/// Threading: one thread.
class PathHistory {
  public:
    static constexpr std::size_t kPointsMax = 23;
    static constexpr double kReach_m = 200;

    struct Point {
        geo::Vec3 position;
        SimTime time;
    };

    /// The vehicle is here now. Requires times that do not go back.
    void add(const Point& here);
    /// Newest first: the points back to the one that makes the way from the last `add` at least kReach_m
    /// long, or all there are.
    void collect(std::vector<Point>& out) const;

  private:
    bool is_straight_to(geo::Vec3 here) const;

    std::vector<Point> kept_;     // oldest first
    std::vector<Point> pending_;  // since the last that is kept
    Point here_;
};

}  // namespace synchrono::client
