#include "common/roadmap/internal/outline.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace synchrono::roadmap {

double area_m2(const std::vector<geo::Vec3>& corners) {
    double twice = 0;
    for (std::size_t i = 0; i < corners.size(); ++i) {
        const geo::Vec3 a = corners[i] - corners.front();
        const geo::Vec3 b = corners[(i + 1) % corners.size()] - corners.front();
        twice += a.x * b.y - a.y * b.x;
    }
    return twice / 2;
}

bool contains(const std::vector<geo::Vec3>& corners, geo::Vec3 place) {
    bool inside = false;
    for (std::size_t i = 0; i < corners.size(); ++i) {
        const geo::Vec3 a = corners[i], b = corners[(i + 1) % corners.size()];
        if ((a.y > place.y) == (b.y > place.y)) continue;
        if (place.x < a.x + (b.x - a.x) * (place.y - a.y) / (b.y - a.y)) inside = !inside;
    }
    return inside;
}

double distance_to(const std::vector<geo::Vec3>& corners, geo::Vec3 place) {
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < corners.size(); ++i) {
        const geo::Vec3 a = corners[i], b = corners[(i + 1) % corners.size()];
        const double dx = b.x - a.x, dy = b.y - a.y, length2 = dx * dx + dy * dy;
        const double part =
            length2 > 0 ? std::clamp(((place.x - a.x) * dx + (place.y - a.y) * dy) / length2, 0.0, 1.0) : 0;
        least = std::min(least, std::hypot(place.x - a.x - part * dx, place.y - a.y - part * dy));
    }
    return least;
}

}  // namespace synchrono::roadmap
