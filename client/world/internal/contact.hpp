/// Bodies as seen from above, for finding out where they touch: boxes, and circles.
#pragma once

#include <optional>

#include "common/geo/vector.hpp"

namespace synchrono::client::internal {

/// A box that moves on as it does, whatever it meets. It may be as thin as a wall.
struct Box {
    geo::Vec2 middle;
    double yaw_rad = 0;
    double half_length = 0, half_width = 0;
    geo::Vec2 velocity;
    double yaw_rate = 0;       // rad/s
    double low = 0, high = 0;  // z of its bottom and its top

    double reach() const;  // from its middle to a corner
    Box after(double seconds) const;
    /// Of the point of the box that is at `place`.
    geo::Vec2 velocity_at(geo::Vec2 place) const;
};

struct Touch {
    geo::Vec2 normal;  // out of the box, unit length
    double depth = 0;  // how far the circle has come in; more than 0
    geo::Vec2 place;   // of the box's rim
};

/// Where a circle touches the box, if it does. A circle with its middle inside is let out on the shortest
/// way.
std::optional<Touch> touch(const Box& box, geo::Vec2 middle, double radius);

}  // namespace synchrono::client::internal
