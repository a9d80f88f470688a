/// Bodies as boxes on the ground: whether two overlap, and when they would if both went on as they do.
#pragma once

#include <cmath>
#include <optional>

#include "common/geo/vector.hpp"

namespace synchrono::tools {

/// A rectangle, seen from above.
struct Box {
    geo::Vec2 centre;
    geo::Vec2 forward{1, 0};  // of unit length
    double half_length_m = 0, half_width_m = 0;

    geo::Vec2 left() const { return {-forward.y, forward.x}; }
    /// Half the length of its shadow on a line along `axis`, of unit length.
    double reach(geo::Vec2 axis) const {
        return half_length_m * std::abs(dot(forward, axis)) + half_width_m * std::abs(dot(left(), axis));
    }
    double radius_m() const { return std::sqrt(half_length_m * half_length_m + half_width_m * half_width_m); }
    bool holds(geo::Vec2 place) const {
        return std::abs(dot(place - centre, forward)) <= half_length_m &&
               std::abs(dot(place - centre, left())) <= half_width_m;
    }
};

/// Whether they have more than a border in common.
bool overlap(const Box& a, const Box& b);

/// Seconds until the boxes begin to overlap when both keep their velocity and neither turns; 0 for those that
/// do already, nothing for those that never will. Exact: the boxes overlap while their shadows on all four of
/// their directions do, and each of these lasts from one known time to another.
std::optional<double> time_to_collision(const Box& a, geo::Vec2 velocity_a, const Box& b,
                                        geo::Vec2 velocity_b);

}  // namespace synchrono::tools
