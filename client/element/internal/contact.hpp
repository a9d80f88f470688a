/// Computes where a circle and a box touch, as seen from above.
#pragma once

#include <optional>

#include "client/element/element_surroundings.hpp"

namespace synchrono::client::element::internal {

/// The contact of a circle with a box.
struct Touch {
    geo::Vec2 normal;  // out of the box, unit length
    double depth = 0;  // in metres: how far the circle reaches into the box; more than 0
    geo::Vec2 place;   // the point on the rim of the box that is nearest to the circle's middle
};

/// Returns the contact of a circle with the box, or nothing if they do not touch. If the circle's middle is
/// inside the box, the normal points along the shortest way out.
std::optional<Touch> touch(const Box& box, geo::Vec2 middle, double radius);

}  // namespace synchrono::client::element::internal
