#include "common/signal/internal/zone.hpp"

#include <algorithm>
#include <cmath>

#include "common/base/contract.hpp"

namespace synchrono::signal {

namespace {

using config::GroundPoint;

/// Returns the part of a lane between two distances from its stop line, as one quadrangle for each straight
/// piece.
std::vector<std::vector<GroundPoint>> lane_polygons(const config::Lane& lane, double from_m, double to_m) {
    std::vector<std::vector<GroundPoint>> polygons;
    double along_m = 0;
    for (std::size_t i = 1; i < lane.points.size(); ++i) {
        const GroundPoint& a = lane.points[i - 1];
        const GroundPoint& b = lane.points[i];
        const double length_m = std::hypot(b[0] - a[0], b[1] - a[1]);
        const double begin = std::max(from_m - along_m, 0.0) / length_m;
        const double end = std::min(to_m - along_m, length_m) / length_m;
        along_m += length_m;
        if (begin >= end) continue;
        const double aside_x = -(b[1] - a[1]) / length_m * lane.width_m / 2;
        const double aside_y = (b[0] - a[0]) / length_m * lane.width_m / 2;
        const auto corner = [&](double share, double side) {
            return GroundPoint{a[0] + (b[0] - a[0]) * share + aside_x * side,
                               a[1] + (b[1] - a[1]) * share + aside_y * side};
        };
        polygons.push_back({corner(begin, 1), corner(begin, -1), corner(end, -1), corner(end, 1)});
    }
    return polygons;
}

bool inside(const std::vector<GroundPoint>& polygon, double x, double y) {
    bool in = false;
    for (std::size_t i = 0, j = polygon.size() - 1; i < polygon.size(); j = i++) {
        const GroundPoint& a = polygon[i];
        const GroundPoint& b = polygon[j];
        if ((a[1] > y) == (b[1] > y)) continue;
        if (x < (b[0] - a[0]) * (y - a[1]) / (b[1] - a[1]) + a[0]) in = !in;
    }
    return in;
}

}  // namespace

Zone::Zone(const config::Intersection& intersection, const config::Detector& detector) {
    if (detector.points.empty()) {
        const config::Lane* lane = intersection.lane(detector.lane);
        SYN_REQUIRE(lane != nullptr);
        polygons_ = lane_polygons(*lane, detector.from_m, detector.to_m);
    } else {
        polygons_.push_back(detector.points);
    }
    SYN_REQUIRE(!polygons_.empty());
    low_ = high_ = polygons_.front().front();
    for (const auto& polygon : polygons_) {
        for (const GroundPoint& corner : polygon) {
            for (const std::size_t axis : {0u, 1u}) {
                low_[axis] = std::min(low_[axis], corner[axis]);
                high_[axis] = std::max(high_[axis], corner[axis]);
            }
        }
    }
}

bool Zone::contains(double x_m, double y_m) const {
    if (x_m < low_[0] || x_m > high_[0] || y_m < low_[1] || y_m > high_[1]) return false;
    return std::any_of(polygons_.begin(), polygons_.end(),
                       [&](const auto& polygon) { return inside(polygon, x_m, y_m); });
}

}  // namespace synchrono::signal
