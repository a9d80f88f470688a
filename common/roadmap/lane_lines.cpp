#include "common/roadmap/lane_lines.hpp"

#include <algorithm>
#include <cmath>

namespace synchrono::roadmap {

namespace {

// Samples are at most kStep_m apart. Samples within kFine_m of the line through the kept ones are left out.
constexpr double kStep_m = 1, kFine_m = 0.03;

/// Samples the line at t(s) along the section.
template <typename T>
std::vector<geo::Vec3> along(const Road& road, const LaneSection& section, T t_m) {
    const int pieces = std::max(1, static_cast<int>(std::ceil(section.length_m / kStep_m)));
    std::vector<geo::Vec3> points;
    for (int i = 0; i <= pieces; ++i) {
        const double s_m = section.s_m + section.length_m * i / pieces;
        points.push_back(surface(road, s_m, t_m(s_m)));
    }
    return points;
}

double beside(geo::Vec3 p, geo::Vec3 a, geo::Vec3 b) {
    const double dx = b.x - a.x, dy = b.y - a.y, length = std::hypot(dx, dy);
    if (length < 1e-9) return std::hypot(p.x - a.x, p.y - a.y);
    return std::abs(dx * (p.y - a.y) - dy * (p.x - a.x)) / length;
}

}  // namespace

std::vector<geo::Vec3> thinned(const std::vector<geo::Vec3>& points) {
    std::vector<geo::Vec3> kept;
    for (std::size_t i = 0; i < points.size();) {
        kept.push_back(points[i]);
        // Goes ahead as long as all points in between lie near the line.
        std::size_t next = i + 1;
        const auto fits = [&](std::size_t end) {
            for (std::size_t k = i + 1; k < end; ++k) {
                if (beside(points[k], points[i], points[end]) > kFine_m) return false;
            }
            return true;
        };
        while (next + 1 < points.size() && fits(next + 1)) ++next;
        i = next;
    }
    return kept;
}

std::vector<geo::Vec3> lane_edge(const Road& road, const LaneSection& section, int lane_id) {
    return thinned(along(road, section, [&](double s_m) {
        return lane_id == 0 ? evaluate(road.lane_offset, s_m).value
                            : edges(road, section, lane_id, s_m).outer.value;
    }));
}

std::vector<geo::Vec3> lane_outline(const Road& road, const LaneSection& section, int lane_id) {
    std::vector<geo::Vec3> outline = thinned(
        along(road, section, [&](double s_m) { return edges(road, section, lane_id, s_m).inner.value; }));
    const std::vector<geo::Vec3> outer = lane_edge(road, section, lane_id);
    outline.insert(outline.end(), outer.rbegin(), outer.rend());
    return outline;
}

std::vector<geo::Vec3> hull_of(std::vector<geo::Vec3> points) {
    std::sort(points.begin(), points.end(),
              [](const geo::Vec3& a, const geo::Vec3& b) { return a.x != b.x ? a.x < b.x : a.y < b.y; });
    if (points.size() < 3) return points;
    std::vector<geo::Vec3> hull;
    const auto turn_in = [&](const geo::Vec3& p, std::size_t least) {
        while (hull.size() > least) {
            const geo::Vec3 a = hull[hull.size() - 2], b = hull.back();
            if ((b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x) > 0) break;
            hull.pop_back();
        }
        hull.push_back(p);
    };
    for (const geo::Vec3& p : points) turn_in(p, 1);
    const std::size_t lower = hull.size();
    for (auto p = points.rbegin() + 1; p != points.rend(); ++p) turn_in(*p, lower);
    hull.pop_back();
    return hull;
}

bool is_driven(const Lane& lane) {
    return lane.type == LaneType::driving || lane.type == LaneType::bus || lane.type == LaneType::bike;
}

std::vector<geo::Vec3> junction_outline(const OpenDrive& file, const Junction& junction) {
    std::vector<geo::Vec3> points;
    for (const Road& road : file.roads) {
        if (road.junction != junction.id) continue;
        for (const LaneSection& section : road.sections) {
            for (const Lane& lane : section.lanes) {
                if (!is_driven(lane)) continue;
                const auto outline = lane_outline(road, section, lane.id);
                points.insert(points.end(), outline.begin(), outline.end());
            }
        }
    }
    return hull_of(std::move(points));
}

geo::Vec3 middle_of(const std::vector<geo::Vec3>& points) {
    geo::Vec3 low{1e12, 1e12, 0}, high{-1e12, -1e12, 0};
    for (const geo::Vec3& p : points) {
        low = {std::min(low.x, p.x), std::min(low.y, p.y), 0};
        high = {std::max(high.x, p.x), std::max(high.y, p.y), 0};
    }
    return (low + high) * 0.5;
}

}  // namespace synchrono::roadmap
