#include "tools/study/box.hpp"

#include <algorithm>
#include <array>
#include <limits>

namespace synchrono::tools::study {
namespace {

constexpr double kStill_m_s = 1e-9;  // a relative speed below this, along an axis, counts as zero

std::array<geo::Vec2, 4> axes(const Box& a, const Box& b) {
    return {a.forward, a.left(), b.forward, b.left()};
}

}  // namespace

bool overlap(const Box& a, const Box& b) {
    const geo::Vec2 apart = b.centre - a.centre;
    for (const geo::Vec2 axis : axes(a, b)) {
        if (std::abs(dot(apart, axis)) >= a.reach(axis) + b.reach(axis)) return false;
    }
    return true;
}

std::optional<double> time_to_collision(const Box& a, geo::Vec2 velocity_a, const Box& b,
                                        geo::Vec2 velocity_b) {
    const geo::Vec2 apart = b.centre - a.centre, closing = velocity_b - velocity_a;
    double begin = 0, end = std::numeric_limits<double>::infinity();
    for (const geo::Vec2 axis : axes(a, b)) {
        const double place = dot(apart, axis), speed = dot(closing, axis);
        const double reach = a.reach(axis) + b.reach(axis);
        if (std::abs(speed) < kStill_m_s) {
            if (std::abs(place) >= reach) return std::nullopt;
            continue;
        }
        const double one = (-reach - place) / speed, other = (reach - place) / speed;
        begin = std::max(begin, std::min(one, other));
        end = std::min(end, std::max(one, other));
        if (begin >= end) return std::nullopt;
    }
    return begin;
}

}  // namespace synchrono::tools::study
