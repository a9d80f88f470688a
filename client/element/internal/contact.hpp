/// Where a circle and a box touch, as seen from above.
#pragma once

#include <optional>

#include "client/element/shown_world.hpp"

namespace synchrono::client::internal {

struct Touch {
    geo::Vec2 normal;  // out of the box, unit length
    double depth = 0;  // how far the circle has come in; more than 0
    geo::Vec2 place;   // of the box's rim
};

/// Where a circle touches the box, if it does. A circle with its middle inside is let out on the shortest
/// way.
std::optional<Touch> touch(const Box& box, geo::Vec2 middle, double radius);

}  // namespace synchrono::client::internal
