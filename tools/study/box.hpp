/// Treats bodies as boxes on the ground: computes whether two boxes overlap, and when they begin to overlap
/// if both keep their velocity.
#pragma once

#include <cmath>
#include <optional>

#include "common/geo/vector.hpp"

namespace synchrono::tools::study {

/// A rectangle, seen from above.
struct Box {
    geo::Vec2 centre;
    geo::Vec2 forward{1, 0};  // of unit length
    double half_length_m = 0, half_width_m = 0;

    geo::Vec2 left() const { return {-forward.y, forward.x}; }
    /// Returns half the length of the box's projection onto a line along `axis`, which has unit length.
    double reach(geo::Vec2 axis) const {
        return half_length_m * std::abs(dot(forward, axis)) + half_width_m * std::abs(dot(left(), axis));
    }
    double radius_m() const { return std::sqrt(half_length_m * half_length_m + half_width_m * half_width_m); }
    /// Returns whether the place is within the box or on its border.
    bool holds(geo::Vec2 place) const {
        return std::abs(dot(place - centre, forward)) <= half_length_m &&
               std::abs(dot(place - centre, left())) <= half_width_m;
    }
};

/// Returns whether the boxes have more than a border in common.
bool overlap(const Box& a, const Box& b);

/// Returns the seconds until the boxes begin to overlap if both keep their velocity and neither turns: 0 if
/// they overlap already, nothing if they never will. The result is exact but for rounding, because
/// boxes overlap if and only if their projections overlap on all four axes, and on each axis the start and
/// the end of the overlap can be computed.
std::optional<double> time_to_collision(const Box& a, geo::Vec2 velocity_a, const Box& b,
                                        geo::Vec2 velocity_b);

}  // namespace synchrono::tools::study
