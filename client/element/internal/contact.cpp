#include "client/element/internal/contact.hpp"

#include <algorithm>
#include <cmath>

namespace synchrono::client::element::internal {

std::optional<Touch> touch(const Box& box, geo::Vec2 middle, double radius) {
    const geo::Vec2 ahead{std::cos(box.yaw_rad), std::sin(box.yaw_rad)}, left{-ahead.y, ahead.x};
    const geo::Vec2 arm = middle - box.middle;
    const geo::Vec2 local{dot(arm, ahead), dot(arm, left)};
    const geo::Vec2 nearest{std::clamp(local.x, -box.half_length, box.half_length),
                            std::clamp(local.y, -box.half_width, box.half_width)};
    const geo::Vec2 off = local - nearest;
    const double distance = length(off);
    if (distance >= radius) return std::nullopt;
    geo::Vec2 normal, rim = nearest;
    double depth = 0;
    if (distance > 0) {
        normal = off * (1 / distance);
        depth = radius - distance;
    } else {
        const double out_x = box.half_length - std::abs(local.x), out_y = box.half_width - std::abs(local.y);
        if (out_x < out_y) {
            normal.x = local.x < 0 ? -1 : 1;
            rim.x = normal.x * box.half_length;
            depth = radius + out_x;
        } else {
            normal.y = local.y < 0 ? -1 : 1;
            rim.y = normal.y * box.half_width;
            depth = radius + out_y;
        }
    }
    const auto to_world = [&](geo::Vec2 v) { return ahead * v.x + left * v.y; };
    return Touch{to_world(normal), depth, box.middle + to_world(rim)};
}

}  // namespace synchrono::client::element::internal
