/// Computes where a circle and a box touch, as seen from above.
#pragma once

#include <optional>

#include "client/element/shown_world.hpp"

namespace synchrono::client::internal {

/// The contact of a circle with a box.
struct Touch {
    geo::Vec2 normal;  // out of the box, unit length
    double depth = 0;  // how deep the circle is in the box; more than 0
    geo::Vec2 place;   // the nearest point on the rim of the box
};

/// Returns the contact of a circle with the box, if they touch. For a circle whose middle is inside, the
/// normal is the shortest way out.
std::optional<Touch> touch(const Box& box, geo::Vec2 middle, double radius);

}  // namespace synchrono::client::internal
