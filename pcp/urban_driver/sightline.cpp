#include "pcp/urban_driver/sightline.hpp"

#include <algorithm>

namespace synchrono::pcp::urban_driver {
namespace {

/// Returns whether the segments a-b and c-d cross.
bool cross_over(driving::Point a, driving::Point b, driving::Point c, driving::Point d) {
    const double c_side = driving::cross(b - a, c - a), d_side = driving::cross(b - a, d - a);
    const double a_side = driving::cross(d - c, a - c), b_side = driving::cross(d - c, b - c);
    return c_side * d_side <= 0 && a_side * b_side <= 0 && (c_side != 0 || d_side != 0);
}

}  // namespace

Sightline::Sightline(const Map& map) {
    for (const SynBuilding& building : map.buildings()) {
        if (building.corners_count < 3) continue;
        Footprint f{driving::flat(building.corners[0]), driving::flat(building.corners[0]), &building};
        for (const SynVec3& corner : corners(building)) {
            f.low = {std::min(f.low.x, corner.x), std::min(f.low.y, corner.y)};
            f.high = {std::max(f.high.x, corner.x), std::max(f.high.y, corner.y)};
        }
        footprints_.push_back(f);
    }
}

bool Sightline::clear(driving::Point a, driving::Point b) const {
    const driving::Point low{std::min(a.x, b.x), std::min(a.y, b.y)},
        high{std::max(a.x, b.x), std::max(a.y, b.y)};
    for (const Footprint& f : footprints_) {
        if (f.high.x < low.x || f.low.x > high.x || f.high.y < low.y || f.low.y > high.y) continue;
        const auto list = corners(*f.building);
        for (std::size_t i = 0; i < list.size(); ++i)
            if (cross_over(a, b, driving::flat(list[i]), driving::flat(list[(i + 1) % list.size()])))
                return false;
    }
    return true;
}

}  // namespace synchrono::pcp::urban_driver
